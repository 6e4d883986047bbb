/** Questions with their answers, to be checked before submitting and kept afterwards. */
import { toForm, type PartyDraft } from '../../domain/portals.ts';
import { partyFields, type FormField } from '../profile-fields.ts';
import { countryName, dateInWords, percent, textOf, texts, type Language } from '../texts.ts';

export interface Answer {
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
            <a href={href}>
              {texts[lang].change}
              <span class="visually-hidden">: {label}</span>
            </a>
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

/** The answers of a form; `page` is where they can be changed. */
export const answersOf = (
  fields: FormField[],
  values: Record<string, string>,
  lang: Language,
  page?: string,
): Answer[] =>
  fields.map((def) => ({
    label: texts[lang].labels[def.name],
    value: inWords(def, values[def.name] ?? '', lang),
    ...(page && { href: `${page}#${def.name}` }),
  }));

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
