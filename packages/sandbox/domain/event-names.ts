/** The events of the sandbox: the contract's, and others of the known service. */
import { events as rows, testEvent } from '../../../service/catalogue.ts';
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

const always: readonly string[] = Object.values(rows)
  .filter(({ sandbox }) => sandbox === 'always')
  .map(({ name }) => name);
/** True for events that are made only if someone asked for them. */
export const isQuiet = (type: EventName): boolean => !always.includes(type);
