/** *Back office → Account*: the set-up as a JSON file, and the API keys. */
import { hash } from 'node:crypto';
import { Hono, type Context } from 'hono';

import { accountFile, placesOf, readJson, takeAccount } from '../domain/account-file.ts';
import { ownKey, type ApiKey } from '../domain/api-keys.ts';
import { unlessRefused } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { contentOf, leadTo, readForm, text, type Refused } from '../web/form.ts';
import { after, Card, Careful, Copy, Input, Office, Submit, Tag, TextArea } from './parts.tsx';

const path = '/back-office/account';

/** The sandbox's own pages need its key, so that one cannot be revoked. */
const Keys = ({ keys, error }: { keys: ApiKey[]; error?: string }) => (
  <Card title="API keys" id="keys">
    <ul class="list unstyled">
      {keys.map(({ id, name, api_key, revoked_at }) => (
        <li>
          <span>
            <span dir="auto">{name}</span> <code>{api_key}</code>{' '}
            {revoked_at ? <Tag text="revoked" kind="bad" /> : <Copy text={api_key}>Copy</Copy>}
          </span>
          {!revoked_at && api_key !== ownKey && (
            <Careful verb="Revoke" of={name} action={`${path}/keys/${id}/revoke`} />
          )}
        </li>
      ))}
    </ul>
    <form method="post" action={`${path}/keys`} class="filters">
      <Input name="name" label="Name of a new key" error={error} maxlength={80} required />
      <button class="outline">Make a key</button>
    </form>
  </Card>
);

interface Props extends Refused {
  json: string;
  /** The mark of the account as the page showed it when the text was typed. */
  shown: string;
  keys: ApiKey[];
}

const Account = ({ json, shown, keys, errors = {} }: Props) => (
  <Office title="Account" section={path} errors={errors}>
    <form method="post" action={path} class="card" autocomplete="off" novalidate>
      <input type="hidden" name="shown" value={shown} />
      <p class="hint">
        The account is one JSON file. A part that you leave out does not change. An empty list
        empties its part. docs/sandbox.md lists the fields and their values. compliance-sandbox
        start --account reads the same file.
      </p>
      <TextArea
        name="json"
        label="JSON"
        value={json}
        error={errors.json}
        rows={24}
        class="code"
        spellcheck={false}
      />
      <Submit>Save</Submit>
      <p>
        <a href={path}>Show the account as it is saved</a>
      </p>
    </form>
    <Keys keys={keys} error={errors.name} />
  </Office>
);

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** The mistake of a page that another one has changed the account since. */
const isOlder =
  'Nothing was changed: the account has changed since you opened this page. Copy this text, show the account as it is saved, and make your change there.';

/** The page and the actions of its buttons. */
export function accountRoutes(services: Parts<'store' | 'account' | 'apiKeys' | 'subscriptions'>) {
  const { apiKeys } = services;
  const app = new Hono();
  const mark = () => hash('sha256', asJson(accountFile(services)));
  app.get('/', (c) => {
    const { values = {}, errors } = contentOf(c);
    const json = text(values.json) || asJson(accountFile(services));
    // What was typed on an older page would undo what has changed since, however often it is sent.
    const shown = text(values.shown) || mark();
    return c.html(<Account {...{ json, shown, errors }} keys={apiKeys.list()} />);
  });
  const refuse = (c: Context, refused: Refused) => leadTo(c, path, refused);
  app.post('/', async (c) => {
    const form = await readForm(c);
    const json = text(form.json);
    if (form.shown && form.shown !== mark()) {
      return refuse(c, { values: form, errors: { json: isOlder } });
    }
    return unlessRefused(
      () => {
        takeAccount(services, readJson(json));
        return c.redirect(after(path, 'saved'), 303);
      },
      (problem) =>
        refuse(c, {
          values: form,
          errors: { json: `Nothing was changed. ${placesOf(problem)}` },
        }),
    );
  });
  app.post('/keys', async (c) => {
    const name = text((await readForm(c)).name);
    if (!name) return refuse(c, { errors: { name: 'Name must not be empty' } });
    apiKeys.make(name);
    return c.redirect(after(`${path}#keys`, 'keyMade'), 303);
  });
  app.post('/keys/:id/revoke', (c) => {
    apiKeys.revoke(c.req.param('id'));
    return c.redirect(after(`${path}#keys`, 'keyRevoked'), 303);
  });
  return app;
}
