/** A natural person: subject of a case, or related person. */
import { person } from '../service/catalogue.ts';
import { outputOf } from './table.ts';

export const personTable = person;

/** The output for a person; null without one. */
export const personOutput = (value: object | null | undefined) =>
  value ? outputOf(personTable, value) : null;
