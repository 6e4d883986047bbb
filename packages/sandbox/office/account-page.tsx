/** *Back office → Account*: the set-up, as forms and as a JSON file. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { AccountSettings, CustomField, ExpectedDocument } from '../domain/account.ts';
import {
  accountFile,
  mistakesIn,
  readJson,
  takeAccount,
  type Mistake,
} from '../domain/account-file.ts';
import { inOrder } from '../domain/custom-fields.ts';
import { joined } from '../domain/plain.ts';
import { unlessRefused } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { logoAddress } from '../portal/look.ts';
import { AccountPage, accountPath } from './account-parts.tsx';
import { account, Actions, ButtonLink, Card, Facts, PlainLink, Table, text } from './parts.tsx';

/** Size limits in bytes: a logo, and far more fields than an account needs. */
const largest = 1024 * 1024;

const ruleWords: Record<string, string> = {
  keep: 'are kept',
  drop: 'are dropped',
  refuse: 'are refused (422)',
  unique_per_subject: 'at most one business and one person',
  free: 'any number',
  unique: 'at most one',
  'alpha-3': 'three letters: FRA',
  'alpha-2': 'two letters: FR',
};
const owners: Record<ExpectedDocument['attached_to'], string> = {
  APPLICATION_BUSINESS: 'the business of the case',
  PERSON: 'every person',
  ACCOUNT_OWNER: 'the account owner',
  PERSON_DIRECTOR: 'each director',
  PERSON_UBO: 'each beneficial owner',
  PERSON_SHAREHOLDER: 'each person who is a shareholder',
  RELATED_BUSINESS_DIRECTOR: 'each company that is a director',
};

const fieldOwners: Record<NonNullable<CustomField['attached_to']>, string> = {
  APPLICATION: 'the case',
  PERSON: 'related persons',
  RELATED_BUSINESS: 'related businesses',
};
const ownerOf = ({ attached_to = 'APPLICATION' }: CustomField) => fieldOwners[attached_to];

const kindOf = ({ type, accepted_values }: CustomField): string =>
  joined(': ', [type.replaceAll('_', ' '), accepted_values.join(', ')]);
const inPortal = ({ display_in_portal, required_in_portal }: CustomField) =>
  !display_in_portal ? 'not asked' : required_in_portal ? 'required' : 'optional';
const needOf = ({
  onboarding_document,
  is_required_in_onboarding_portal,
}: ExpectedDocument): string =>
  !onboarding_document ? 'not asked' : is_required_in_onboarding_portal ? 'required' : 'optional';

const Rules = ({ settings }: { settings: AccountSettings }) => (
  <Card title="API">
    <Facts
      facts={[
        ['Unknown fields', ruleWords[settings.unknown_fields]],
        ['Cases with the same reference', ruleWords[settings.external_reference]],
        ['Countries in answers and events', ruleWords[settings.country_codes]],
      ]}
    />
  </Card>
);

const Fields = ({ fields }: { fields: CustomField[] }) => (
  <Card title="Custom fields">
    {fields.length === 0 && <p>None.</p>}
    {fields.length > 0 && (
      <Table head={['Label', 'Key', 'Belongs to', 'Kind', 'Portal']}>
        {inOrder(fields).map((field) => (
          <tr>
            <td dir="auto">{field.display_name}</td>
            <td data-label="Key">
              <code>{field.name}</code>
            </td>
            <td data-label="Belongs to">{ownerOf(field)}</td>
            <td data-label="Kind">{kindOf(field)}</td>
            <td data-label="Portal">{inPortal(field)}</td>
          </tr>
        ))}
      </Table>
    )}
  </Card>
);

const Documents = ({ documents }: { documents: ExpectedDocument[] }) => (
  <Card title="Expected documents">
    {documents.length === 0 && <p>None.</p>}
    {documents.length > 0 && (
      <Table head={['Name', 'Type', 'Belongs to', 'Portal', 'Case']}>
        {documents.map((document) => (
          <tr>
            <td dir="auto">{document.name}</td>
            <td data-label="Type">
              <code>{document.slug}</code>
            </td>
            <td data-label="Belongs to">{owners[document.attached_to]}</td>
            <td data-label="Portal">{needOf(document)}</td>
            <td data-label="Case">{document.is_mandatory ? 'required' : 'optional'}</td>
          </tr>
        ))}
      </Table>
    )}
  </Card>
);

const Portal = ({ portal }: Pick<AccountSettings, 'portal'>) => {
  const logo = logoAddress(account, portal);
  return (
    <Card title="Portal and letters">
      <Facts
        facts={[
          ['Name', <span dir="auto">{portal.name}</span>],
          ['Colour', portal.color],
          ['Logo', logo ? <img class="logo" src={logo} alt="Logo" /> : 'none'],
          ['After submitting', portal.redirect_url ?? 'the receipt'],
        ]}
      />
    </Card>
  );
};

const SetUp = ({ settings }: { settings: AccountSettings }) => (
  <AccountPage here="" title="Account">
    <section class="card">
      <p class="hint">
        The account is one JSON file. compliance-sandbox start --account reads it too. Webhooks and
        API keys have their own pages.
      </p>
      <div class="actions">
        <ButtonLink href={`${accountPath}/edit`}>Edit as JSON</ButtonLink>
        <PlainLink href={`${accountPath}/account.json`} download="account.json">
          Download
        </PlainLink>
      </div>
    </section>
    <Rules settings={settings} />
    <Fields fields={settings.custom_fields} />
    <Documents documents={settings.expected_documents} />
    <Portal portal={settings.portal} />
  </AccountPage>
);

const Mistakes = ({ mistakes }: { mistakes: Mistake[] }) => (
  <div class="summary" role="alert" tabindex={-1}>
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

const Edit = ({ json, mistakes = [] }: { json: string; mistakes?: Mistake[] }) => (
  <AccountPage here="" title="Edit the account as JSON">
    {mistakes.length > 0 && <Mistakes mistakes={mistakes} />}
    <form method="post" class="card" novalidate>
      <p class="hint">
        A part that you leave out does not change. An empty list empties its part. docs/sandbox.md
        lists the fields and their values.
      </p>
      <div class="field">
        <label for="json">JSON</label>
        <textarea id="json" name="json" rows={24} class="code" spellcheck={false}>
          {json}
        </textarea>
      </div>
      <Actions back={accountPath} />
    </form>
    <form method="post" enctype="multipart/form-data" class="card">
      <h2>Upload a file</h2>
      <div class="field">
        <label for="file">Account file (JSON)</label>
        <input id="file" name="file" type="file" accept=".json,application/json" required />
      </div>
      <div class="actions">
        <button class="plain">Upload</button>
      </div>
    </form>
  </AccountPage>
);

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** The page and the actions of its buttons. */
export function accountRoutes(services: Parts<'store' | 'account' | 'subscriptions'>) {
  const app = new Hono<{ Variables: { pictures: string } }>();
  const settings = () => services.account.read(account);
  const refuse = (c: Context, json: string, mistakes: Mistake[], status: 413 | 422 = 422) =>
    c.html(<Edit json={json} mistakes={mistakes} />, status);

  app.get('/', (c) => {
    const logo = logoAddress(account, settings().portal);
    if (logo && URL.canParse(logo)) c.set('pictures', new URL(logo).origin);
    return c.html(<SetUp settings={settings()} />);
  });
  app.get('/account.json', (c) =>
    c.body(asJson(accountFile(services, account)), 200, {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="account.json"',
    }),
  );
  app.get('/edit', (c) => c.html(<Edit json={asJson(settings())} />));
  const limit = bodyLimit({
    maxSize: largest,
    onError: (c) =>
      refuse(c, asJson(settings()), [{ path: '', text: 'The file is larger than 1 MB.' }], 413),
  });
  app.post('/edit', limit, async (c) => {
    const { file, json } = await c.req.parseBody();
    const content = file instanceof File ? await file.text() : text(json);
    return unlessRefused(
      () => {
        takeAccount(services, account, readJson(content));
        return c.redirect(`${accountPath}?saved`, 303);
      },
      (problem) => refuse(c, content, mistakesIn(problem)),
    );
  });
  return app;
}
