/** *Back office → Developer*: the webhooks, also those that staff enter by hand. */
import { Hono, type Context } from 'hono';

import { NewWebhook } from '../api/webhooks.ts';
import type { DeliveryRow } from '../domain/delivery-store.ts';
import { eventNames } from '../domain/event-names.ts';
import { fieldProblem, valid } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import type { NewSubscription, Subscription } from '../domain/subscriptions.ts';
import {
  answer,
  contentOf,
  leadTo,
  list,
  readForm,
  takeContent,
  text,
  type Refused,
  type Values,
} from '../web/form.ts';
import { Once, Removal, SectionPage, webhooksPath as here } from './section-page.tsx';
import { eventPath } from './deal-page.tsx';
import {
  account,
  Actions,
  ButtonLink,
  Choices,
  Facts,
  Group,
  Input,
  Moment,
  PlainLink,
  Press,
  Tag,
} from './parts.tsx';

const labels = { url: 'Address', events: 'Events', secret: 'Secret', headers: 'Own header' };
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
        {hook.deliveries.map((row) => (
          <li>
            <a href={eventPath(row.application_id, row.event_id)}>{row.type}</a>{' '}
            <Tag text={row.state} />{' '}
            <span class="meta">
              <Moment iso={row.created_at} /> {row.answer ?? ''}
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
  <SectionPage section="developer" here="/webhooks" title="Webhooks">
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
  </SectionPage>
);

interface FormProps extends Refused {
  values: Values;
  /** The existing webhook. Its secret has its own button. */
  existing?: Subscription;
}

function Form({ values, existing, errors = {} }: FormProps) {
  return (
    <SectionPage
      section="developer"
      here="/webhooks"
      title={existing ? 'Change the webhook' : 'New webhook'}
      errors={errors}
    >
      <form method="post" class="card" novalidate>
        <Input
          name="url"
          label={labels.url}
          value={text(values.url)}
          type="url"
          maxlength={2000}
          error={errors.url}
        />
        <Choices
          name="events"
          label={labels.events}
          options={eventNames.map((name) => [name, name] as const)}
          values={list(values.events)}
          error={errors.events}
        />
        {!existing && (
          <Input
            name="secret"
            label={labels.secret}
            note="optional"
            value={text(values.secret)}
            hint="Enter whsec_ and 24 to 64 bytes in base64, or leave it empty to generate one. It is shown only once."
            error={errors.secret}
            maxlength={200}
            autocomplete="off"
          />
        )}
        <Group
          name="headers"
          label={labels.headers}
          note="optional"
          hint={
            existing?.header_names.length
              ? `Current header: ${existing.header_names.join(', ')}. Leave this empty to keep it.`
              : 'For receivers that can only check a header.'
          }
          error={errors.headers}
        >
          <div class="grid">
            <Input
              name="header_name"
              label="Name"
              value={text(values.header_name)}
              maxlength={200}
              autocomplete="off"
            />
            <Input
              name="header_value"
              label="Value"
              value={text(values.header_value)}
              maxlength={1000}
              autocomplete="off"
            />
          </div>
        </Group>
        <Actions back={here} />
      </form>
    </SectionPage>
  );
}

const Secret = ({ url, secret }: { url: string; secret: string }) => (
  <SectionPage section="developer" here="/webhooks" title="The secret of the webhook">
    <Once
      about={`The sandbox signs events for ${url} with this secret. Copy it now. It is shown only once.`}
      value={secret}
      back={here}
    />
  </SectionPage>
);

/** The form's values for the API. @throws Problem 422. */
function toSubscription(values: Values): NewSubscription {
  const events = list(values.events);
  const [url, name, value] = [values.url, values.header_name, values.header_value].map(text);
  if (!events.length) throw fieldProblem('events', 'must be chosen');
  if (!name && value) throw fieldProblem('headers', 'needs a name');
  if (name && !value) throw fieldProblem('headers', 'needs a value');
  const headers = name ? { [name]: value! } : undefined;
  return valid(NewWebhook, { url, events, ...(headers && { headers }) });
}

/** The pages and the actions of their buttons. */
export function hookRoutes(services: Parts<'subscriptions' | 'cases' | 'workflow' | 'outbox'>) {
  const { subscriptions, outbox, cases, workflow } = services;
  const app = new Hono();
  const idOf = (c: Context) => String(c.req.param('id'));
  const find = (c: Context) => subscriptions.get(account, idOf(c));

  app.get('/', (c) => {
    const { url, secret } = takeContent<{ url: string; secret: string }>(c);
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
    const { values = {}, errors } = contentOf(c);
    return c.html(<Form values={values} errors={errors} />);
  });
  app.post('/new', async (c) => {
    const values = await readForm(c);
    return answer(c, { page: `${here}/new`, values, labels }, () => {
      const secret = text(values.secret) || undefined;
      const made = subscriptions.enter(account, { ...toSubscription(values), secret });
      return leadTo(c, here, { url: made.url, secret: made.secret });
    });
  });
  app.get('/:id', (c) => {
    const existing = find(c);
    const { values = { url: existing.url, events: existing.events }, errors } = contentOf(c);
    return c.html(<Form {...{ values, existing, errors }} />);
  });
  app.post('/:id', async (c) => {
    const { id } = find(c);
    const values = await readForm(c);
    return answer(c, { page: `${here}/${id}`, values, labels }, () => {
      subscriptions.change(account, id, toSubscription(values));
      return here;
    });
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
    return leadTo(c, here, { url, secret });
  });
  app.post('/:id/remove', (c) => {
    subscriptions.remove(account, find(c).id);
    return c.redirect(here, 303);
  });
  return app;
}
