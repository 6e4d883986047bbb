/** A business: subject of a case, related to one, or an entry of a company registry. */
import { business } from '../service/catalogue.ts';
import { sampleOf, outputOf } from './table.ts';

export const businessTable = business;
export const businessSample = sampleOf(businessTable);

/** What steps show of a business of the service; null where there is none. */
export const businessOutput = (value: object | null | undefined) =>
  value ? outputOf(businessTable, value) : null;
