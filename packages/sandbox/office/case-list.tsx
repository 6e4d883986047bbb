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
  RiskTag,
  StatusTag,
  Table,
  Tabs,
  type Tab,
} from './parts.tsx';

const path = '/back-office';
/** The most cases on the page. */
const most = 100;

interface Filter {
  text: string;
  state: string;
}
interface Props {
  rows: (Case & { status: Status })[];
  filter: Filter;
  counts: [status: string, name: string, count: number][];
}

const addressOf = ({ text, state }: Filter) => `${path}?${new URLSearchParams({ text, state })}`;

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
  const { rows, filter, counts } = props;
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
        <section class="card" aria-label="List of cases">
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
      {rows.length === most && <p class="hint">{`The latest ${most}. Search for others.`}</p>}
    </Office>
  );
};

export const listRoutes = ({ cases }: Parts<'cases'>) =>
  new Hono().get('/', (c) => {
    const { text = '', state = '' } = c.req.query();
    const filter = { text: text.trim(), state };
    const rows = cases.list(filter, most);
    return c.html(
      <CaseList
        rows={rows.map((row) => ({ ...row, status: cases.statusOf(row) }))}
        filter={filter}
        counts={Object.entries(statusNames).map(([name, words]) => [
          name,
          words,
          cases.count({ state: name }),
        ])}
      />,
    );
  });
