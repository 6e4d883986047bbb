/** The list of cases. */
import { Hono, type Context } from 'hono';

import type { CaseRow } from '../domain/cases.ts';
import { countWaiting, waitingSince } from '../domain/requests.ts';
import type { Parts } from '../domain/services.ts';
import { stateKeys, type State } from '../domain/states.ts';
import { CaseList, mostCounted, type Counts } from './case-list.tsx';
import { beforeOf } from './case-routes.tsx';
import { filterOf } from './filter.ts';

const pageSize = 25;
const idsOf = (rows: CaseRow[]) => rows.map(({ application_id }) => application_id);

const countsOf = ({ cases, store }: Parts<'cases' | 'store'>): Counts => ({
  ...(Object.fromEntries(
    stateKeys.map((state) => [state, cases.count({ state }, mostCounted + 1)]),
  ) as Record<State, number>),
  waiting: countWaiting(store, mostCounted + 1),
});

type Needs = Parts<'store' | 'clock' | 'cases'>;

function listPage(services: Needs, c: Context) {
  const { cases, clock, store } = services;
  const filter = filterOf(c);
  const after = Math.floor(Number(c.req.query('after'))) || undefined;
  const rows = cases.list(filter, pageSize + 1, after);
  const page = rows.slice(0, pageSize);
  const from = Math.max(Math.floor(Number(c.req.query('from'))) || 0, 0);
  return c.html(
    <CaseList
      rows={page}
      waiting={waitingSince(store, idsOf(page))}
      filter={filter}
      counts={countsOf(services)}
      next={rows.length > pageSize ? page.at(-1)!.seq : undefined}
      from={after === undefined ? 0 : from}
      total={cases.count(filter, mostCounted + 1)}
      isLater={after !== undefined}
      before={beforeOf(services, c)}
      now={clock.now()}
    />,
  );
}

export const listRoutes = (services: Needs) => new Hono().get('/', (c) => listPage(services, c));
