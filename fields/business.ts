/** A business: subject of a case, related business, or entry of a company registry. */
import { business } from '../service/catalogue.ts';
import { sampleOf, outputOf } from './table.ts';

export const businessTable = business;
export const businessSample = sampleOf(businessTable);

/** The output for a business; null without one. */
export const businessOutput = (value: object | null | undefined) =>
  value ? outputOf(businessTable, value) : null;
