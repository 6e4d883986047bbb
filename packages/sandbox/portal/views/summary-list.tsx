/** Questions with their answers, to be checked before submitting and kept afterwards. */
import { formNameOf } from '../../domain/custom-fields.ts';
import { toForm, type Filled, type PartyDraft, type PortalRow } from '../../domain/portals.ts';
import { customInWords } from '../asked.ts';
import { subjectOf } from '../inputs.ts';
import { partyFields, profileFields, type FormField } from '../profile-fields.ts';
import { countryName, dateInWords, percent, textOf, texts, type Language } from '../texts.ts';
import { Change } from './frame.tsx';

interface Answer {
  label: string;
  value: string;
  /** Where it can be changed. */
  href?: string;
}

export const SummaryList = ({ answers, lang }: { answers: Answer[]; lang: Language }) => (
  <dl class="answers">
    {answers.map(({ label, value, href }) => (
      <div>
        <dt dir="auto">{label}</dt>
        {value ? <dd dir="auto">{value}</dd> : <dd class="meta">{texts[lang].notGiven}</dd>}
        {href && (
          <dd class="change">
            <Change href={href} what={label} t={texts[lang]} />
          </dd>
        )}
      </div>
    ))}
  </dl>
);

const inWords = ({ type }: FormField, value: string, lang: Language): string => {
  if (!value) return '';
  if (type === 'country') return countryName(value, lang);
  return type === 'date' ? dateInWords(value, lang) : value;
};

const answersOf = (fields: FormField[], values: Filled, lang: Language) =>
  fields.map((def) => ({
    name: def.name,
    label: texts[lang].labels[def.name],
    value: inWords(def, values[def.name] ?? '', lang),
  }));

/** What was said of the client, custom fields among it; `page` is where it can be changed. */
export function profileAnswers(portal: PortalRow, values: Filled, lang: Language, page?: string) {
  const custom = portal.asks.map((field) => {
    const name = formNameOf(field);
    const value = values[name] ? customInWords(field, values[name], lang) : '';
    return { name, label: field.display_name, value };
  });
  return [...answersOf(profileFields[subjectOf(portal)], values, lang), ...custom].map(
    ({ name, ...answer }): Answer => ({ ...answer, ...(page && { href: `${page}#${name}` }) }),
  );
}

/** Everything that was said of a person or company. */
export function partyAnswers(data: PartyDraft['data'], lang: Language): Answer[] {
  const t = texts[lang];
  const { roles = [], direct_ownership_percentage: share } = data;
  const kind = 'organization_name' in data ? 'business' : 'person';
  return [
    ...answersOf(partyFields[kind], toForm(data), lang),
    { label: t.labels.roles, value: roles.map((role) => textOf(t.roles, role)).join(', ') },
    {
      label: t.labels.share.replace(/ \(%\)$/, ''),
      value: share === null || share === undefined ? '' : percent(share, lang),
    },
  ];
}
