/** *Back office → Account*: the set-up as a JSON file, and the look of the portal. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { AccountSettings } from '../domain/account.ts';
import { accountFile, placesOf, readJson, takeAccount } from '../domain/account-file.ts';
import { unlessRefused } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { logoAddress } from '../portal/look.ts';
import { contentOf, leadTo, readForm, text, type Errors, type Refused } from '../web/form.ts';
import { accountPath, SectionPage } from './section-page.tsx';
import { account, Card, Facts, Input, PlainLink, TextArea } from './parts.tsx';

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

interface SetUpProps {
  json: string;
  portal: AccountSettings['portal'];
  errors?: Errors;
}

const SetUp = ({ json, portal, errors = {} }: SetUpProps) => (
  <SectionPage section="account" here="" title="Account" errors={errors}>
    <form method="post" class="card" novalidate>
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
      <div class="actions">
        <button>Save</button>
        <PlainLink href={`${accountPath}/account.json`} download="account.json">
          Download
        </PlainLink>
      </div>
    </form>
    <form method="post" enctype="multipart/form-data" class="card">
      <h2>Upload a file</h2>
      <Input
        name="file"
        label="Account file (JSON)"
        type="file"
        accept=".json,application/json"
        required
      />
      <div class="actions">
        <button class="outline">Upload</button>
      </div>
    </form>
    <Portal portal={portal} />
  </SectionPage>
);

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** The page and the actions of its buttons. */
export function accountRoutes(services: Parts<'store' | 'account' | 'subscriptions'>) {
  const app = new Hono<{ Variables: { pictures: string } }>();
  const settings = () => services.account.read(account);
  const page = (c: Context, { values = {}, errors }: Refused = contentOf(c), status?: 413) => {
    const { portal } = settings();
    const logo = logoAddress(account, portal);
    if (logo && URL.canParse(logo)) c.set('pictures', new URL(logo).origin);
    const json = text(values.json) || asJson(settings());
    return c.html(<SetUp json={json} portal={portal} errors={errors} />, status);
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
    onError: (c) => page(c, { errors: { file: 'The file is larger than 1 MB.' } }, 413),
  });
  app.post('/', limit, async (c) => {
    const { file } = await c.req.parseBody();
    const json = file instanceof File ? await file.text() : text((await readForm(c)).json);
    return unlessRefused(
      () => {
        takeAccount(services, account, readJson(json));
        return c.redirect(`${accountPath}?saved`, 303);
      },
      (problem) =>
        leadTo(c, accountPath, {
          values: { json },
          errors: { json: `Nothing was changed. ${placesOf(problem)}` },
        } satisfies Refused),
    );
  });
  return app;
}
