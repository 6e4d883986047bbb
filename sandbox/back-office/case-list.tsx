/** The list of cases: states with their counts, search, filters in the address, pages, export. */
import type { CaseRow } from '../domain/cases.ts';
import { stateOf, states, type State } from '../domain/states.ts';
import {
  ago,
  levelName,
  levelNames,
  levelWords,
  Moment,
  Office,
  Select,
  stateNames,
  Tag,
} from './parts.tsx';

/** Further it is not counted. */
export const mostCounted = 10_000;

interface Props {
  rows: CaseRow[];
  filter: { text: string; state: string; risk: string; sort: string };
  counts: Record<State, number>;
  /** The last row of this page, where there are more. */
  next?: number;
  /** This is not the first page. */
  isLater: boolean;
  now: number;
}

const waitingFor: Record<State, string> = {
  draft: 'for the client',
  pending: 'for the workflow',
  in_review: 'for a decision',
  approved: '',
  rejected: '',
};

export function CaseList({ rows, filter, counts, next, isLater, now }: Props) {
  const link = (change: Record<string, string>) =>
    `/back-office?${new URLSearchParams(
      Object.entries({ ...filter, ...change }).filter(([, value]) => value),
    )}`;
  const isFiltered = filter.text || filter.state || filter.risk;
  const shown = (count: number) =>
    count > mostCounted ? `${mostCounted.toLocaleString('en')}+` : count.toLocaleString('en');
  return (
    <Office title="Cases" at="/back-office">
      <nav class="links counts" aria-label="States">
        <a href={link({ state: '' })} aria-current={filter.state ? undefined : 'page'}>
          All
        </a>
        {states.map((state) => (
          <a href={link({ state })} aria-current={filter.state === state ? 'page' : undefined}>
            {stateNames[state]} <span class="meta">{shown(counts[state])}</span>
          </a>
        ))}
      </nav>
      <form class="filters" method="get">
        {filter.state && <input type="hidden" name="state" value={filter.state} />}
        <div class="field">
          <label for="text">Name, reference or case</label>
          <input id="text" name="text" value={filter.text} />
        </div>
        <Select
          name="risk"
          label="Risk level"
          value={filter.risk}
          options={[
            ['', 'Any'],
            ...levelNames.map(([id]) => [String(id), levelWords(id)] as const),
          ]}
        />
        <Select
          name="sort"
          label="Order"
          value={filter.sort}
          options={[
            ['', 'Newest first'],
            ['oldest', 'Oldest first'],
          ]}
        />
        <button>Search</button>
        <a
          class="button plain"
          href={link({}).replace('/back-office?', '/back-office/export.csv?')}
        >
          Export CSV
        </a>
      </form>
      {rows.length ? (
        <section class="card scroll" tabindex={0} aria-label="List of cases">
          <table>
            <thead>
              <tr>
                <th scope="col">Client</th>
                <th scope="col">Reference</th>
                <th scope="col">Review status</th>
                <th scope="col">Risk</th>
                <th scope="col">Waiting</th>
                <th scope="col">Changed</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const state = stateOf({
                  is_draft: row.is_draft === 1,
                  status_review: row.status_review,
                });
                return (
                  <tr>
                    <td dir="auto">
                      <a href={`/back-office/cases/${row.application_id}`}>
                        {row.name || 'Unnamed client'}
                      </a>
                    </td>
                    <td dir="auto">{row.external_reference ?? ''}</td>
                    <td>
                      <Tag text={stateNames[state] ?? String(row.status_review)} kind={state} />
                    </td>
                    <td>
                      <Tag text={levelWords(row.risk_level)} kind={levelName(row.risk_level)} />
                    </td>
                    <td>
                      {waitingFor[state] && `${ago(row.updated_at, now)} ${waitingFor[state]}`}
                    </td>
                    <td>
                      <Moment at={row.updated_at} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      ) : (
        <p class="empty">
          {isFiltered ? (
            <>
              No case found. <a href="/back-office">Show all cases</a>
            </>
          ) : (
            <>
              No case yet. <a href="/back-office/new">Make one by hand</a>,{' '}
              <a href="/back-office/import">import a list</a>, or{' '}
              <a href="/back-office/developer">let the API create one</a>.
            </>
          )}
        </p>
      )}
      <div class="actions">
        {isLater ? (
          <a class="button plain" href={link({})}>
            First page
          </a>
        ) : (
          <span></span>
        )}
        {next !== undefined && (
          <a class="button plain" href={link({ after: String(next) })}>
            Next page
          </a>
        )}
      </div>
    </Office>
  );
}
