/** The events of the sandbox: those of the contract, and the others the service is known to have. */
import { testEvent } from '../../../service/catalogue.ts';
import { events, type EventName as ContractEvent } from '../../../service/contract.ts';

const others = [
  'document.created',
  'document.updated',
  'document.deleted',
  'identity_verification.updated',
  testEvent,
] as const;
export type EventName = ContractEvent | (typeof others)[number];
export const eventNames: readonly EventName[] = [...Object.values(events), ...others];

const quiet: readonly EventName[] = [
  ...others,
  events.case_created,
  events.case_updated,
  events.case_status_updated,
  events.collect_closed,
];
/** Made only for who asked for them. */
export const isQuiet = (type: EventName): boolean => quiet.includes(type);
