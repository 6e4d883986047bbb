/** The events of the sandbox: all that the service sends. */
import { events } from '../../../service/catalogue.ts';
import type { EventName } from '../../../service/contract.ts';

export { eventNames, type EventName } from '../../../service/contract.ts';

const always: readonly string[] = Object.values(events)
  .filter(({ sandbox }) => sandbox === 'always')
  .map(({ name }) => name);
/** True for events that are made only if someone asked for them. */
export const isQuiet = (type: EventName): boolean => !always.includes(type);
