/** The filter of the list of cases, which the address contains. */
import type { Context } from 'hono';

import type { CaseFilter } from '../domain/cases.ts';

export interface ListFilter extends CaseFilter {
  text: string;
  state: string;
  risk: string;
  sort: string;
}

/** The filter in the query of a request. */
export function filterOf(c: Context): ListFilter {
  const { text = '', state = '', risk = '', sort = '' } = c.req.query();
  return { text: text.trim(), state, risk, sort };
}

/** A query with its question mark; empty if all values are. */
export function queryFrom(values: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value)).toString();
  return query && `?${query}`;
}

/** The query of a filter, with its question mark; empty without a filter. */
export function queryOf(filter: ListFilter, more: Record<string, string> = {}): string {
  const { text, state, risk, sort } = filter;
  return queryFrom({ text, state, risk, sort, ...more });
}
