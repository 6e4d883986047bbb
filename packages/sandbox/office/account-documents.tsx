/** *Back office → Account*: the documents the account expects, and of whom. */
import type { Context } from 'hono';

import type { ExpectedDocument } from '../domain/account.ts';
import { joined } from '../domain/plain.ts';
import type { Services } from '../domain/services.ts';
import { countryName, countryNames } from '../portal/texts.ts';
import { entryRoutes } from './account-entries.tsx';
import { account, at, Line, setUp, texts } from './account-parts.tsx';
import { Box, levelWords, Options, Select, text } from './parts.tsx';

const owners: Record<ExpectedDocument['attached_to'], string> = {
  APPLICATION_BUSINESS: 'The business of the case',
  PERSON: 'Every person',
  ACCOUNT_OWNER: 'The account owner',
  PERSON_DIRECTOR: 'Each director',
  PERSON_UBO: 'Each beneficial owner',
  PERSON_SHAREHOLDER: 'Each person who is a shareholder',
  RELATED_BUSINESS_DIRECTOR: 'Each company that is a director',
};
/** How much it is needed, by what the account keeps. */
const needs = {
  portal: 'Yes: the client cannot submit without it',
  case: 'For the case: the client may leave it out',
  no: 'No',
} as const;
type Need = keyof typeof needs;
const needOf = (document: Partial<ExpectedDocument>): Need =>
  (document.is_required_in_onboarding_portal ?? true)
    ? 'portal'
    : document.is_mandatory
      ? 'case'
      : 'no';
const levels: [string, string][] = [
  ['', 'Always'],
  ...[0, 1, 2, 3].map((level): [string, string] => [
    String(level),
    level === 3 ? levelWords(level) : `${levelWords(level)} and above`,
  ]),
];
const labels = {
  name: 'Name',
  slug: 'Type',
  attached_to: 'Whom it belongs to',
  from_risk_level: 'From which risk level on',
  countries: 'Only of those from',
  id: 'Name',
};

/** "from Medium and above, or of Spain" */
const conditionOf = ({ from_risk_level, countries }: ExpectedDocument): string =>
  joined(', or ', [
    from_risk_level === null ? '' : `from ${levelWords(from_risk_level)} on`,
    countries.length ? `of ${countries.map((code) => countryName(code, 'en')).join(', ')}` : '',
  ]) || 'always';

const Row = ({ document }: { document: ExpectedDocument }) => (
  <tr>
    <td>
      <a href={`${at}/documents/${encodeURIComponent(document.id)}`} dir="auto">
        {document.name}
      </a>
    </td>
    <td data-label="Of">{owners[document.attached_to]}</td>
    <td data-label="Mandatory">
      {{ portal: 'yes', case: 'for the case', no: 'no' }[needOf(document)]}
    </td>
    <td data-label="Portal">{document.onboarding_document ? 'asked' : 'not asked'}</td>
    <td data-label="When">{conditionOf(document)}</td>
  </tr>
);

function Conditions({ document }: { document: Partial<ExpectedDocument> }) {
  return (
    <fieldset>
      <legend>When it is expected</legend>
      <p class="meta">With a risk level and countries either is enough.</p>
      <div class="grid">
        <Select
          name="from_risk_level"
          label={labels.from_risk_level}
          value={String(document.from_risk_level ?? '')}
          options={levels}
        />
        <div class="field">
          <label for="countries">
            {labels.countries} <small>(none chosen: everywhere; several with Ctrl or ⌘)</small>
          </label>
          <select id="countries" name="countries" multiple size={6}>
            <Options options={countryNames('en')} chosen={document.countries ?? []} />
          </select>
        </div>
      </div>
    </fieldset>
  );
}

const fields = (document: Partial<ExpectedDocument>) => (
  <>
    <div class="grid">
      <Line name="name" label={labels.name} value={document.name} />
      <Line
        name="slug"
        label={labels.slug}
        value={document.slug}
        hint="What the API says its kind is; made of the name where it is empty."
        optional
        max={100}
      />
      <Select
        name="attached_to"
        label={labels.attached_to}
        value={document.attached_to ?? 'APPLICATION_BUSINESS'}
        options={Object.entries(owners)}
      />
      <Select
        name="need"
        label="Mandatory"
        value={needOf(document)}
        options={Object.entries(needs)}
      />
    </div>
    <Box
      name="onboarding_document"
      label="The portal asks for it"
      checked={document.onboarding_document ?? true}
    />
    <Conditions document={document} />
  </>
);

async function typed(c: Context): Promise<Partial<ExpectedDocument>> {
  const form = await c.req.parseBody({ all: true });
  const level = text(form.from_risk_level);
  const need = text(form.need);
  return {
    name: text(form.name),
    ...(text(form.slug) && { slug: text(form.slug) }),
    attached_to: text(form.attached_to) as ExpectedDocument['attached_to'],
    is_mandatory: need !== 'no',
    is_required_in_onboarding_portal: need === 'portal',
    onboarding_document: form.onboarding_document === 'yes',
    from_risk_level: level === '' ? null : Number(level),
    countries: texts(form.countries),
  };
}

/** The pages and what their buttons do. */
export const documentRoutes = (services: Services) =>
  entryRoutes<ExpectedDocument>({
    here: '/documents',
    path: '/documents',
    what: 'document',
    title: 'Expected documents',
    hint: 'The portal asks for each of them once for every person or business it belongs to. One that a reviewer refused is asked for again.',
    head: ['Name', 'Of', 'Mandatory', 'Portal', 'When'],
    row: (document) => <Row document={document} />,
    add: ['Add a document', 'New expected document'],
    warning: 'Cases keep the documents they have; nobody is asked for it any more.',
    labels,
    nameOf: ({ name }) => name,
    kept: () => services.account.read(account).expected_documents,
    keep: (expected_documents) => setUp(services, { expected_documents }),
    typed,
    fields,
  });
