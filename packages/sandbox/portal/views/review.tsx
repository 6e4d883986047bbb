/**
 * The last section: all answers with links to change them, the next steps, and the button to
 * submit.
 */
import type { Child } from 'hono/jsx';

import { joined } from '../../domain/plain.ts';
import type { PortalRow } from '../../domain/portals.ts';
import {
  earlierDetails,
  shelvesOf,
  slotId,
  slotName,
  type Existing,
  type Filed,
} from '../requirements.ts';
import type { Errors } from '../../web/form.ts';
import { subjectOf } from '../inputs.ts';
import { filled } from '../messages.ts';
import { entriesOf, type Entry } from '../people.ts';
import { messagesOf, type Gap, type Step } from '../sections.ts';
import { sizeInWords, texts, type Language } from '../texts.ts';
import {
  Actions,
  Change,
  FieldError,
  partyName,
  Places,
  Shown,
  StepPage,
  type View,
} from './frame.tsx';
import { partyAnswers, profileAnswers, SummaryList, type Answer } from './summary-list.tsx';

interface SectionProps extends View {
  title: string;
  of: Step;
  children?: Child;
}

const Section = ({ t, base, title, of, children }: SectionProps) => (
  <section class="card">
    <div class="hstack justify-between">
      <h2>{title}</h2>
      <Change href={`${base}?step=${of}`} what={title} t={t} />
    </div>
    {children}
  </section>
);

/** The missing or wrong values, by section and id. */
export const linked = (gaps: Gap[]): Errors =>
  Object.fromEntries(gaps.map(({ step, place, text }) => [`${step}#${place}`, text]));

/** The gaps of a section by their id. */
const problemsOf = (gaps: Gap[], of: Step): Errors =>
  messagesOf(gaps.filter(({ step }) => step === of));

/** All people with their data. */
function Parties({ portal, lang, t, base, existing }: View) {
  const parties = entriesOf(portal.progress, existing.parties).map(({ id, data }) => (
    <>
      <div class="hstack justify-between">
        <h3 dir="auto">{partyName(data)}</h3>
        <Change href={`${base}?step=people&party=${id}`} what={partyName(data)} t={t} />
      </div>
      <SummaryList answers={partyAnswers(data, lang)} lang={lang} />
    </>
  ));
  return <>{parties}</>;
}

/** Each requested document with its files, and the other documents. */
function documentAnswers({
  portal,
  lang,
  base,
  existing,
  gaps,
}: Pick<View, 'portal' | 'lang' | 'base' | 'existing' | 'gaps'>): Answer[] {
  const { slots, others } = shelvesOf(portal, existing, lang);
  const problems = problemsOf(gaps, 'documents');
  const inWords = ({ name, size }: Filed) => joined(' · ', [name, size && sizeInWords(size, lang)]);
  const page = `${base}?step=documents`;
  return [
    ...slots.map((slot) => ({
      name: slotId(slot),
      label: slotName(slot, lang),
      value: slot.files.map(inWords).join(', '),
      problem: problems[slotId(slot)],
      href: `${page}#${slotId(slot)}`,
    })),
    ...others.map((file) => ({
      name: 'file',
      label: file.title,
      value: inWords(file),
      href: page,
    })),
  ];
}

/** A person or company with all answers about it. */
const partyAnswer =
  (lang: Language) =>
  ({ id, data }: Entry): Answer => ({
    name: `people&party=${id}#`,
    label: partyName(data),
    value: joined(
      ', ',
      partyAnswers(data, lang).map(({ value }) => value),
    ),
  });

/** All that the client confirms, named by the section and the place of each answer. */
export function reviewAnswers(portal: PortalRow, existing: Existing, lang: Language): Answer[] {
  const t = texts[lang];
  const isBusiness = subjectOf(portal) === 'business';
  const people = isBusiness ? entriesOf(portal.progress, existing.parties) : [];
  const documents = documentAnswers({ portal, lang, existing, base: '', gaps: [] });
  const isOther = ({ name }: Answer) => name === 'file';
  return [
    ...profileAnswers(portal, portal.progress.profile, lang).map((answer) => ({
      ...answer,
      name: `details#${answer.name}`,
    })),
    {
      name: 'people#',
      label: t.peopleTitle,
      value: people.map(({ data }) => partyName(data)).join(', '),
    },
    ...people.map(partyAnswer(lang)),
    ...documents
      .filter((answer) => !isOther(answer))
      .map((answer) => ({ ...answer, name: `documents#${answer.name}` })),
    {
      name: 'documents#general',
      label: t.upload.others,
      value: documents
        .filter(isOther)
        .map(({ label, value }) => `${label}: ${value}`)
        .join(', '),
    },
  ];
}

/**
 * The people and documents that the client saved before a request and has not submitted. They are
 * sent with its answer, unless the client takes them back.
 */
export function earlierAnswers(portal: PortalRow, existing: Existing, lang: Language): Answer[] {
  const { remove, undo } = texts[lang];
  const drafts = portal.progress.parties.map(({ id, corrects }) => corrects ?? id);
  return [
    ...entriesOf(portal.progress, existing.parties)
      .filter(({ id }) => drafts.includes(id))
      .map((entry) => ({
        ...partyAnswer(lang)(entry),
        drop: {
          form: 'people/remove',
          id: entry.id,
          text: entry.origin === 'corrected' ? undo : remove,
        },
      })),
    ...shelvesOf(portal, existing, lang).others.map(({ title, name, file_id = '' }) => ({
      name,
      label: title,
      value: name,
      drop: { form: 'documents/remove', id: file_id, text: remove },
    })),
  ];
}

/** True unless the page sends nothing but the answer to a request. */
export const needsConfirmation = (portal: PortalRow, existing: Existing): boolean =>
  portal.request === null ||
  earlierDetails(portal).length > 0 ||
  earlierAnswers(portal, existing, 'en').length > 0;

/** "The information shown here is complete and correct." */
export function Confirmation({ t, errors = {} }: View) {
  return (
    <div class="field">
      <label>
        <input
          id="confirm"
          type="checkbox"
          name="confirm"
          value="yes"
          autocomplete="off"
          aria-required="true"
          aria-invalid={errors.confirm ? 'true' : undefined}
          aria-describedby={errors.confirm ? 'confirm-error' : undefined}
        />{' '}
        {t.confirm}
      </label>
      <FieldError name="confirm" error={errors.confirm} />
    </div>
  );
}

interface TypedProps extends Pick<View, 'base' | 't'> {
  /** Leads to the form. */
  step: string;
  /** Its address after the link, and its own name. */
  form: string;
  what: string;
}

/** Says that something is typed in a form and not saved. The script shows it (typed.js). */
const Typed = ({ base, t, step, form, what }: TypedProps) => (
  <p class="note" hidden data-typed={`${base}/${form}`}>
    <a href={`${base}?step=${step}`}>{filled(t.typedThere, { step: what })}</a>
  </p>
);

export function Review(view: View) {
  const { portal, lang, t, base, existing, gaps, errors } = view;
  const subject = subjectOf(portal);
  const { profile } = portal.progress;
  const details = {
    page: `${base}?step=details`,
    problems: problemsOf(gaps, 'details'),
  };
  const shown = Object.fromEntries(
    reviewAnswers(portal, existing, 'en').map(({ name, value }) => [name, value]),
  );
  return (
    <StepPage {...view} step="review" title={t.reviewTitle}>
      {!errors && gaps.length > 0 && (
        <section class="summary" data-variant="danger">
          <h2>{t.errorTitle}</h2>
          <Places errors={linked(gaps)} base={base} />
        </section>
      )}
      <Typed step="details" form="details " what={t.steps.details} {...{ base, t }} />
      {entriesOf(portal.progress, existing.parties).map(({ id, data }) => (
        <Typed
          step={`people&party=${id}`}
          form={`people ${id}`}
          what={partyName(data)}
          {...{ base, t }}
        />
      ))}
      {['person', 'business'].map((kind) => (
        <Typed
          step={`people&party=${kind}`}
          form={`people ${kind}`}
          what={t.steps.people}
          {...{ base, t }}
        />
      ))}
      <Section {...view} title={t[subject]} of="details">
        <SummaryList answers={profileAnswers(portal, profile, lang, details)} lang={lang} />
      </Section>
      {subject === 'business' && (
        <Section {...view} title={t.peopleTitle} of="people">
          <Parties {...view} />
        </Section>
      )}
      <Section {...view} title={t.documentsTitle} of="documents">
        <SummaryList answers={documentAnswers(view)} lang={lang} />
      </Section>
      <p class="note">
        {t.reviewNext} {view.email && t.reviewMail}
      </p>
      <form method="post" action={`${base}/submit`} novalidate>
        <Shown values={shown} />
        <Confirmation {...view} />
        <Actions t={t} back={`${base}?step=documents`}>
          <button>{t.submit}</button>
        </Actions>
      </form>
    </StepPage>
  );
}
