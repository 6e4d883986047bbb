/** The events of the sandbox: the contract's, and others of the known service. */
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
/** True for events that are made only if someone asked for them. */
export const isQuiet = (type: EventName): boolean => quiet.includes(type);
