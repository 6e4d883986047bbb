/** *Back office → Account*: how strict the API is, and the whole set-up as a file. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { rules, type AccountSettings } from '../domain/account.ts';
import { accountFile, placesOf, readJson, takeAccount } from '../domain/account-file.ts';
import { unlessRefused } from '../domain/problem.ts';
import type { Services } from '../domain/services.ts';
import { account, AccountPage, at, setUp, trying } from './account-parts.tsx';
import { ButtonLink, Card, Select, Submit, text } from './parts.tsx';

const here = `${at}/file`;
/** Largest file in bytes: a logo, and more fields than anybody has. */
const maxFile = 1024 * 1024;

type RuleName = keyof typeof rules;
const ruleNames = Object.keys(rules) as RuleName[];
const labels: Record<RuleName, string> = {
  unknown_fields: 'Fields that nobody knows',
  external_reference: 'Cases with one external reference',
  country_codes: 'Countries in answers and events',
};
const words: Record<string, string> = {
  keep: 'are kept',
  drop: 'are dropped',
  refuse: 'are refused (422)',
  unique_per_subject: 'one business and one person at most',
  free: 'as many as there are',
  unique: 'one at most',
  'alpha-3': 'three letters: FRA',
  'alpha-2': 'two letters: FR',
};

interface Props {
  settings: AccountSettings;
  problem?: string;
  /** A file was taken. */
  isTaken?: boolean;
}

const FileSection = () => (
  <Card title="The set-up as a file">
    <p class="hint">
      Custom fields, expected documents, the portal with its logo, webhooks entered by hand and the
      rules above, for your repository; compliance-sandbox start --account reads the same file. API
      keys, and the secrets and headers of webhooks, are not written into it.
    </p>
    <div class="actions left">
      <ButtonLink href={`${here}/account.json`} download="account.json">
        Export
      </ButtonLink>
    </div>
    <form method="post" action={`${here}/import`} enctype="multipart/form-data">
      <div class="field">
        <label for="file">Account file (JSON)</label>
        <input id="file" name="file" type="file" accept=".json,application/json" />
        <p class="meta">Parts that the file leaves out stay as they are.</p>
      </div>
      <div class="actions left">
        <button class="plain">Import</button>
      </div>
    </form>
  </Card>
);

const FilePage = ({ settings, problem, isTaken }: Props) => (
  <AccountPage here="/file" title="API and file" problem={problem}>
    {isTaken && (
      <p class="note" role="status">
        The account is set up as the file says.
      </p>
    )}
    <form method="post" class="card">
      <h2>How the API takes and answers</h2>
      <div class="grid">
        {ruleNames.map((name) => (
          <Select
            name={name}
            label={labels[name]}
            value={settings[name]}
            options={rules[name].map((value) => [value, words[value] ?? value] as const)}
          />
        ))}
      </div>
      <Submit>Save</Submit>
    </form>
    <FileSection />
  </AccountPage>
);

/** The page and what its buttons do. */
export function fileRoutes(services: Services) {
  const app = new Hono();
  const settings = () => services.account.read(account);
  const refuse = (problem: string) => <FilePage settings={settings()} problem={problem} />;

  app.get('/', (c) =>
    c.html(<FilePage settings={settings()} isTaken={c.req.query('taken') !== undefined} />),
  );
  app.post('/', async (c) => {
    const form = await c.req.parseBody();
    const chosen = Object.fromEntries(ruleNames.map((name) => [name, text(form[name])]));
    return trying(
      labels,
      () => {
        setUp(services, chosen);
        return c.redirect(`${here}?saved`, 303);
      },
      (problem) => c.html(refuse(problem), 422),
    );
  });
  app.get('/account.json', (c) => {
    c.header('content-disposition', 'attachment; filename="account.json"');
    const content = JSON.stringify(accountFile(services, account), null, 2);
    return c.body(`${content}\n`, 200, { 'content-type': 'application/json' });
  });
  const limit = bodyLimit({
    maxSize: maxFile,
    onError: (c) => c.html(refuse('The file is larger than 1 MB.'), 413),
  });
  app.post('/import', limit, async (c) => {
    const { file } = await c.req.parseBody();
    if (!(file instanceof File) || !file.size) return c.html(refuse('Choose a file first.'), 422);
    const content = await file.text();
    return unlessRefused(
      () => {
        takeAccount(services, account, readJson(content));
        return c.redirect(`${here}?taken`, 303);
      },
      (problem) => c.html(refuse(`Nothing was changed. ${placesOf(problem)}`), 422),
    );
  });
  return app;
}
