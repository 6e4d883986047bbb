/** *Back office → Developer*: the webhooks, also those that staff enter in the account's JSON. */
import { Hono, type Context } from 'hono';

import type { Parts } from '../domain/services.ts';
import type { Subscription } from '../domain/subscriptions.ts';
import { deliveriesPath, DeveloperPage, webhooksPath as here } from './developer.tsx';
import { after, Careful, Copy, Facts, Press, Tag } from './parts.tsx';

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

const Webhooks = ({ hooks }: { hooks: Hook[] }) => (
  <DeveloperPage here={here} title="Webhooks">
    {hooks.map((hook) => (
      <Card hook={hook} />
    ))}
    <p class="hint">
      The sandbox sends each event to every webhook that lists it, signed with the webhook's secret
      (Standard Webhooks). It repeats a failed delivery up to fifteen times. Programs register
      webhooks by the API; enter others in <a href="/back-office/account">the account's JSON</a>.
    </p>
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
    return c.html(<Webhooks hooks={hooks} />);
  });
  // What becomes of a delivery is on the developer page.
  app.post('/:id/test', (c) => {
    const newest = cases.newest();
    const about = newest ? workflow.tell(newest) : { application_id: 'app_example' };
    outbox.sendTo(find(c), 'webhooks.test', about);
    return c.redirect(after(deliveriesPath, 'hookTested'), 303);
  });
  app.post('/:id/recover', (c) => {
    const count = outbox.recover(find(c));
    return c.redirect(after(deliveriesPath, count ? 'hookRecovered' : 'noneFailed'), 303);
  });
  app.post('/:id/remove', (c) => {
    outbox.unsubscribe(find(c));
    return c.redirect(after(here, 'hookDeleted'), 303);
  });
  return app;
}
