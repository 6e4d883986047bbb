/**
 * The first run: one deal from the CRM to the decision, on one page. Nothing outside is needed: the
 * sandbox calls its own API, fills in the portal and receives its own events.
 */
import { Hono } from 'hono';
import type { Child } from 'hono/jsx';

import { events } from '../../../service/contract.ts';
import type { Around } from '../api/control.ts';
import { existing, Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { isDecided, stateOf } from '../domain/states.ts';
import { newId, type Store } from '../domain/store.ts';
import { portalsOf } from '../domain/stored-portals.ts';
import { dealPath } from './follow.tsx';
import { isHere } from '../web/access.ts';
import { ButtonLink, Card, Facts, Office, Press, reviewer } from './parts.tsx';

type Needs = Parts<'store' | 'cases' | 'subscriptions' | 'outbox' | 'apiKeys'>;
export const firstRunPath = '/back-office/start';
/** The sandbox receives its events here, so nobody needs a receiver. */
export const receiverPath = '/receiver';

/** The deal of the run in the CRM, as a Zap would send it. */
const deal = {
  business: { organization_name: 'Lumen Studio SAS', country: 'FRA' },
  custom_fields: { email: 'contact@lumen.example' },
  is_draft: true,
};
/** The reference of the latest deal. */
const latestOf = (store: Store) => store.collection<{ reference: string }>('first_run');
const wanted = [events.case_submitted, events.case_review_updated, events.collect_opened];

/** The case of the latest run. */
const caseOf = ({ store, cases }: Needs) =>
  cases.named(latestOf(store).get('deal')?.reference ?? '');

interface Step {
  title: string;
  isDone: boolean;
  about: Child;
  /** The buttons of the next step. */
  act?: Child;
}

/** The steps. The first that is not done has the buttons. */
function stepsOf(services: Needs): Step[] {
  const found = caseOf(services);
  const id = found?.application_id;
  const [portal] = id ? portalsOf(services.store, id) : [];
  const state = found && stateOf(found);
  const decided = !!state && isDecided(state);
  const sent = id ? services.outbox.eventsOf(id) : [];
  const decision = sent.findLast(({ type }) => type === events.case_review_updated);
  const hasArrived = !!decision?.deliveries.some((delivery) => delivery.state === 'delivered');
  const decide = { action: `${firstRunPath}/decision`, name: 'status' };
  return [
    {
      title: 'Create a deal',
      isDone: found !== undefined,
      about:
        'A deal reaches its stage in the CRM. Two calls of the API make a case and a portal link for its client.',
      act: <Press action={`${firstRunPath}/deal`}>Create a deal</Press>,
    },
    {
      title: 'Submit the portal as the client',
      isDone: found !== undefined && state !== 'draft',
      about:
        'The client opens the link. A test client fills the portal in. Read it, confirm it and submit it: you come back here.',
      act: portal && (
        <Press action={`/portals/${portal.token}/fill`}>Open the portal, filled in</Press>
      ),
    },
    {
      title: 'Decide as the reviewer',
      isDone: decided,
      about: [
        'A reviewer decides about the case: here',
        id && [', or on ', <a href={`/back-office/cases/${id}`}>its page in the office</a>],
        '.',
      ],
      act: [
        <Press {...decide} value="approved">
          Approve
        </Press>,
        <Press {...decide} class="outline" value="rejected">
          Reject
        </Press>,
      ],
    },
    {
      title: 'See the event arrive',
      isDone: decided && hasArrived,
      about:
        'The sandbox sends signed events to a receiver of its own, in a moment. A Zap gets the same.',
      act: <ButtonLink href={firstRunPath}>Look again</ButtonLink>,
    },
    {
      title: 'Follow the deal',
      isDone: false,
      about:
        'One page has all of it, newest first: calls, mails, events and deliveries. Any delivery can be sent again there.',
      act: id && [
        <ButtonLink href={dealPath(id)}>Follow this deal</ButtonLink>,
        <Press action={`${firstRunPath}/deal`} class="outline">
          Create another deal
        </Press>,
      ],
    },
  ];
}

function Steps({ steps }: { steps: Step[] }) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card title="One deal, from the CRM to the decision">
      <ol class="first">
        {steps.map((step) => (
          <li>
            <strong class={step.isDone ? 'done' : undefined}>{step.title}</strong>
            {step.isDone && <span class="visually-hidden"> (done)</span>}
            <p class="hint">{step.about}</p>
            {step === next && <div class="actions">{step.act}</div>}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** What other programs need to connect. */
const Connect = ({ url, apiKey }: { url: string; apiKey: string }) => (
  <Card title="Connect Zapier, n8n or an assistant">
    <p>The first run does not need this.</p>
    <Facts
      facts={[
        ['Base URL', <code>{url}</code>],
        ['API key', <code>{apiKey}</code>],
        ['For assistants', <code>{`${url}/mcp`}</code>],
      ]}
    />
    {isHere(new URL(url)) && (
      <p>
        Programs in a cloud cannot reach 127.0.0.1. Start a tunnel to this port, then the sandbox
        with SANDBOX_URL, the address of the tunnel, and a SANDBOX_PASSWORD of yours.
      </p>
    )}
  </Card>
);

const FirstRun = ({ steps, ...place }: { steps: Step[]; url: string; apiKey: string }) => (
  <Office title="First run" section={firstRunPath}>
    <p>
      The sandbox is a test service, not needed in production. It verifies nobody and sends nothing
      to the internet by itself.
    </p>
    <div class="two">
      <Steps steps={steps} />
      <Connect {...place} />
    </div>
  </Office>
);

/** A call of the sandbox's own API, as a Zap makes it. @throws Problem 409 with its answer. */
async function callApi({ address }: Around, authorization: string, path: string, body: object) {
  const answer = await fetch(address() + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (answer?.status === 201) return (await answer.json()) as { application_id: string };
  const what = answer ? `answered ${answer.status}` : 'closed the connection';
  throw new Problem(409, `The API ${what}. Undo the fault that stands, then press again.`);
}

/** The page and its buttons. */
export function firstRunRoutes(services: Needs, around: Around) {
  const { store, cases, subscriptions, apiKeys } = services;
  const app = new Hono();
  app.get('/', (c) =>
    c.html(<FirstRun steps={stepsOf(services)} url={around.url()} apiKey={apiKeys.own} />),
  );
  app.post('/deal', async (c) => {
    subscriptions.add({ url: around.address() + receiverPath, events: wanted });
    const reference = newId('first-run');
    const body = { ...deal, external_reference: reference };
    const { application_id } = await callApi(around, apiKeys.own, '/api/applications', body);
    latestOf(store).put('deal', { reference });
    // The client comes back to this page.
    const redirect_url = new URL(firstRunPath, c.req.url).href;
    await callApi(around, apiKeys.own, `/api/applications/${application_id}/portals`, {
      redirect_url,
    });
    return c.redirect(firstRunPath, 303);
  });
  app.post('/decision', async (c) => {
    const found = existing(caseOf(services), 'Create a deal first.');
    // A page opened earlier still has the buttons.
    if (isDecided(stateOf(found))) return c.redirect(firstRunPath, 303);
    const { status } = await c.req.parseBody();
    const decision = { status: String(status), text: 'Decided in the first run' };
    cases.change(reviewer, found.application_id, (one) => one.decide(decision));
    return c.redirect(firstRunPath, 303);
  });
  return app;
}
