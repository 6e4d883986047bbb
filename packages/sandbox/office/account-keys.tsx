/** *Back office → Account*: the API keys. */
import { Hono } from 'hono';

import type { ApiKey } from '../domain/accounts.ts';
import type { Parts } from '../domain/services.ts';
import { keptOnce, showOn } from '../web/kept.ts';
import { actorOf } from './actor.tsx';
import { AccountPage, accountPath, Line, Once, Removal, trying } from './account-parts.tsx';
import { account, Facts, Moment, Submit, Tag, text } from './parts.tsx';

const here = `${accountPath}/keys`;
const labels = { name: 'Name' };

const Key = ({ apiKey }: { apiKey: ApiKey }) => {
  const { id, name, hint, made_by, made_at, used_at, revoked_at } = apiKey;
  return (
    <section class="card" aria-label={name}>
      <div class="hstack justify-between">
        <h2 dir="auto">{name}</h2>
        <span>
          <Tag text={revoked_at ? 'revoked' : 'active'} kind={revoked_at ? 'bad' : 'good'} />
        </span>
      </div>
      <Facts
        facts={[
          ['Ends with', <code>{`…${hint}`}</code>],
          ['Made', [`by ${made_by} `, made_at && <Moment iso={made_at} />]],
          ['Last used', used_at ? <Moment iso={used_at} /> : 'never'],
          ['Revoked', revoked_at && <Moment iso={revoked_at} />],
        ]}
      />
      {!revoked_at && (
        <Removal
          action={`${here}/${id}/revoke`}
          what={name}
          verb="Revoke"
          warning="Programs with this key then get 401. You cannot undo this."
        />
      )}
    </section>
  );
};

function List({ keys, typed, problem }: { keys: ApiKey[]; typed?: string; problem?: string }) {
  return (
    <AccountPage here="/keys" title="API keys" problem={problem}>
      <form method="post" class="card" novalidate>
        <Line
          name="name"
          label={labels.name}
          value={typed}
          hint="The purpose of the key, for example Zapier. Use one key per program. You can then revoke each one separately."
          max={80}
        />
        <Submit>Make a key</Submit>
      </form>
      {keys.map((key) => (
        <Key apiKey={key} />
      ))}
    </AccountPage>
  );
}

const Made = ({ name, value }: { name: string; value: string }) => (
  <Once
    here="/keys"
    title={`The key for ${name}`}
    about="Copy the key now. It is shown only once."
    value={value}
  />
);

/** A new key with its name, or a refused form. */
interface Kept {
  name: string;
  value: string;
  typed: string;
  problem: string;
}

/** The page and the actions of its buttons. */
export function keyRoutes({ accounts }: Parts<'accounts'>) {
  const app = new Hono();
  app.get('/', (c) => {
    const { name, value, ...refused } = keptOnce<Kept>(c);
    if (name && value) return c.html(<Made name={name} value={value} />);
    return c.html(<List keys={accounts.list(account)} {...refused} />);
  });
  app.post('/', async (c) => {
    const name = text((await c.req.parseBody()).name);
    return trying(
      labels,
      () => showOn(c, here, { name, value: accounts.make(account, name, actorOf(c)) }),
      (problem) => showOn(c, here, { typed: name, problem }),
    );
  });
  app.post('/:id/revoke', (c) => {
    accounts.revoke(account, c.req.param('id'));
    return c.redirect(here, 303);
  });
  return app;
}
