/** Questions with their answers, for the review. */
import { formNameOf } from '../../domain/custom-fields.ts';
import { toForm, type Filled } from '../../domain/form-values.ts';
import type { PortalRow } from '../../domain/portals.ts';
import type { PartyDraft } from '../../domain/stored-portals.ts';
import { customInWords } from '../requirements.ts';
import { subjectOf } from '../inputs.ts';
import { partyFields, profileFields, type FormField } from '../profile-fields.ts';
import { countryName, dateInWords, percent, textOf, texts, type Language } from '../texts.ts';
import { Change } from './frame.tsx';

export interface Answer {
  /** The name of its form field. */
  name: string;
  label: string;
  value: string;
  /** Its mistake, such as a missing value. */
  problem?: string;
  /** The page where the client changes it. */
  href?: string;
  /** The button that takes it back: its form after the link, what it names, and its text. */
  drop?: { form: string; id: string; text: string };
}

/** The answer, or a note that a required one is missing. */
function Value({ value, problem, lang }: Answer & { lang: Language }) {
  const t = texts[lang];
  if (!value) return <dd class={problem ? 'error' : 'meta'}>{problem ? t.missing : t.notGiven}</dd>;
  return (
    <dd>
      <span dir="auto">{value}</span> {problem && <span class="error">{problem}</span>}
    </dd>
  );
}

interface ListProps {
  answers: Answer[];
  lang: Language;
  /** The path of the portal, for the buttons. */
  base?: string;
}

export const SummaryList = ({ answers, lang, base }: ListProps) => (
  <dl class="answers">
    {answers.map((answer) => (
      <div>
        <dt dir="auto">{answer.label}</dt>
        <Value {...answer} lang={lang} />
        {answer.href && (
          <dd class="change">
            <Change href={answer.href} what={answer.label} t={texts[lang]} />
          </dd>
        )}
        {answer.drop && (
          <dd class="change">
            <form method="post" action={`${base}/${answer.drop.form}`}>
              <input type="hidden" name="id" value={answer.drop.id} />
              <button class="outline" aria-label={`${answer.drop.text}: ${answer.label}`}>
                {answer.drop.text}
              </button>
            </form>
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

/** The page where the client changes the answers, and their mistakes. */
interface Page {
  page: string;
  problems: Filled;
}

/** The client's answers, including custom fields. */
export function profileAnswers(portal: PortalRow, values: Filled, lang: Language, on?: Page) {
  const custom = portal.asks.map((field) => {
    const name = formNameOf(field);
    const value = values[name] ? customInWords(field, values[name], lang) : '';
    return { name, label: field.display_name, value };
  });
  return [...answersOf(profileFields[subjectOf(portal)], values, lang), ...custom].map(
    (answer): Answer => ({
      ...answer,
      ...(on && { href: `${on.page}#${answer.name}`, problem: on.problems[answer.name] }),
    }),
  );
}

/** All answers about a person or company. */
export function partyAnswers(data: PartyDraft['data'], lang: Language): Answer[] {
  const t = texts[lang];
  const { roles = [], direct_ownership_percentage: share } = data;
  const kind = 'organization_name' in data ? 'business' : 'person';
  return [
    ...answersOf(partyFields[kind], toForm(data), lang),
    {
      name: 'roles',
      label: t.labels.roles,
      value: roles.map((role) => textOf(t.roles, role)).join(', '),
    },
    {
      name: 'direct_ownership_percentage',
      label: t.labels.direct_ownership_percentage.replace(/ \(%\)$/, ''),
      value: share === null || share === undefined ? '' : percent(share, lang),
    },
  ];
}
