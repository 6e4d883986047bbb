/** The list of cases: states with their counts, a search, pages. */
import { Hono } from 'hono';

import { clientName } from '../../../service/contract.ts';
import type { Case } from '../domain/cases.ts';
import { openRequests, type ClientRequest } from '../domain/requests.ts';
import type { Parts } from '../domain/services.ts';
import { isDecided, rowOf, stateKeys, stateOf, type State } from '../domain/states.ts';
import {
  ago,
  Input,
  levelName,
  levelWords,
  Moment,
  number,
  Office,
  PlainLink,
  stateNames,
  Table,
  Tabs,
  Tag,
  toneOf,
} from './parts.tsx';

const path = '/back-office';
const pageSize = 25;

interface Filter {
  text: string;
  state: string;
}
/** The address of a page of the list. The first page needs no number. */
function addressOf({ text, state }: Filter, page = 1): string {
  const values = Object.entries({ text, state, page: page > 1 ? String(page) : '' }).filter(
    ([, value]) => value,
  );
  return values.length ? `${path}?${new URLSearchParams(values)}` : path;
}

interface Props {
  /** The cases, each with what its client is asked for. */
  rows: (Case & { asked: ClientRequest[] })[];
  filter: Filter;
  /** The states, and "waits for the client". */
  counts: Record<State | 'waiting', number>;
  /** The number of this page, from 1. */
  page: number;
  hasNext: boolean;
  now: number;
}

const stateTabs = [
  ...stateKeys.filter((state) => !isDecided(state)),
  'waiting' as const,
  ...stateKeys.filter(isDecided),
];

/** The reason for the wait, and its length. */
function waitingText({ asked, updated_at }: Props['rows'][number], state: State, now: number) {
  const [first] = asked;
  if (first) {
    const isLate = asked.some(({ due_at }) => due_at && Date.parse(due_at) < now);
    return `${ago(first.asked_at, now)} · client${isLate ? ', late' : ''}`;
  }
  const what = rowOf(state)?.waitsFor;
  return what ? `${ago(String(updated_at), now)} · ${what}` : '';
}

const States = ({ filter, counts }: Props) => (
  <Tabs
    label="States"
    tabs={[
      { href: addressOf({ ...filter, state: '' }), text: 'All', isHere: !filter.state },
      ...stateTabs.map((state) => ({
        href: addressOf({ ...filter, state }),
        text: (
          <>
            {state === 'waiting' ? 'Waiting for the client' : stateNames[state]}{' '}
            <span class="meta">{number(counts[state])}</span>
          </>
        ),
        isHere: filter.state === state,
      })),
    ]}
  />
);

const Search = ({ filter }: Props) => (
  <form class="filters" method="get">
    {filter.state && <input type="hidden" name="state" value={filter.state} />}
    <Input
      name="text"
      label="Name, number, e-mail, reference or ID, also of related people"
      value={filter.text}
    />
    <button>Search</button>
  </form>
);

const Rows = ({ rows, now }: Props) => (
  <section class="card cases" aria-label="List of cases">
    <Table head={['Client', 'Reference', 'Review status', 'Risk', 'Waiting', 'Changed']}>
      {rows.map((row) => {
        const state = stateOf(row);
        return (
          <tr>
            <td dir="auto">
              <a href={`${path}/cases/${row.application_id}`}>
                {clientName(row) || 'Unnamed client'}
              </a>
            </td>
            <td dir="auto" data-label="Reference">
              {row.external_reference ?? ''}
            </td>
            <td>
              <Tag text={stateNames[state] ?? String(row.status_review)} kind={toneOf(state)} />
            </td>
            <td>
              <Tag
                text={levelWords(row.risk_level)}
                kind={levelName(row.risk_level)}
                label="Risk"
              />
            </td>
            <td data-label="Waiting">{waitingText(row, state, now)}</td>
            <td data-label="Changed">
              <Moment iso={row.updated_at} isDay />
            </td>
          </tr>
        );
      })}
    </Table>
  </section>
);

/** How cases come into a list that is empty. */
const wayTo = (state: string) =>
  state === 'waiting'
    ? 'Cases come here when you ask their client for information.'
    : (rowOf(state)?.empty ?? '');

const Empty = ({ filter }: Props) =>
  filter.text || filter.state ? (
    <p class="card">
      {filter.text ? 'No case found.' : `No case here now. ${wayTo(filter.state)}`}{' '}
      <a href={path}>Show all cases</a>
    </p>
  ) : (
    <p class="card">
      No case yet. Begin with the <a href="/back-office/start">first run</a>,{' '}
      <a href="/back-office/import">import a list</a>, or{' '}
      <a href="/back-office/developer#reset">begin with sample cases</a>.
    </p>
  );

const Pages = ({ filter, page, hasNext }: Props) =>
  (page > 1 || hasNext) && (
    <div class="actions">
      {page > 1 && <PlainLink href={addressOf(filter, page - 1)}>Previous page</PlainLink>}
      {hasNext && <PlainLink href={addressOf(filter, page + 1)}>Next page</PlainLink>}
    </div>
  );

const CaseList = (props: Props) => (
  <Office title="Cases" section={path}>
    <States {...props} />
    <Search {...props} />
    {props.rows.length ? <Rows {...props} /> : <Empty {...props} />}
    <Pages {...props} />
  </Office>
);

export const listRoutes = ({ cases, clock, store }: Parts<'store' | 'clock' | 'cases'>) =>
  new Hono().get('/', (c) => {
    const { text = '', state = '', ...query } = c.req.query();
    const filter = { text: text.trim(), state };
    const page = Math.min(Math.max(Math.floor(Number(query.page)) || 1, 1), 1e6);
    const found = cases.list(filter, pageSize + 1, (page - 1) * pageSize);
    const rows = found
      .slice(0, pageSize)
      .map((row) => ({ ...row, asked: openRequests(store, row.application_id) }));
    const counts = stateTabs.map((name) => [name, cases.count({ state: name })]);
    return c.html(
      <CaseList
        rows={rows}
        filter={filter}
        counts={Object.fromEntries(counts)}
        page={page}
        hasNext={found.length > pageSize}
        now={clock.now()}
      />,
    );
  });
