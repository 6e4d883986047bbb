/** A natural person: subject of a case, or related to one. */
import { person } from '../service/catalogue.ts';
import { outputOf } from './table.ts';

export const personTable = person;

/** What steps show of a person of the service; null where there is none. */
export const personOutput = (value: object | null | undefined) =>
  value ? outputOf(personTable, value) : null;
