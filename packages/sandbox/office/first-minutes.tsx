/**
 * The first five minutes: a list of steps on the start page. It ticks completed steps and
 * disappears after the last one.
 */
import { Hono } from 'hono';
import type { Child } from 'hono/jsx';

import { events } from '../../../service/contract.ts';
import { Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { dealPath } from './deal-page.tsx';
import { revisionOf, type Around } from './deal-routes.tsx';
import { Connection, ownKey } from './connection.tsx';
import { account, Card, Copy, Press } from './parts.tsx';

type Needs = Parts<'store' | 'workflow' | 'subscriptions' | 'outbox'>;
/** The sandbox can receive events itself, for users without a receiver. */
export const receiverPath = '/receiver';

/** The completed steps, from stored data, with a link to each. */
function progressOf({ store, outbox }: Needs, { visits }: Around) {
  const one = (sql: string) => store.get<{ id: string }>(`select ${sql} limit 1`)?.id;
  const token = one(`token as id from portals where state = 'open' order by rowid desc`);
  return {
    hasConnected: one('id from accounts where used_at is not null') !== undefined,
    hasCalled: one('portal_id as id from portals') !== undefined,
    link: token && outbox.portalUrl(token),
    hasOpened:
      one(`seq as id from timeline where who = 'Client'`) !== undefined ||
      visits.find({ method: 'GET', status: 200 }).length > 0,
    open: one(
      `application_id as id from cases where status_review = 'in_review' order by seq desc`,
    ),
    approved: one(
      `application_id as id from cases where status_review = 'approved' order by seq desc`,
    ),
    hasArrived: one(`seq as id from deliveries where state = 'delivered'`) !== undefined,
  };
}

const firstCall = (url: string, apiKey: string) =>
  `curl -X POST -H "Authorization: ${apiKey}" -H "Content-Type: application/json" -d '{}' ${url}/api/portals`;

interface Step {
  title: string;
  isDone: boolean;
  /** The instructions of the next step. */
  children: Child;
}

function stepsOf(services: Needs, around: Around): Step[] {
  const { link, open, approved, ...has } = progressOf(services, around);
  const [url, apiKey] = [around.url(), ownKey(services)];
  return [
    {
      title: 'Copy the address and the key into the connection of your Zap',
      isDone: has.hasConnected,
      children: <Connection url={url} apiKey={apiKey} />,
    },
    {
      title: 'Make the first call: a portal for a client',
      isDone: has.hasCalled,
      children: (
        <div class="actions">
          <Press action="/back-office/first/call">Make it here</Press>
          <Copy text={firstCall(url, apiKey)}>Copy it as curl</Copy>
        </div>
      ),
    },
    {
      title: 'Open the portal as the client',
      isDone: has.hasOpened,
      children: link && (
        <a href={link} target="_blank">
          The page of the client
        </a>
      ),
    },
    {
      title: 'Submit it, then approve the case',
      isDone: approved !== undefined,
      children: open ? (
        <a href={`/back-office/cases/${open}`}>The case in review</a>
      ) : (
        link && (
          <a href={link} target="_blank">
            The page of the client
          </a>
        )
      ),
    },
    {
      title: 'See the event arrive',
      isDone: has.hasArrived,
      children: approved && (
        <>
          <p class="hint">
            If your Zap is on, it gets the event. <a href={dealPath(approved)}>Follow it</a>, or let
            the sandbox receive it.
          </p>
          <Press action="/back-office/first/event">Send the event to the sandbox</Press>
        </>
      ),
    },
  ];
}

/** The list, until all steps are complete. */
export function FirstMinutes({ services, around }: { services: Needs; around: Around }) {
  const steps = stepsOf(services, around);
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  const revision = revisionOf(services, around);
  return (
    <>
      <div data-events={`/back-office/developer/live?from=${revision}`}></div>
      <div id="first" data-live>
        <Card title="First five minutes">
          <ol class="first">
            {steps.map((step) => (
              <li class={step.isDone ? 'done' : undefined}>
                {step.title}
                {step.isDone && <span class="visually-hidden"> (done)</span>}
                {step === next && <div>{step.children}</div>}
              </li>
            ))}
          </ol>
        </Card>
      </div>
    </>
  );
}

/** The actions of the list's buttons. */
export function firstRoutes(services: Needs, around: Around) {
  const { workflow, subscriptions, outbox } = services;
  const app = new Hono();
  app.post('/call', async (c) => {
    const headers = { authorization: ownKey(services), 'content-type': 'application/json' };
    await fetch(`${around.address()}/api/portals`, { method: 'POST', headers, body: '{}' });
    return c.redirect('/back-office', 303);
  });
  app.post('/event', (c) => {
    const { approved } = progressOf(services, around);
    if (!approved) throw new Problem(409, 'Approve a case first.');
    const type = events.case_review_updated;
    const hook = { url: around.address() + receiverPath, events: [type] };
    const { id } = subscriptions.add(account, hook);
    outbox.sendTo(account, id, type, workflow.tell(account, approved));
    return c.redirect(dealPath(approved), 303);
  });
  return app;
}
