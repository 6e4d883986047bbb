/** *Back office → Account*: the API keys, and the set-up as a JSON file. */
import { Hono } from 'hono';

import { accountFile, placesOf, readJson, takeAccount } from '../domain/account-file.ts';
import type { ApiKey } from '../domain/api-keys.ts';
import { fieldProblem, unlessRefused } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { contentOf, isStale, leadTo, text } from '../web/form.ts';
import { act, after, Card, Form, Office, Press, Tag, TextArea } from './parts.tsx';

const path = '/back-office/account';

const Keys = ({ keys }: { keys: ApiKey[] }) => (
  <Card title="API keys">
    <ul class="list unstyled">
      {keys.map(({ id, name, api_key, revoked_at }) => (
        <li>
          <span>
            <span dir="auto">{name}</span>{' '}
            {revoked_at ? <Tag text="revoked" kind="bad" /> : <code>{api_key}</code>}
          </span>
          {!revoked_at && id && (
            <Press
              action={`${path}/keys/${id}/revoke`}
              class="outline small"
              aria-label={`Revoke ${name}`}
            >
              Revoke
            </Press>
          )}
        </li>
      ))}
    </ul>
    <Form action={`${path}/keys`} fields={[{ name: 'name', maxlength: 80, required: true }]}>
      <button class="outline">Make a key</button>
    </Form>
  </Card>
);

interface Props {
  account: object;
  keys: ApiKey[];
  /** The text of a form that was made from an older account. */
  typed?: string;
}

const code = { rows: 24, class: 'code', spellcheck: false };

const Account = ({ account, keys, typed }: Props) => (
  <Office title="Account" section={path}>
    <Keys keys={keys} />
    <section class="card">
      <p class="hint">
        The account is one JSON file. A part that you leave out does not change. An empty list
        empties its part, except webhooks: the API removes one. docs/sandbox.md lists the fields and
        their values. npm start -- --account FILE reads the same file.
      </p>
      <Form
        action={path}
        of={account}
        autocomplete="off"
        fields={[{ name: 'json', value: `${JSON.stringify(account, null, 2)}\n`, ...code }]}
      >
        <button>Save</button>
      </Form>
      {typed && <TextArea name="typed" label="What you typed" value={typed} readonly {...code} />}
    </section>
  </Office>
);

const stale =
  'Nothing was changed: the account has changed since you opened this page. It is shown as it is now, and what you typed beside it.';

/** The page and the actions of its buttons. */
export function accountRoutes(services: Parts<'store' | 'account' | 'apiKeys' | 'subscriptions'>) {
  const { apiKeys } = services;
  const app = new Hono();
  app.get('/', (c) => {
    const { typed } = contentOf<Props>(c);
    return c.html(<Account account={accountFile(services)} keys={apiKeys.list()} typed={typed} />);
  });
  app.post('/', (c) =>
    act(c, path, (form) => {
      const json = text(form.json);
      if (isStale(form, accountFile(services))) {
        return leadTo(c, path, { typed: json, errors: { json: stale } });
      }
      return unlessRefused(
        () => {
          takeAccount(services, readJson(json));
          return after(path);
        },
        (problem) => {
          throw fieldProblem('json', `changes nothing. ${placesOf(problem)}`);
        },
      );
    }),
  );
  app.post('/keys', (c) =>
    act(c, path, ({ name }) => {
      if (!text(name)) throw fieldProblem('name', 'must not be empty');
      apiKeys.make(text(name));
      return after(path);
    }),
  );
  app.post('/keys/:id/revoke', (c) => {
    apiKeys.revoke(c.req.param('id'));
    return c.redirect(after(path), 303);
  });
  return app;
}
