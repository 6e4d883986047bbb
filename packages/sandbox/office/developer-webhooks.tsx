/** *Back office → Developer*: the webhooks, also those that staff enter by hand. */
import { Hono, type Context } from 'hono';

import { NewWebhook } from '../api/webhooks.ts';
import { eventNames } from '../domain/event-names.ts';
import { fieldProblem, valid } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import type { Subscription } from '../domain/subscriptions.ts';
import { answer, contentOf, list, readForm, text, type Refused } from '../web/form.ts';
import { deliveriesPath, DeveloperPage, webhooksPath as here } from './developer.tsx';
import { after, Careful, Choices, Copy, Facts, Input, Press, Submit, Tag } from './parts.tsx';

const labels = { url: 'Address', events: 'Events', secret: 'Secret' };
interface Hook extends Subscription {
  secret: string;
}

const Card = ({ hook }: { hook: Hook }) => {
  const base = `${here}/${hook.id}`;
  return (
    <section class="card">
      <h2>
        {hook.url} <Tag text={hook.status} />
      </h2>
      <Facts
        facts={[
          ['Events', hook.events.join(', ')],
          ['Own header', hook.header_names.join(', ') || undefined],
          [
            'Secret',
            <>
              <code>{hook.secret}</code> <Copy text={hook.secret}>Copy</Copy>
            </>,
          ],
        ]}
      />
      <div class="actions">
        <Press
          action={`${base}/test`}
          class="outline"
          aria-label={`Send test event to ${hook.url}`}
        >
          Send test event
        </Press>
        <Press
          action={`${base}/recover`}
          class="outline"
          aria-label={`Repeat failed deliveries to ${hook.url}`}
        >
          Repeat failed deliveries
        </Press>
      </div>
      <Careful verb="Remove" of={hook.url} action={`${base}/remove`} />
    </section>
  );
};

const Webhooks = ({ hooks, values = {}, errors = {} }: Refused & { hooks: Hook[] }) => (
  <DeveloperPage here={here} title="Webhooks" errors={errors}>
    {hooks.map((hook) => (
      <Card hook={hook} />
    ))}
    <form method="post" class="card" novalidate>
      <h2>Add a webhook</h2>
      <p class="hint">
        The sandbox sends each event to every webhook that lists it, signed with the webhook's
        secret (Standard Webhooks). It repeats a failed delivery up to fifteen times.
      </p>
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
      <Input
        name="secret"
        label={labels.secret}
        note="optional"
        value={text(values.secret)}
        hint="whsec_ and 24 to 64 bytes in base64. Leave it empty, and the sandbox makes one."
        error={errors.secret}
        maxlength={200}
        autocomplete="off"
      />
      <Submit>Add</Submit>
    </form>
  </DeveloperPage>
);

/** The page and the actions of its buttons. */
export function hookRoutes(services: Parts<'subscriptions' | 'cases' | 'workflow' | 'outbox'>) {
  const { subscriptions, outbox, cases, workflow } = services;
  const app = new Hono();
  const find = (c: Context) => subscriptions.find(String(c.req.param('id'))).id;

  app.get('/', (c) => {
    const hooks = subscriptions.list(100).map((hook) => ({
      ...hook,
      secret: subscriptions.find(hook.id).secret,
    }));
    return c.html(<Webhooks hooks={hooks} {...contentOf(c)} />);
  });
  app.post('/', async (c) => {
    const values = await readForm(c);
    return answer(c, { page: here, values, labels }, () => {
      const events = list(values.events);
      if (!events.length) throw fieldProblem('events', 'must be chosen');
      const input = valid(NewWebhook, { url: text(values.url), events });
      subscriptions.enter({
        url: input.url,
        events: input.events,
        secret: text(values.secret) || undefined,
      });
      return after(here, 'hookAdded');
    });
  });
  // What becomes of a delivery is on the developer page.
  app.post('/:id/test', (c) => {
    const newest = cases.newest();
    const about = newest ? workflow.tell(newest) : { application_id: 'app_example' };
    outbox.sendTo(find(c), 'webhooks.test', about);
    return c.redirect(after(deliveriesPath, 'hookTested'), 303);
  });
  app.post('/:id/recover', (c) => {
    outbox.recover(find(c));
    return c.redirect(after(deliveriesPath, 'hookRecovered'), 303);
  });
  app.post('/:id/remove', (c) => {
    outbox.unsubscribe(find(c));
    return c.redirect(after(here, 'hookDeleted'), 303);
  });
  return app;
}
