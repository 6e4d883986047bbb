/** The events of the sandbox: those of the contract, and the others the service is known to have. */
import { events, type EventName as ContractEvent } from '../../api/contract.ts';

const others = [
  'application.created',
  'application.updated',
  'application.status_updated',
  'collect.closed',
  'document.created',
  'document.updated',
  'document.deleted',
  'identity_verification.updated',
  'webhooks.test',
] as const;
export type EventName = ContractEvent | (typeof others)[number];
export const eventNames: readonly EventName[] = [...Object.values(events), ...others];

/** Made only for who asked for them, and left out of the timeline: it tells of the change itself. */
export const isQuiet = (type: EventName): boolean => (others as readonly string[]).includes(type);
