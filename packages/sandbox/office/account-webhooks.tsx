/** *Back office → Account*: webhooks that staff enter by hand. */
import { Hono, type Context } from 'hono';

import { NewWebhook } from '../api/webhooks.ts';
import type { DeliveryRow } from '../domain/delivery-store.ts';
import { eventNames } from '../domain/event-names.ts';
import { fieldProblem, valid } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import type { NewSubscription, Subscription } from '../domain/subscriptions.ts';
import { keptFor, keptOnce, showOn } from '../web/kept.ts';
import { eventPath } from './deal-page.tsx';
import { AccountPage, accountPath, Line, Once, Removal, texts, trying } from './account-parts.tsx';
import {
  account,
  Actions,
  ButtonLink,
  Choices,
  Facts,
  Moment,
  PlainLink,
  Press,
  Tag,
  text,
} from './parts.tsx';

const here = `${accountPath}/webhooks`;
const labels = { url: 'Address', events: 'Events', secret: 'Secret', headers: 'Header' };
/** The number of deliveries that the page shows. */
const mostDeliveries = 5;

interface Hook extends Subscription {
  isByHand: boolean;
  deliveries: DeliveryRow[];
}

const Deliveries = ({ hook }: { hook: Hook }) => (
  <div id={`deliveries-${hook.id}`} data-live>
    <h3>Last deliveries</h3>
    {hook.deliveries.length ? (
      <ul class="unstyled">
        {hook.deliveries.map(({ event_id, application_id, type, state, answer, created_at }) => (
          <li>
            <a href={eventPath(application_id, event_id)}>{type}</a> <Tag text={state} />{' '}
            <span class="meta">
              <Moment iso={created_at} /> {answer ?? ''}
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p>None yet.</p>
    )}
  </div>
);

const Card = ({ hook }: { hook: Hook }) => {
  const base = `${here}/${hook.id}`;
  return (
    <section class="card" aria-label={hook.url}>
      <div class="hstack justify-between">
        <h2>{hook.url}</h2>
        <span>
          <Tag text={hook.status} />
        </span>
      </div>
      <Facts
        facts={[
          ['Events', hook.events.join(', ')],
          ['Own header', hook.header_names.join(', ') || 'none'],
          ['Entered', hook.isByHand ? 'by hand' : 'by a program, through the API'],
        ]}
      />
      <Deliveries hook={hook} />
      <div class="actions">
        <Press
          action={`${base}/test`}
          class="outline"
          aria-label={`Send test event to ${hook.url}`}
        >
          Send test event
        </Press>
        <Press action={`${base}/secret`} class="outline" aria-label={`New secret for ${hook.url}`}>
          New secret
        </Press>
        <PlainLink href={base} aria-label={`Change ${hook.url}`}>
          Change
        </PlainLink>
        {hook.status !== 'active' && (
          <Press
            action={`${base}/recover`}
            class="outline"
            aria-label={`Repeat failed deliveries to ${hook.url}`}
          >
            Repeat failed deliveries
          </Press>
        )}
      </div>
      <Removal
        action={`${base}/remove`}
        what={hook.url}
        warning="Its pending deliveries are dropped."
      />
    </section>
  );
};

const List = ({ hooks }: { hooks: Hook[] }) => (
  <AccountPage here="/webhooks" title="Webhooks">
    <div data-events="/back-office/developer/live"></div>
    <section class="card">
      <p class="hint">
        The sandbox sends each event to every webhook that lists it, signed with the webhook's
        secret (Standard Webhooks). It repeats a failed delivery up to fifteen times.
      </p>
      <div class="actions">
        <ButtonLink href={`${here}/new`}>Add a webhook</ButtonLink>
      </div>
    </section>
    {hooks.length === 0 && <p class="card">None yet.</p>}
    {hooks.map((hook) => (
      <Card hook={hook} />
    ))}
  </AccountPage>
);

interface Typed {
  url: string;
  events: string[];
  secret?: string;
  header_name?: string;
  header_value?: string;
}
interface FormProps {
  typed: Typed;
  /** The existing webhook. Its secret has its own button. */
  existing?: Subscription;
  problem?: string;
}

function Form({ typed, existing, problem }: FormProps) {
  return (
    <AccountPage
      here="/webhooks"
      title={existing ? 'Change the webhook' : 'New webhook'}
      problem={problem}
    >
      <form method="post" class="card" novalidate>
        <Line name="url" label={labels.url} value={typed.url} type="url" max={2000} />
        <Choices
          id="events"
          legend={labels.events}
          name="events"
          options={eventNames.map((name) => [name, name] as const)}
          values={typed.events}
        />
        <div class="grid">
          {!existing && (
            <Line
              name="secret"
              label={labels.secret}
              value={typed.secret}
              hint="Enter whsec_ and 24 to 64 bytes in base64, or leave it empty to generate one. It is shown only once."
              optional
            />
          )}
          <Line
            name="header_name"
            label="Own header: name"
            value={typed.header_name}
            hint={
              existing?.header_names.length
                ? `Current header: ${existing.header_names.join(', ')}. Leave this empty to keep it.`
                : 'For receivers that can only check a header.'
            }
            optional
          />
          <Line
            name="header_value"
            label="Own header: value"
            value={typed.header_value}
            optional
            max={1000}
          />
        </div>
        <Actions back={here} />
      </form>
    </AccountPage>
  );
}

const Secret = ({ url, secret }: { url: string; secret: string }) => (
  <Once
    here="/webhooks"
    title="The secret of the webhook"
    about={`The sandbox signs events for ${url} with this secret. Copy it now. It is shown only once.`}
    value={secret}
  />
);

async function formOf(c: Context): Promise<Typed> {
  const form = await c.req.parseBody({ all: true });
  return {
    url: text(form.url),
    events: texts(form.events),
    secret: text(form.secret) || undefined,
    header_name: text(form.header_name),
    header_value: text(form.header_value),
  };
}

/** The form's values for the API. @throws Problem 422. */
function toSubscription({
  url,
  events,
  secret,
  header_name,
  header_value,
}: Typed): NewSubscription {
  if (!events.length) throw fieldProblem('events', 'must be chosen');
  if (!header_name && header_value) throw fieldProblem('headers', 'needs a name');
  if (header_name && !header_value) throw fieldProblem('headers', 'needs a value');
  const headers = header_name ? { [header_name]: header_value! } : undefined;
  return { ...valid(NewWebhook, { url, events, ...(headers && { headers }) }), secret };
}

/** The pages and the actions of their buttons. */
export function hookRoutes(services: Parts<'subscriptions' | 'cases' | 'workflow' | 'outbox'>) {
  const { subscriptions, outbox, cases, workflow } = services;
  const app = new Hono();
  const idOf = (c: Context) => String(c.req.param('id'));
  const find = (c: Context) => subscriptions.get(account, idOf(c));

  app.get('/', (c) => {
    const { url, secret } = keptOnce<{ url: string; secret: string }>(c);
    if (url && secret) return c.html(<Secret url={url} secret={secret} />);
    const byHand = new Set(subscriptions.entered(account).map(({ id }) => id));
    const hooks = subscriptions.list(account, 100).map((hook) => ({
      ...hook,
      isByHand: byHand.has(hook.id),
      deliveries: outbox.latestOf(hook.id, mostDeliveries),
    }));
    return c.html(<List hooks={hooks} />);
  });
  app.get('/new', (c) => {
    const { typed = { url: '', events: [] }, problem } = keptFor<FormProps>(c);
    return c.html(<Form typed={typed} problem={problem} />);
  });
  app.post('/new', async (c) => {
    const typed = await formOf(c);
    return trying(
      labels,
      () => {
        const { url, secret } = subscriptions.enter(account, toSubscription(typed));
        return showOn(c, here, { url, secret });
      },
      (problem) => showOn(c, `${here}/new`, { typed, problem }),
    );
  });
  app.get('/:id', (c) => {
    const existing = find(c);
    const { typed = existing, problem } = keptFor<FormProps>(c);
    return c.html(<Form {...{ typed, existing, problem }} />);
  });
  app.post('/:id', async (c) => {
    const [existing, typed] = [find(c), await formOf(c)];
    return trying(
      labels,
      () => {
        subscriptions.change(account, existing.id, toSubscription({ ...typed, secret: undefined }));
        return c.redirect(here, 303);
      },
      (problem) => showOn(c, `${here}/${existing.id}`, { typed, problem }),
    );
  });
  app.post('/:id/test', (c) => {
    const newest = cases.newest(account);
    const about = newest ? workflow.tell(account, newest) : { application_id: 'app_example' };
    outbox.sendTo(account, find(c).id, 'webhooks.test', about);
    return c.redirect(here, 303);
  });
  app.post('/:id/recover', (c) => {
    outbox.recover(account, find(c).id);
    return c.redirect(here, 303);
  });
  app.post('/:id/secret', (c) => {
    const { url, id } = find(c);
    const { secret } = subscriptions.rotateSecret(account, id);
    return showOn(c, here, { url, secret });
  });
  app.post('/:id/remove', (c) => {
    subscriptions.remove(account, find(c).id);
    return c.redirect(here, 303);
  });
  return app;
}
