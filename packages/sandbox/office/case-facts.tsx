/** The data of a case: its profile and its parties. */
import { application, fieldKinds, type Field } from '../../../service/catalogue.ts';
import { clientName } from '../../../service/contract.ts';
import type { AccountSettings } from '../domain/account.ts';
import { customToForm, formNameOf, inOrder } from '../domain/custom-fields.ts';
import { isNamesake, whomOf, type Whom } from '../domain/open.ts';
import { joined } from '../domain/plain.ts';
import type { InformationRequest } from '../domain/requests.ts';
import { fullName } from '../portal/people.ts';
import { caseFields, customField } from '../portal/profile-fields.ts';
import { kindName } from '../portal/requirements.ts';
import { inWords } from '../portal/summary.ts';
import {
  countryName,
  dateInWords,
  labelOf as labelOfField,
  percent,
  textOf,
  texts,
  type Language,
} from '../portal/texts.ts';
import type { Labels } from '../web/form.ts';
import { Card, Facts, words } from './parts.tsx';

export type Details = Record<string, any>;

/** What identifies a party for programs only. */
const hidden = ['id', 'person_id', 'business_id', 'application_id', 'source', 'source_id'];

/** A value for people: country names, dates and roles in words. */
export function valueInWords(key: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const of = key === 'roles' ? texts.en.roles : {};
    return value.map((item) => textOf(of, valueInWords(key, item))).join(', ');
  }
  if (typeof value === 'object') {
    const inner = Object.entries(value).map(([name, item]) => valueInWords(name, item));
    return joined(', ', inner);
  }
  if (typeof value === 'boolean') return value ? texts.en.yes : texts.en.no;
  const text = String(value);
  const kind = fieldKinds.get(key);
  if (kind === 'country' || kind === 'countries') return countryName(text, 'en');
  if (kind === 'date' || key.endsWith('_date')) return dateInWords(text, 'en');
  return kind === 'percentage' ? percent(Number(text), 'en') : text;
}

/** The labels of the fields of a case, by name. */
export const formLabels: Labels = {
  ...texts.en.labels,
  ...Object.fromEntries(caseFields.map(({ name, label }) => [name, label!])),
};

/** The label of a form field, including custom fields. */
export const labelIn = ({ custom_fields }: AccountSettings, name: string, lang: Language = 'en') =>
  custom_fields.find((field) => formNameOf(field) === name)?.display_name ??
  (lang === 'en' ? labelOf(name) : textOf(texts[lang].labels, name));

/** The label of the portal, of the case's own field, or the key in words. */
export const labelOf = (key: string): string => {
  const inPortal = (texts.en.labels as Record<string, string | undefined>)[key];
  return inPortal ?? (application as Record<string, Field>)[key]?.label ?? words(key);
};

type Fact = [name: string, text: string];

/** The values of a client or a related party, in words. */
const factsOf = (data: Record<string, unknown>): Fact[] =>
  Object.entries(data)
    .filter(([key]) => !hidden.includes(key))
    .map(([key, value]) => [labelOf(key), valueInWords(key, value)]);

const partyLabel = (party: Details): string =>
  clientName({ business: party }) || clientName({ person: party }) || 'Unnamed';

/** The client of a case, then its related parties. The client has no ID of a party. */
export const everyoneIn = ({ person, business, persons, businesses }: Details): Whom[] => [
  whomOf(null, person ? 'person' : 'business', person ?? business ?? {}),
  ...(persons as Details[]).map((data) => whomOf(String(data.id), 'person', data)),
  ...(businesses as Details[]).map((data) => whomOf(String(data.id), 'business', data)),
];

/** The name of a related party, which no other one has. */
export const nameAmong = (one: Whom, all: Whom[], lang: Language): string =>
  isNamesake(one, all) ? fullName(one, lang) : one.name;

/** The name of a related party by its ID; empty for no party. */
export function ownerName(details: Details, id: string | undefined, lang: Language): string {
  const all = everyoneIn(details);
  const owner = id && all.find((one) => one.id === id);
  return owner ? nameAmong(owner, all, lang) : '';
}

/** What a request names, in words, with the owner of each document. */
export const itemsOf = (
  { fields, documents, of = [] }: InformationRequest,
  settings: AccountSettings,
  details: Details,
  lang: Language,
): string[] => [
  ...fields.map((field) => labelIn(settings, field, lang)),
  ...documents.map((type, index) => {
    const owner = ownerName(details, of[index], lang);
    return kindName({ settings }, type, lang) + (owner && ` (${owner})`);
  }),
];

/** The case's custom fields as the portal shows them, then its other values unchanged. */
function customFacts({ custom_fields }: AccountSettings, values: Record<string, unknown>): Fact[] {
  const fields = inOrder(custom_fields);
  const form = customToForm(fields, values);
  const others = Object.entries(values).filter(
    ([name]) => !fields.some((field) => field.name === name),
  );
  return [
    ...fields
      .map(customField)
      .map((def): Fact => [labelOfField(def, 'en'), inWords(def, form[def.name] ?? '', 'en')]),
    ...factsOf(Object.fromEntries(others)),
  ];
}

interface ProfileProps {
  details: Details;
  settings: AccountSettings;
}

export function Profile({ details, settings }: ProfileProps) {
  const further = [
    ...caseFields.map(({ name }): Fact => [labelOf(name), valueInWords(name, details[name])]),
    ...customFacts(settings, details.custom_fields ?? {}),
  ].filter(([, text]) => text);
  return (
    <Card title="Profile">
      <Facts facts={factsOf(details.business ?? details.person ?? {})} />
      {further.length > 0 && (
        <>
          <h2>Reference and custom fields</h2>
          <Facts facts={further} />
        </>
      )}
    </Card>
  );
}

export function Parties({ details }: { details: Details }) {
  const parties = [...details.persons, ...details.businesses] as Details[];
  // A person has no directors and owners.
  if (details.person && !parties.length) return null;
  return (
    <Card title="Related parties">
      {parties.length === 0 && (
        <p class="hint">Nobody yet. The client names directors and owners in the portal.</p>
      )}
      {parties.map((party) => (
        <details>
          <summary>
            <span dir="auto">{partyLabel(party)}</span>{' '}
            <span class="meta">
              {joined(', ', [
                valueInWords('roles', party.roles ?? []),
                valueInWords('direct_ownership_percentage', party.direct_ownership_percentage),
              ])}
            </span>
          </summary>
          <Facts facts={factsOf(party)} />
        </details>
      ))}
    </Card>
  );
}
