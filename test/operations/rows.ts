/** All rows by the key of their operation. */
import * as apiRequest from './api-request.ts';
import * as cases from './cases.ts';
import * as companies from './companies.ts';
import * as decisions from './decisions.ts';
import * as documents from './documents.ts';
import { triggers } from './events.ts';
import * as portals from './portals.ts';
import * as parties from './related-parties.ts';
import type { Rows, Sentence } from './table.ts';

export const rows: Record<string, Rows> = {
  ...cases,
  ...portals,
  ...parties,
  ...documents,
  ...decisions,
  ...companies,
  ...apiRequest,
  ...triggers,
};

const saidBy = (sentence: Sentence) =>
  typeof sentence === 'string' ? { zapier: sentence, n8n: sentence, mcp: sentence } : sentence;

/** The rows in which something stops an action: each tool says so in the same sentence. */
export const refusals = Object.entries(rows).flatMap(([key, ofKey]) =>
  Object.entries(ofKey).flatMap(([what, row]) => {
    const { input, requests = [] } = row;
    const sentence = 'halts' in row ? row.halts : 'reconnects' in row ? row.reconnects : undefined;
    if (!sentence || row.event) return [];
    return [{ title: `${key}: ${what}`, key, input, requests, says: saidBy(sentence) }];
  }),
);
