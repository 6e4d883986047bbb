/** The list of cases with search, filters and pages. */
import type { CaseRow } from '../domain/cases.ts';
import { levelName, levelNames, Office, Select, statuses, Tag, time } from './parts.tsx';

export function CaseList({
  rows,
  filter,
  page,
  more,
}: {
  rows: CaseRow[];
  filter: Record<string, string>;
  page: number;
  more: boolean;
}) {
  const { text = '', status = '', risk = '' } = filter;
  const link = (to: number) => `?${new URLSearchParams({ text, status, risk, page: String(to) })}`;
  return (
    <Office title="Cases" at="/back-office">
      <form class="filters" method="get">
        <div class="field">
          <label for="text">Name, reference or case</label>
          <input id="text" name="text" value={text} />
        </div>
        <Select
          name="status"
          label="Review status"
          value={status}
          options={[['', 'Any'], ...statuses.map((id) => [id, id.replace('_', ' ')] as const)]}
        />
        <Select
          name="risk"
          label="Risk level"
          value={risk}
          options={[['', 'Any'], ...levelNames.map(([id, name]) => [String(id), name] as const)]}
        />
        <button>Search</button>
      </form>
      <section class="card scroll" tabindex={0} aria-label="List of cases">
        {rows.length ? (
          <table>
            <thead>
              <tr>
                <th scope="col">Client</th>
                <th scope="col">Reference</th>
                <th scope="col">Review status</th>
                <th scope="col">Risk</th>
                <th scope="col">Changed (UTC)</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr>
                  <td>
                    <a href={`/back-office/cases/${row.application_id}`}>
                      {row.name || 'Unnamed client'}
                    </a>
                    {row.is_draft ? <span class="meta"> draft</span> : ''}
                  </td>
                  <td>{row.external_reference ?? ''}</td>
                  <td>
                    <Tag text={String(row.status_review)} />
                  </td>
                  <td>
                    <Tag text={levelName(row.risk_level)} />
                  </td>
                  <td>{time(row.updated_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p>No case found. Cases appear here when the API or a portal creates them.</p>
        )}
      </section>
      <div class="actions">
        {page > 0 ? (
          <a class="button plain" href={link(page - 1)}>
            Newer
          </a>
        ) : (
          <span></span>
        )}
        {more && (
          <a class="button plain" href={link(page + 1)}>
            Older
          </a>
        )}
      </div>
    </Office>
  );
}
