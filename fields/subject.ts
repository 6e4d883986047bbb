/** The subject of a case, a related party or an entry of a registry: a business or a person. */
import { business, person } from '../service/catalogue.ts';
import { sampleOf, outputOf } from './table.ts';

export const businessTable = business;
export const personTable = person;

export const businessSample = sampleOf(businessTable);

/** The output for a business; null without one. */
export const businessOutput = (value: object | null | undefined) =>
  value ? outputOf(businessTable, value) : null;

/** The output for a person; null without one. */
export const personOutput = (value: object | null | undefined) =>
  value ? outputOf(personTable, value) : null;
