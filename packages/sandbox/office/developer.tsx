/** The developer page: scenarios, data and clock, then requests and deliveries with their faults. */
import type { Child } from 'hono/jsx';

import type { LoggedRequest } from '../api/request-log.ts';
import { scenarios } from '../api/scenarios.ts';
import type { Outbox } from '../domain/deliveries.ts';
import type { SeedName } from '../domain/seeds.ts';
import { eventPath, kindOf, NextAttempt, statusOf } from './deal-page.tsx';
import { requestPath } from './deal-routes.tsx';
import { answerFaults, deliveryFaults, optionsOf } from './fault-choices.ts';
import {
  Actions,
  Box,
  Card,
  counted,
  Input,
  Moment,
  Office,
  PlainLink,
  Select,
  Table,
  Tabs,
  Tag,
} from './parts.tsx';

const base = '/back-office/developer';
export const webhooksPath = `${base}/webhooks`;
export const deliveriesPath = `${base}#event-deliveries`;

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
        { href: '/docs', text: 'API reference', isHere: false },
      ]}
    />
    {children}
  </Office>
);

/** The number of rows on a page of requests or deliveries. */
export const pageSize = 6;
type Pages = Record<'requests' | 'deliveries', number>;

interface Props {
  /** A page of each list, with the first row of the next page. */
  requests: LoggedRequest[];
  deliveries: (ReturnType<Outbox['latest']>[number] & { client?: string })[];
  /** The number of the page of each list, from 1. */
  pages: Pages;
  /** Method and path of each endpoint. */
  endpoints: [value: string, label: string][];
  now: string;
  /** The revision of the data on this page. */
  revision: string;
}

/** The starting data, and the text of each button. */
export const seedLabels: Record<SeedName, string> = {
  empty: 'Empty it',
  showcase: 'Sample cases',
  many: 'Sixty cases',
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

const Scenarios = () => (
  <Card title="Scenarios">
    <p class="hint">
      Switch your Zap on first. Each scenario then makes a case, sets faults, and says how the Zap
      should react.
    </p>
    <form method="post" action={`${base}/scenarios`} class="actions">
      {Object.entries(scenarios).map(([name, { title }]) => (
        <button class="outline" name="name" value={name}>
          {title}
        </button>
      ))}
    </form>
  </Card>
);

const Reset = () => (
  <Card title="Start over">
    <p class="hint">
      Each button asks first. It deletes all cases, messages and faults. The account's settings,
      webhooks and API keys stay unless you choose otherwise.
    </p>
    <form method="get" action={`${base}/reset`} class="actions">
      {Object.entries(seedLabels).map(([seed, label]) => (
        <button
          class="outline"
          data-variant={seed === 'empty' ? 'danger' : undefined}
          name="seed"
          value={seed}
        >
          {label}
        </button>
      ))}
    </form>
  </Card>
);

/** A warning about the data that will be deleted. */
export const ResetPage = ({
  seed,
  cases,
  mails,
}: {
  seed: SeedName;
  cases: number;
  mails: number;
}) => (
  <Office title={`${seedLabels[seed]}?`} section={base}>
    <form method="post" action={`${base}/reset`} class="card">
      <input type="hidden" name="seed" value={seed} />
      <p>
        {`This deletes ${counted(cases, 'case')} and ${counted(mails, 'message')}, with all requests, deliveries and faults. You cannot undo it.`}
      </p>
      <Box
        name="account"
        value="too"
        label="Also reset the account: its settings, webhooks and API keys"
        checked={false}
      />
      <Actions back={base}>
        <button class="outline" data-variant="danger">
          {seed === 'empty' ? 'Empty it' : `Replace with: ${seedLabels[seed]}`}
        </button>
      </Actions>
    </form>
  </Office>
);

interface LiveProps {
  id: string;
  label: string;
  head: string[];
  /** The rows of a page, and the first of the next. */
  rows: Child[];
  /** The text if there are no rows. */
  empty: string;
  list: keyof Pages;
  pages: Pages;
}

/** A page of a table that updates itself. */
function LiveTable({ id, label, head, rows, empty, list, pages }: LiveProps) {
  const to = (page: number) => {
    const query = Object.entries({ ...pages, [list]: page }).map(([name, at]) => `${name}=${at}`);
    return `${base}?${query.join('&')}#${id}`;
  };
  return (
    <div id={id} data-live class="scroll" tabindex={0} role="region" aria-label={label}>
      {rows.length ? (
        <Table head={head}>{rows.slice(0, pageSize)}</Table>
      ) : (
        <p class="hint">{empty}</p>
      )}
      {(pages[list] > 1 || rows.length > pageSize) && (
        <div class="actions">
          {pages[list] > 1 && (
            <PlainLink href={to(pages[list] - 1)} aria-label={`Newer: ${label}`}>
              Newer
            </PlainLink>
          )}
          {rows.length > pageSize && (
            <PlainLink href={to(pages[list] + 1)} aria-label={`Older: ${label}`}>
              Older
            </PlainLink>
          )}
        </div>
      )}
    </div>
  );
}

const Requests = ({ requests, pages, endpoints }: Props) => (
  <Card title="API requests" id="api-requests">
    <details>
      <summary>Set a fault of the API</summary>
      <form method="post" action={`${base}/faults`} class="filters">
        <Select
          name="endpoint"
          label="Fault: requests to"
          value=""
          options={[['', 'Any endpoint'], ...endpoints]}
        />
        <Select name="fault" label="Answer" value="429" options={optionsOf(answerFaults)} />
        <Input name="times" label="How often" type="number" min="1" max="1000" value="1" />
        <button class="outline">Set</button>
      </form>
    </details>
    <LiveTable
      id="requests"
      list="requests"
      pages={pages}
      label="Requests"
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
    />
  </Card>
);

const Deliveries = ({ deliveries, pages, now }: Props) => (
  <Card title="Deliveries" id="event-deliveries">
    <details>
      <summary>Set a fault of deliveries</summary>
      <form method="post" action={`${base}/deliveries`} class="filters">
        <Select
          name="fault"
          id="delivery-fault"
          label="Fault: events are delivered"
          value="twice"
          options={optionsOf(deliveryFaults)}
        />
        <button class="outline">Set</button>
      </form>
    </details>
    <LiveTable
      id="deliveries"
      list="deliveries"
      pages={pages}
      label="Deliveries"
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
              {row.state === 'pending' && ['next ', <NextAttempt delivery={row} now={now} />]}
            </span>
            {row.answer && [<br />, row.answer]}
          </td>
        </tr>
      ))}
      empty="None yet. An event appears here if a webhook subscribes to it."
    />
  </Card>
);

export function Developer(props: Props) {
  return (
    <DeveloperPage here={base} title="Developer">
      <div data-events={`${base}/live?from=${props.revision}`}></div>
      <div class="two">
        <div>
          <Scenarios />
        </div>
        <div>
          <Clock {...props} />
          <Reset />
        </div>
      </div>
      <div class="two">
        <Deliveries {...props} />
        <Requests {...props} />
      </div>
    </DeveloperPage>
  );
}
