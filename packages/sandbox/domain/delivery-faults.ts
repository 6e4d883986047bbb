/** Faults on demand: what answers and deliveries share, and those of deliveries. */
import * as z from 'zod/mini';

import { eventNames } from './event-names.ts';
import { oneOf, strict } from './problem.ts';

/** What every fault may have. */
export const faultFields = {
  /** How often it occurs. Without it, until it is removed. */
  times: z.optional(z.int().check(z.gte(1))),
  /** Milliseconds before the answer, or before an event is sent. */
  delay: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
  /** Replaces that of the answer. */
  status: z.optional(z.int().check(z.gte(200), z.lte(599))),
};

/** The first fault that is meant. Removes a fault after its last use. */
export function takeFault<Fault extends { times?: number }>(
  faults: Fault[],
  isMeant: (fault: Fault) => boolean,
): Fault | undefined {
  const fault = faults.find(isMeant);
  if (fault?.times !== undefined && --fault.times === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

/** Faults of deliveries, which replace earlier ones. An empty object ends them. */
export const Disturbance = strict({
  /** Copies of each event. */
  copies: z.optional(z.int().check(z.gte(1), z.lte(10))),
  /** Sends newer events first. */
  reorder: z.optional(z.boolean()),
  faults: z.optional(
    z.array(
      strict({
        /** Without it and `webhook_id`, the fault affects all deliveries. */
        event: z.optional(oneOf(eventNames)),
        webhook_id: z.optional(z.string()),
        ...faultFields,
        /**
         * hang-up: sends half of the body and closes the connection. down: sends nothing, as if
         * nobody listened.
         */
        kind: z.optional(z.enum(['hang-up', 'down'])),
        /** The fault spares attempts that are due after this time (ISO 8601 in UTC). */
        until: z.optional(z.iso.datetime('must be a moment such as 2026-11-22T10:00:00Z')),
      }),
    ),
  ),
});
export type Disturbance = z.infer<typeof Disturbance>;
export type DeliveryFault = NonNullable<Disturbance['faults']>[number];

/** The fault of a delivery. */
export const faultOf = (
  { faults = [] }: Disturbance,
  { type, webhook_id, next_at }: { type: string; webhook_id: string; next_at: number },
): DeliveryFault | undefined =>
  takeFault(
    faults,
    (fault) =>
      (!fault.event || fault.event === type) &&
      (!fault.webhook_id || fault.webhook_id === webhook_id) &&
      (!fault.until || next_at <= Date.parse(fault.until)),
  );
