/** The list of cases: statuses with their counts, a search, pages. */
import { Hono } from 'hono';

import { clientName } from '../../../service/contract.ts';
import type { Case } from '../domain/case.ts';
import type { Parts } from '../domain/services.ts';
import { statusNames, type Status } from '../domain/states.ts';
import {
  Input,
  Moment,
  number,
  Office,
  PlainLink,
  RiskTag,
  StatusTag,
  Table,
  Tabs,
  type Tab,
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
  rows: (Case & { status: Status })[];
  filter: Filter;
  counts: [status: string, name: string, count: number][];
  /** The number of this page, from 1. */
  page: number;
  hasNext: boolean;
}

const Empty = ({ filter }: Props) => (
  <p class="card">
    {filter.text || filter.state ? (
      <>
        No case found. <a href={path}>Show all cases</a>
      </>
    ) : (
      <>
        No case yet. Begin with the <a href="/back-office/start">first run</a>, or{' '}
        <a href="/back-office/import">import a list</a>.
      </>
    )}
  </p>
);

const CaseList = (props: Props) => {
  const { rows, filter, counts, page, hasNext } = props;
  return (
    <Office title="Cases" section={path}>
      <Tabs
        label="Statuses"
        here={addressOf(filter)}
        tabs={[
          [addressOf({ ...filter, state: '' }), 'All'],
          ...counts.map(([state, name, count]): Tab => [
            addressOf({ ...filter, state }),
            [`${name} `, <span class="meta">{number(count)}</span>],
          ]),
        ]}
      />
      <form class="filters" method="get">
        {filter.state && <input type="hidden" name="state" value={filter.state} />}
        <Input
          name="text"
          label="Name, number, e-mail, reference or ID, also of related people"
          value={filter.text}
        />
        <button>Search</button>
      </form>
      {rows.length ? (
        <section class="card cases" aria-label="List of cases">
          <Table
            head={['Client', 'Reference', 'Status', 'Risk', 'Changed']}
            rows={rows.map((row) => [
              <a href={`${path}/cases/${row.application_id}`}>
                {clientName(row) || 'Unnamed client'}
              </a>,
              row.external_reference,
              <StatusTag status={row.status} />,
              <RiskTag level={row.risk_level} />,
              <Moment iso={row.updated_at} isDay />,
            ])}
          />
        </section>
      ) : (
        <Empty {...props} />
      )}
      {(page > 1 || hasNext) && (
        <div class="actions">
          {page > 1 && <PlainLink href={addressOf(filter, page - 1)}>Previous page</PlainLink>}
          {hasNext && <PlainLink href={addressOf(filter, page + 1)}>Next page</PlainLink>}
        </div>
      )}
    </Office>
  );
};

export const listRoutes = ({ cases }: Parts<'cases'>) =>
  new Hono().get('/', (c) => {
    const { text = '', state = '', ...query } = c.req.query();
    const filter = { text: text.trim(), state };
    const page = Math.min(Math.max(Math.floor(Number(query.page)) || 1, 1), 1e6);
    const found = cases.list(filter, pageSize + 1, (page - 1) * pageSize);
    return c.html(
      <CaseList
        rows={found.slice(0, pageSize).map((row) => ({ ...row, status: cases.statusOf(row) }))}
        filter={filter}
        counts={Object.entries(statusNames).map(([name, words]) => [
          name,
          words,
          cases.count({ state: name }),
        ])}
        page={page}
        hasNext={found.length > pageSize}
      />,
    );
  });
