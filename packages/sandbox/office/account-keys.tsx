/** *Back office → Account*: the API keys. */
import { Hono } from 'hono';

import type { ApiKey } from '../domain/accounts.ts';
import type { Parts } from '../domain/services.ts';
import { answer, leadTo, readForm, takeContent, text, type Refused } from '../web/form.ts';
import { actorOf } from './actor.tsx';
import { accountPath, Once, Removal, SectionPage } from './section-page.tsx';
import { account, Facts, Input, Moment, Submit, Tag } from './parts.tsx';

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

function List({ keys, values = {}, errors = {} }: { keys: ApiKey[] } & Refused) {
  return (
    <SectionPage section="account" here="/keys" title="API keys" errors={errors}>
      <form method="post" class="card" novalidate>
        <Input
          name="name"
          label={labels.name}
          value={text(values.name)}
          hint="The purpose of the key, for example Zapier. Use one key per program. You can then revoke each one separately."
          error={errors.name}
          maxlength={80}
          autocomplete="off"
        />
        <Submit>Make a key</Submit>
      </form>
      {keys.map((key) => (
        <Key apiKey={key} />
      ))}
    </SectionPage>
  );
}

const MadeKey = ({ name, value }: Made) => (
  <SectionPage section="account" here="/keys" title={`The key for ${name}`}>
    <Once about="Copy the key now. It is shown only once." value={value} back={here} />
  </SectionPage>
);

/** A new key with its name. */
interface Made {
  name: string;
  value: string;
}

/** The page and the actions of its buttons. */
export function keyRoutes({ accounts }: Parts<'accounts'>) {
  const app = new Hono();
  app.get('/', (c) => {
    const { name, value, ...refused } = takeContent<Made & Refused>(c);
    if (name && value) return c.html(<MadeKey name={name} value={value} />);
    return c.html(<List keys={accounts.list(account)} {...refused} />);
  });
  app.post('/', async (c) => {
    const values = await readForm(c);
    const name = text(values.name);
    return answer(c, { page: here, values, labels }, () =>
      leadTo(c, here, { name, value: accounts.make(account, name, actorOf(c)) } satisfies Made),
    );
  });
  app.post('/:id/revoke', (c) => {
    accounts.revoke(account, c.req.param('id'));
    return c.redirect(here, 303);
  });
  return app;
}
