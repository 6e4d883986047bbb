/** The developer page: data and clock, then the latest requests and deliveries. */
import type { Child } from 'hono/jsx';

import type { LoggedRequest } from '../api/request-log.ts';
import type { Outbox } from '../domain/deliveries.ts';
import type { SeedName } from '../domain/seeds.ts';
import { kindOf, NextAttempt, statusOf } from './deal.tsx';
import { eventPath, requestPath } from './deal-page.tsx';
import { Box, Card, counted, Moment, NotByEnter, Office, Table, Tabs, Tag } from './parts.tsx';

const base = '/back-office/developer';
export const webhooksPath = `${base}/webhooks`;
export const deliveriesPath = `${base}#deliveries`;

interface FrameProps {
  here: string;
  title: string;
  children: Child;
}

/** A page for engineers, with links to the others. */
export const DeveloperPage = ({ here, title, children }: FrameProps) => (
  <Office title={title} section={base}>
    <Tabs
      label="Pages of Developer"
      tabs={[
        { href: base, text: 'Try it', isHere: here === base },
        { href: webhooksPath, text: 'Webhooks', isHere: here === webhooksPath },
        { href: '/openapi.json', text: 'OpenAPI', isHere: false },
      ]}
    />
    {children}
  </Office>
);

/** The number of rows of each list. */
export const latest = 8;

interface Props {
  /** The newest first. */
  requests: LoggedRequest[];
  deliveries: (ReturnType<Outbox['latest']>[number] & { client?: string })[];
  now: string;
  /** The number of cases and of messages. */
  cases: number;
  mails: number;
}

/** The starting data, and the text of each button. */
const seedLabels: Record<SeedName, string> = {
  empty: 'Leave it empty',
  showcase: 'Begin with sample cases',
};

/** The hours by which a button moves the clock. */
const later = { 'One hour later': 1, 'One day later': 24, '31 days later': 31 * 24 };

const Clock = ({ now }: Props) => (
  <Card title="Clock">
    <p>
      <Moment iso={now} />
    </p>
    <form method="post" action={`${base}/clock`} class="actions">
      {Object.entries(later).map(([label, hours]) => (
        <button class="outline" name="seconds" value={String(hours * 3600)}>
          {label}
        </button>
      ))}
    </form>
  </Card>
);

/** The buttons are behind a summary, so nobody presses one in error. A link to the form opens it. */
const Reset = ({ cases, mails }: Props) => (
  <Card title="Start over">
    <details>
      <summary>Delete everything…</summary>
      <form method="post" action={`${base}/reset`} id="reset">
        <NotByEnter />
        <p>
          {`This deletes ${counted(cases, 'case')} and ${counted(mails, 'message')}, with all requests, deliveries and faults. You cannot undo it.`}
        </p>
        <Box
          name="account"
          value="too"
          label="Also reset the account: its settings, webhooks and API keys"
          checked={false}
        />
        <div class="actions">
          {Object.entries(seedLabels).map(([seed, label]) => (
            <button class="outline" data-variant="danger" name="seed" value={seed}>
              {label}
            </button>
          ))}
        </div>
      </form>
    </details>
  </Card>
);

interface ListProps {
  title: string;
  id: string;
  head: string[];
  rows: Child[];
  /** The text if there are no rows. */
  empty: string;
  /** The call of the control plane with all of them. */
  all: string;
}

/** The latest of a list. */
const Latest = ({ title, id, head, rows, empty, all }: ListProps) => (
  <Card title={title} id={id}>
    {rows.length > 0 && <Table head={head}>{rows}</Table>}
    <p class="hint">
      {rows.length ? `The latest ${latest}. ` : empty}{' '}
      {rows.length > 0 && <a href={all}>All as JSON</a>}
    </p>
  </Card>
);

const Requests = ({ requests }: Props) => (
  <Latest
    title="API requests"
    id="requests"
    head={['Request', 'Status', 'Time']}
    rows={requests.map((request) => (
      <tr>
        <td>
          <a href={requestPath(request.id)}>
            <code>{`${request.method} ${request.path}`}</code>
          </a>
        </td>
        <td>
          <Tag text={statusOf(request)} kind={kindOf(request.status)} />
        </td>
        <td>
          <Moment iso={request.at} />
        </td>
      </tr>
    ))}
    empty="None yet. Each API call will appear here with its body and the answer."
    all="/_sandbox/requests"
  />
);

const Deliveries = ({ deliveries, now }: Props) => (
  <Latest
    title="Deliveries"
    id="deliveries"
    head={['Event', 'Case', 'State']}
    rows={deliveries.map((row) => (
      <tr>
        <td>
          <a href={eventPath(row.application_id, row.event_id)}>{row.type}</a>
          <br />
          <span class="meta">
            <Moment iso={row.created_at} />
          </span>
        </td>
        <td data-label="Case" dir="auto">
          {row.client !== undefined && (
            <a href={`/back-office/cases/${row.application_id}`}>
              {row.client || 'Unnamed client'}
            </a>
          )}
        </td>
        <td>
          <Tag text={row.state} />{' '}
          <span class="meta">
            {row.attempts > 1 && counted(row.attempts, 'attempt')}
            {row.attempts > 1 && row.state === 'pending' && ', '}
            <NextAttempt delivery={row} now={now} />
          </span>
          {row.answer && [<br />, row.answer]}
        </td>
      </tr>
    ))}
    empty="None yet. An event appears here if a webhook subscribes to it."
    all="/_sandbox/deliveries"
  />
);

export function Developer(props: Props) {
  return (
    <DeveloperPage here={base} title="Developer">
      <div class="two">
        <Clock {...props} />
        <Reset {...props} />
      </div>
      <div class="two">
        <Deliveries {...props} />
        <Requests {...props} />
      </div>
    </DeveloperPage>
  );
}
