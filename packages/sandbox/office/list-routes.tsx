/** The list of cases, and the same as CSV. */
import { Hono, type Context } from 'hono';
import { stream } from 'hono/streaming';

import type { CaseRow } from '../domain/cases.ts';
import { csv, mark } from '../domain/imports-result.ts';
import { unlessRefused } from '../domain/problem.ts';
import { countWaiting, waitingSince } from '../domain/requests.ts';
import type { Services } from '../domain/services.ts';
import { stateOf, states, type State } from '../domain/states.ts';
import type { Store } from '../domain/store.ts';
import { CaseList, mostCounted, type Counts } from './case-list.tsx';
import { beforeOf } from './case-routes.tsx';
import { filterOf } from './filter.ts';
import { levelWords, stateNames } from './parts.tsx';

const pageSize = 25;
const idsOf = (rows: CaseRow[]) => rows.map(({ application_id }) => application_id);

const countsOf = ({ cases, store }: Services): Counts => ({
  ...(Object.fromEntries(
    states.map((state) => [state, cases.count(state, mostCounted + 1)]),
  ) as Record<State, number>),
  waiting: countWaiting(store, mostCounted + 1),
});

/** Name of the import by which the list is narrowed. */
function importName({ imports }: Services, seq?: number): string | undefined {
  if (seq === undefined) return undefined;
  return unlessRefused(
    () => imports.find(seq).name,
    () => `no. ${seq}`,
  );
}

function listPage(services: Services, c: Context) {
  const { cases, clock, store } = services;
  const filter = filterOf(c);
  const after = Math.floor(Number(c.req.query('after'))) || undefined;
  const rows = cases.list(filter, pageSize + 1, after);
  const shown = rows.slice(0, pageSize);
  return c.html(
    <CaseList
      rows={shown}
      waiting={waitingSince(store, idsOf(shown))}
      filter={filter}
      counts={countsOf(services)}
      list={importName(services, filter.list)}
      next={rows.length > pageSize ? shown.at(-1)!.seq : undefined}
      isLater={after !== undefined}
      before={beforeOf(services, c)}
      now={clock.now()}
    />,
  );
}

interface LastDecision {
  status?: string;
  text?: string | null;
  decided_by?: string;
  decided_at?: string;
}

/** The last decision of each of these cases. */
function lastDecisions(store: Store, rows: CaseRow[]): Map<string, LastDecision> {
  const ids = JSON.stringify(idsOf(rows));
  const found = store.all<{ id: string; data: string }>`
    select application_id as id, data from decisions
    where application_id in (select value from json_each(${ids})) order by rowid`;
  return new Map(found.map(({ id, data }) => [id, JSON.parse(data) as LastDecision]));
}

type Cell = (row: CaseRow, decision: LastDecision, waits?: { since: string }) => unknown;
/** The columns of the list as CSV. */
const cells: Record<string, Cell> = {
  Case: (row) => row.application_id,
  Client: (row) => row.name,
  Subject: (row) => row.subject,
  Reference: (row) => row.external_reference,
  'Review status': (row) => stateNames[stateOf(row)],
  Risk: (row) => levelWords(row.risk_level),
  Changed: (row) => row.updated_at,
  Decision: (_, { status }) => status,
  Reason: (_, { text }) => text,
  'Decided by': (_, { decided_by }) => decided_by,
  'Decided at': (_, { decided_at }) => decided_at,
  'Waiting for the client since': (_, __, waits) => waits?.since,
};

/** The rows of a page of the list as CSV. */
function csvRows(store: Store, rows: CaseRow[]): string {
  const decided = lastDecisions(store, rows);
  const waiting = waitingSince(store, idsOf(rows));
  return csv(
    rows.map((row) => {
      const id = row.application_id;
      const about = [row, decided.get(id) ?? {}, waiting.get(id)] as const;
      return Object.values(cells).map((cell) => cell(...about) ?? '');
    }),
  );
}

function exportList({ cases, store }: Services, c: Context) {
  c.header('content-type', 'text/csv; charset=utf-8');
  c.header('content-disposition', 'attachment; filename="cases.csv"');
  const filter = filterOf(c);
  return stream(c, async (out) => {
    await out.write(mark + csv([Object.keys(cells)]));
    for (let after: number | undefined; ;) {
      const rows = cases.list(filter, 500, after);
      if (!rows.length || out.aborted) return;
      after = rows.at(-1)!.seq;
      await out.write(csvRows(store, rows));
    }
  });
}

export function listRoutes(services: Services) {
  const app = new Hono();
  app.get('/', (c) => listPage(services, c));
  app.get('/export.csv', (c) => exportList(services, c));
  return app;
}
