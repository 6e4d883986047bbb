/** *Back office → Account*: the set-up as a JSON file, and the look of the portal. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { AccountSettings } from '../domain/account.ts';
import {
  accountFile,
  mistakesIn,
  readJson,
  takeAccount,
  type Mistake,
} from '../domain/account-file.ts';
import { unlessRefused } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { logoAddress } from '../portal/look.ts';
import { keptFor, showOn } from '../web/kept.ts';
import { AccountPage, accountPath } from './account-parts.tsx';
import { account, Card, Facts, PlainLink, text } from './parts.tsx';

/** Size limits in bytes: a logo, and far more fields than an account needs. */
const largest = 1024 * 1024;

const Portal = ({ portal }: Pick<AccountSettings, 'portal'>) => {
  const logo = logoAddress(account, portal);
  return (
    <Card title="Portal and letters">
      <Facts
        facts={[
          ['Name', <span dir="auto">{portal.name}</span>],
          ['Colour', portal.color],
          ['Logo', logo ? <img class="logo" src={logo} height="40" alt="Logo" /> : 'none'],
          ['After submitting', portal.redirect_url ?? 'the receipt'],
        ]}
      />
    </Card>
  );
};

const Mistakes = ({ mistakes }: { mistakes: Mistake[] }) => (
  <div class="summary" role="alert" data-variant="danger" tabindex={-1}>
    <h2>Nothing was changed</h2>
    <ul>
      {mistakes.map((mistake) => (
        <li>
          {mistake.path && [<code>{mistake.path}</code>, ' ']}
          {mistake.text}
        </li>
      ))}
    </ul>
  </div>
);

interface SetUpProps {
  json: string;
  portal: AccountSettings['portal'];
  mistakes?: Mistake[];
}

const SetUp = ({ json, portal, mistakes = [] }: SetUpProps) => (
  <AccountPage here="" title="Account">
    {mistakes.length > 0 && <Mistakes mistakes={mistakes} />}
    <form method="post" class="card" novalidate>
      <p class="hint">
        The account is one JSON file. A part that you leave out does not change. An empty list
        empties its part. docs/sandbox.md lists the fields and their values. compliance-sandbox
        start --account reads the same file.
      </p>
      <div class="field">
        <label for="json">JSON</label>
        <textarea id="json" name="json" rows={24} class="code" spellcheck={false}>
          {json}
        </textarea>
      </div>
      <div class="actions">
        <button>Save</button>
        <PlainLink href={`${accountPath}/account.json`} download="account.json">
          Download
        </PlainLink>
      </div>
    </form>
    <form method="post" enctype="multipart/form-data" class="card">
      <h2>Upload a file</h2>
      <div class="field">
        <label for="file">Account file (JSON)</label>
        <input id="file" name="file" type="file" accept=".json,application/json" required />
      </div>
      <div class="actions">
        <button class="outline">Upload</button>
      </div>
    </form>
    <Portal portal={portal} />
  </AccountPage>
);

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** The page and the actions of its buttons. */
export function accountRoutes(services: Parts<'store' | 'account' | 'subscriptions'>) {
  const app = new Hono<{ Variables: { pictures: string } }>();
  const settings = () => services.account.read(account);
  type Refused = Pick<SetUpProps, 'json' | 'mistakes'>;
  const page = (c: Context, refused: Partial<Refused> = keptFor<Refused>(c), status?: 413) => {
    const { json = asJson(settings()), mistakes } = refused;
    const { portal } = settings();
    const logo = logoAddress(account, portal);
    if (logo && URL.canParse(logo)) c.set('pictures', new URL(logo).origin);
    return c.html(<SetUp json={json} portal={portal} mistakes={mistakes} />, status);
  };

  app.get('/', (c) => page(c));
  app.get('/account.json', (c) =>
    c.body(asJson(accountFile(services, account)), 200, {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="account.json"',
    }),
  );
  const limit = bodyLimit({
    maxSize: largest,
    onError: (c) =>
      page(c, { mistakes: [{ path: '', text: 'The file is larger than 1 MB.' }] }, 413),
  });
  app.post('/', limit, async (c) => {
    const { file, json } = await c.req.parseBody();
    const content = file instanceof File ? await file.text() : text(json);
    return unlessRefused(
      () => {
        takeAccount(services, account, readJson(content));
        return c.redirect(`${accountPath}?saved`, 303);
      },
      (problem) => showOn(c, accountPath, { json: content, mistakes: mistakesIn(problem) }),
    );
  });
  return app;
}
