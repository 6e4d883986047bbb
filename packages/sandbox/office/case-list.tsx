/** The list of cases: states with their counts, search, filters in the address, pages. */
import type { CaseRow } from '../domain/cases.ts';
import { isDecided, rowOf, stateKeys, stateOf, type State } from '../domain/states.ts';
import { queryOf, type ListFilter } from './filter.ts';
import {
  ago,
  Before,
  Input,
  levelName,
  levelOptions,
  levelWords,
  Moment,
  number,
  Office,
  Pages,
  Select,
  stateNames,
  Table,
  Tabs,
  Tag,
  toneOf,
} from './parts.tsx';

/** The highest number that is counted. */
export const mostCounted = 10_000;

/** The filters of the list: the states, and "waits for the client". */
export type Counts = Record<State | 'waiting', number>;

interface Props {
  rows: CaseRow[];
  /** The cases that wait for their client -> the start and the last day of the wait. */
  waiting: Map<string, { since: string; due: string | null }>;
  filter: ListFilter;
  counts: Counts;
  /** The last row of this page, if there are more. */
  next?: number;
  /** The number of cases on the pages before. */
  from: number;
  /** The number of cases on all pages. */
  total: number;
  /** True for every page but the first. */
  isLater: boolean;
  /** A sentence about the previous case and its decision. */
  before?: { text: string; href: string };
  now: number;
}

const stateTabs = [
  ...stateKeys.filter((state) => !isDecided(state)),
  'waiting' as const,
  ...stateKeys.filter(isDecided),
];

/** The reason for the wait, and its length. */
function waitingText(row: CaseRow, state: State, waiting: Props['waiting'], now: number): string {
  const request = waiting.get(row.application_id);
  if (request) {
    const isLate = request.due !== null && Date.parse(request.due) < now;
    return `${ago(request.since, now)} · client${isLate ? ', late' : ''}`;
  }
  const what = rowOf(state)?.waitsFor;
  return what ? `${ago(row.updated_at, now)} · ${what}` : '';
}

/** A number above the limit of the count. */
const inAll = (count: number) => (count > mostCounted ? `${number(mostCounted)}+` : number(count));

function States({ filter, counts }: Props) {
  const link = (state: string) => `/back-office${queryOf({ ...filter, state })}`;
  return (
    <Tabs
      label="States"
      tabs={[
        { href: link(''), text: 'All', isHere: !filter.state },
        ...stateTabs.map((state) => ({
          href: link(state),
          text: (
            <>
              {state === 'waiting' ? 'Waiting for the client' : stateNames[state]}{' '}
              <span class="meta">{inAll(counts[state])}</span>
            </>
          ),
          isHere: filter.state === state,
        })),
      ]}
    />
  );
}

/** The columns by which the list can be sorted, with their labels. */
const columns = {
  name: 'Client',
  reference: 'Reference',
  status: 'Review status',
  risk: 'Risk',
  changed: 'Changed',
};
/** The head of a column. A click sorts by it, and a second click reverses the order. */
function Head({ name, filter }: { name: keyof typeof columns; filter: ListFilter }) {
  const { sort } = filter;
  const isUp = sort === name;
  const order = isUp ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  const query = queryOf({ ...filter, sort: isUp ? `-${name}` : name });
  return (
    <th scope="col" aria-sort={order}>
      <a href={`/back-office${query}`}>{columns[name]}</a>
      {order && <span aria-hidden="true">{isUp ? ' ↑' : ' ↓'}</span>}
    </th>
  );
}

function Search({ filter }: Props) {
  return (
    <form class="filters" method="get">
      {filter.state && <input type="hidden" name="state" value={filter.state} />}
      <Input
        name="text"
        label="Name, number, e-mail, reference or id"
        size="wide"
        value={filter.text}
      />
      <Select
        name="risk"
        label="Risk level"
        value={filter.risk}
        options={[['', 'Any'], ...levelOptions]}
      />
      {filter.sort && <input type="hidden" name="sort" value={filter.sort} />}
      <button>Search</button>
    </form>
  );
}

function Rows({ rows, filter, waiting, now }: Props) {
  return (
    <section class="card cases" aria-label="List of cases">
      <Table
        head={[
          <Head name="name" filter={filter} />,
          <Head name="reference" filter={filter} />,
          <Head name="status" filter={filter} />,
          <Head name="risk" filter={filter} />,
          'Waiting',
          <Head name="changed" filter={filter} />,
        ]}
      >
        {rows.map((row) => {
          const state = stateOf(row);
          return (
            <tr>
              <td dir="auto">
                <a href={`/back-office/cases/${row.application_id}${queryOf(filter)}`}>
                  {row.name || 'Unnamed client'}
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
              <td data-label="Waiting">{waitingText(row, state, waiting, now)}</td>
              <td data-label="Changed">
                <Moment iso={row.updated_at} isShort />
              </td>
            </tr>
          );
        })}
      </Table>
    </section>
  );
}

/** How cases come into a list that is empty. */
const wayTo = (state: string) =>
  state === 'waiting'
    ? 'Cases come here when you ask their client for information.'
    : (rowOf(state)?.empty ?? '');

function Empty({ filter }: Props) {
  const isSearch = filter.text || filter.risk;
  if (isSearch || filter.state) {
    return (
      <p class="card">
        {isSearch ? 'No case found.' : `No case here now. ${wayTo(filter.state)}`}{' '}
        <a href="/back-office">Show all cases</a>
      </p>
    );
  }
  return (
    <p class="card">
      No case yet. Begin with the <a href="/back-office/start">first run</a>,{' '}
      <a href="/back-office/new">make a case by hand</a>,{' '}
      <a href="/back-office/import">import a list</a>, or{' '}
      <a href="/back-office/developer/reset?seed=many">fill the office with sixty cases</a>.
    </p>
  );
}

export function CaseList(props: Props) {
  const { rows, filter, next, isLater, before, from, total } = props;
  return (
    <Office title="Cases" section="/back-office">
      <Before before={before} />
      <States {...props} />
      <Search {...props} />
      {rows.length ? <Rows {...props} /> : <Empty {...props} />}
      {rows.length > 0 && (
        <p class="meta">{`${number(from + 1)}–${number(from + rows.length)} of ${inAll(total)}`}</p>
      )}
      <Pages
        first={isLater ? `/back-office${queryOf(filter)}` : undefined}
        next={
          next === undefined
            ? undefined
            : `/back-office${queryOf(filter, { after: String(next), from: String(from + rows.length) })}`
        }
      />
    </Office>
  );
}
