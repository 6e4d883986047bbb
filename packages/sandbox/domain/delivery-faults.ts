/** Faults of deliveries on demand. */
import * as z from 'zod/mini';

import { eventNames } from './event-names.ts';
import { oneOf, strict } from './problem.ts';

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
        /** Number of deliveries to affect. Without it, all until the fault is removed. */
        times: z.optional(z.int().check(z.gte(1))),
        /** Milliseconds before it is sent. */
        delay: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
        /** Replaces the receiver's answer. */
        status: z.optional(z.int().check(z.gte(200), z.lte(599))),
        /**
         * hang-up: sends half of the body and closes the connection. garbled: sends a body that is
         * no JSON. down: sends nothing, as if nobody listened.
         */
        kind: z.optional(z.enum(['hang-up', 'garbled', 'down'])),
        /** The fault spares attempts that are due after this time (ISO 8601 in UTC). */
        until: z.optional(z.iso.datetime('must be a moment such as 2026-11-22T10:00:00Z')),
      }),
    ),
  ),
});
export type Disturbance = z.infer<typeof Disturbance>;
export type DeliveryFault = NonNullable<Disturbance['faults']>[number];

/** What decides about the fault of a delivery. */
interface Due {
  type: string;
  webhook_id: string;
  next_at: number;
}

/** The fault of a delivery. Removes a fault after its last use. */
export function takeFault({ faults = [] }: Disturbance, due: Due): DeliveryFault | undefined {
  const { type, webhook_id, next_at } = due;
  const fault = faults.find(
    (candidate) =>
      (!candidate.event || candidate.event === type) &&
      (!candidate.webhook_id || candidate.webhook_id === webhook_id) &&
      (!candidate.until || next_at <= Date.parse(candidate.until)),
  );
  if (fault?.times !== undefined && --fault.times === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}
