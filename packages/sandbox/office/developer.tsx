/** The developer's pages: the latest deliveries and requests, clock and reset; webhooks. */
import { Hono } from 'hono';
import type { Child } from 'hono/jsx';
import * as z from 'zod/mini';

import { clientName } from '../../../service/contract.ts';
import type { Around } from '../api/control.ts';
import type { LoggedRequest } from '../api/request-log.ts';
import type { Outbox } from '../domain/deliveries.ts';
import { valid } from '../domain/problem.ts';
import { seedNames, type SeedName } from '../domain/seeds.ts';
import type { Parts } from '../domain/services.ts';
import type { Webhook } from '../domain/subscriptions.ts';
import { AnswerTag, dealPath, eventPath, NextAttempt, receiverOf, requestPath } from './follow.tsx';
import { after, Card, counted, Facts, Form, Moment, Office, Table, Tabs, Tag } from './parts.tsx';

const base = '/back-office/developer';
const webhooks = `${base}/webhooks`;
const tabs = [
  [base, 'Activity'],
  [webhooks, 'Webhooks'],
  ['/openapi.json', 'OpenAPI 3.1'],
] as const;
/** The number of rows of each list. */
const latest = 8;

interface ListProps {
  title: string;
  head: string[];
  rows: Child[][];
  /** The text if there are no rows. */
  empty: string;
  /** The call of the control plane with all of them. */
  all: string;
}

/** The latest of a list. */
const Latest = ({ title, head, rows, empty, all }: ListProps) => (
  <Card title={title} id={title.toLowerCase().replace(/^.* /, '')}>
    {rows.length > 0 && <Table head={head} rows={rows} />}
    <p class="hint">
      {rows.length === latest && `The latest ${latest}. `}
      {rows.length ? <a href={all}>All as JSON</a> : empty}
    </p>
  </Card>
);

type Sent = ReturnType<Outbox['latest']>[number] & { client?: string };

const Deliveries = ({ sent, now }: { sent: Sent[]; now: string }) => (
  <Latest
    title="Deliveries"
    head={['Event', 'Case', 'State']}
    rows={sent.map((row) => [
      <>
        <a href={eventPath(row.application_id, row.event_id)}>{row.type}</a>
        <br />
        <span class="meta">
          <Moment iso={row.created_at} />
        </span>
      </>,
      row.client !== undefined && (
        <a href={`/back-office/cases/${row.application_id}`}>{row.client || 'Unnamed client'}</a>
      ),
      <>
        <Tag text={row.state} />{' '}
        <span class="meta">
          {row.attempts > 1 && `${counted(row.attempts, 'attempt')} `}
          <NextAttempt of={row} now={now} />
        </span>
        {row.answer && [<br />, row.answer]}
        <br />
        <span class="meta">{receiverOf(row)}</span>
      </>,
    ])}
    empty="None yet. An event appears here if a webhook subscribes to it."
    all="/_sandbox/deliveries"
  />
);

const Requests = ({ requests }: { requests: LoggedRequest[] }) => (
  <Latest
    title="API requests"
    head={['Request', 'Status', 'Time']}
    rows={requests.map(({ id, method, path, status, at }) => [
      <a href={requestPath(id)}>
        <code>{`${method} ${path}`}</code>
      </a>,
      <AnswerTag status={status} />,
      <Moment iso={at} />,
    ])}
    empty="None yet. Each API call will appear here with its body and the answer."
    all="/_sandbox/requests"
  />
);

/** The hours by which a button moves the clock. */
const later = { 'One hour later': 1, 'One day later': 24, '31 days later': 31 * 24 };

const Clock = ({ now }: { now: string }) => (
  <Card title="Clock">
    <p>
      <Moment iso={now} />
    </p>
    <Form action={`${base}/clock`}>
      {Object.entries(later).map(([label, hours]) => (
        <button class="outline" name="seconds" value={String(hours * 3600)}>
          {label}
        </button>
      ))}
    </Form>
  </Card>
);

/** The starting data, and the text of each button. */
const seedLabels = {
  empty: 'Leave it empty',
  showcase: 'Begin with sample cases',
} as Record<SeedName, string>;

/** The buttons are behind a summary, so nobody presses one in error. */
const Reset = () => (
  <Card title="Start over">
    <details>
      <summary>Delete everything…</summary>
      <p>This deletes all cases, messages, webhooks and API keys. You cannot undo it.</p>
      <Form action={`${base}/reset`}>
        {Object.entries(seedLabels).map(([seed, label]) => (
          <button class="outline" data-variant="danger" name="seed" value={seed}>
            {label}
          </button>
        ))}
      </Form>
    </details>
  </Card>
);

const Hook = ({ hook }: { hook: Webhook }) => (
  <Card title={hook.url}>
    <Facts
      facts={[
        ['Status', <Tag text={hook.isFailing ? 'failing' : 'active'} />],
        ['Events', hook.events.join(', ')],
        ['Own header', Object.keys(hook.headers).join(', ')],
        ['Secret', <code>{hook.secret}</code>],
      ]}
    />
  </Card>
);

type Services = Parts<'clock' | 'cases' | 'subscriptions' | 'outbox'>;

/** The page with the latest deliveries and requests. */
function Activity({ services, around }: { services: Services; around: Around }) {
  const { clock, cases, outbox } = services;
  const now = clock.iso();
  const sent = outbox.latest(latest).map((row) => {
    // An event may be about no case.
    const found = cases.named(row.application_id);
    return { ...row, client: found && clientName(found) };
  });
  return (
    <Office title="Developer" section={base}>
      <Tabs label="Pages of Developer" tabs={tabs} here={base} />
      <div class="two">
        <Deliveries sent={sent} now={now} />
        <Requests requests={around.log.latest().slice(0, latest)} />
      </div>
      <div class="two">
        <Clock now={now} />
        <Reset />
      </div>
    </Office>
  );
}

const Webhooks = ({ hooks }: { hooks: Webhook[] }) => (
  <Office title="Webhooks" section={base}>
    <Tabs label="Pages of Developer" tabs={tabs} here={webhooks} />
    {hooks.map((hook) => (
      <Hook hook={hook} />
    ))}
    <p class="hint">
      The sandbox sends each event to every webhook that lists it, signed with the webhook's secret
      (Standard Webhooks). It repeats a failed delivery up to fifteen times. Programs register
      webhooks by the API; enter others in <a href="/back-office/account">the account's JSON</a>.
    </p>
  </Office>
);

/** The actions of the forms, by path, with an `id` from the path. @returns the next page. */
const actsOf = (
  { clock, outbox }: Services,
  { faults, reset }: Around,
): Record<string, (form: Record<string, unknown>, id: string) => string> => ({
  '/deliveries/:id/again': (_, id) => after(dealPath(outbox.sendAgain(id))),
  /** Ends all faults and sets the clock back to now. */
  '/undo'() {
    faults.clear();
    outbox.disturb({});
    clock.backToNow();
    outbox.followClock();
    return after(base);
  },
  '/clock'({ seconds }) {
    clock.advance(Math.min(Math.max(Number(seconds) || 0, 0), 366 * 24 * 3600) * 1000);
    outbox.look();
    return after(base);
  },
  '/reset'({ seed }) {
    reset(valid(z.enum(seedNames), seed));
    return after('/back-office');
  },
});

export function developerRoutes(services: Services, around: Around) {
  const app = new Hono();
  app.get('/', (c) => c.html(<Activity services={services} around={around} />));
  app.get('/webhooks', (c) =>
    c.html(<Webhooks hooks={services.subscriptions.all().toReversed()} />),
  );
  for (const [path, act] of Object.entries(actsOf(services, around))) {
    app.post(path, async (c) =>
      c.redirect(act(await c.req.parseBody(), c.req.param('id') ?? ''), 303),
    );
  }
  return app;
}
