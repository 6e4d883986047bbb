/**
 * The last section: all answers with links to change them, the next steps, and the button to
 * submit.
 */
import type { Child } from 'hono/jsx';

import { joined } from '../../domain/plain.ts';
import {
  confirmedIn,
  kindName,
  openOf,
  slotId,
  slotName,
  subjectOf,
  type Sent,
} from '../requirements.ts';
import { Version, type Errors } from '../../web/form.ts';
import { filled } from '../messages.ts';
import { entriesOf } from '../people.ts';
import { linked, messagesOf, type Gap, type Step } from '../sections.ts';
import { partyAnswers, profileAnswers, type Answer } from '../summary.ts';
import { sizeInWords } from '../texts.ts';
import { Actions, Change, FieldError, partyName, Places, StepPage, type View } from './frame.tsx';
import { SummaryList } from './summary-list.tsx';

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

/** The answers about the client, each with a link to change it. */
function detailAnswers({ portal, lang, base, gaps }: View): Answer[] {
  const problems = problemsOf(gaps, 'details');
  return profileAnswers(portal, portal.progress.profile, lang).map((answer) => ({
    ...answer,
    href: `${base}?step=details#${answer.name}`,
    problem: problems[answer.name],
  }));
}

/** Each requested document with its files, and the other documents. */
function documentAnswers({ portal, lang, base, existing, gaps }: View): Answer[] {
  const { slots, others } = openOf(portal, existing);
  const problems = problemsOf(gaps, 'documents');
  const inWords = ({ name, size }: Sent) => joined(' · ', [name, size && sizeInWords(size, lang)]);
  const page = `${base}?step=documents`;
  return [
    ...slots.map((slot) => ({
      name: slotId(slot),
      label: slotName(slot, lang),
      value: slot.documents.map(inWords).join(', '),
      problem: problems[slotId(slot)],
      href: `${page}#${slotId(slot)}`,
    })),
    ...others.map((file) => ({
      name: 'file',
      label: kindName(portal, file.type, lang),
      value: inWords(file),
      href: page,
    })),
  ];
}

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

/** Says what is typed in other forms and not saved. The script shows it (typed.js). */
function Typed({ portal, t, base, existing }: View) {
  const people = entriesOf(portal.progress, existing.parties);
  const forms: [form: string, step: string, what: string][] = [
    ['details ', 'details', t.steps.details],
    ...people.map(({ id, data }): [string, string, string] => [
      `people ${id}`,
      `people&party=${id}`,
      partyName(data),
    ]),
    ['people person', 'people&party=person', t.steps.people],
    ['people business', 'people&party=business', t.steps.people],
  ];
  return (
    <>
      {forms.map(([form, step, what]) => (
        <p class="note" hidden data-typed={`${base}/${form}`}>
          <a href={`${base}?step=${step}`}>{filled(t.typedThere, { step: what })}</a>
        </p>
      ))}
    </>
  );
}

export function Review(view: View) {
  const { portal, lang, t, base, existing, gaps, errors } = view;
  const subject = subjectOf(portal);
  return (
    <StepPage {...view} step="review" title={t.reviewTitle}>
      {!errors && gaps.length > 0 && (
        <section class="summary" data-variant="danger">
          <h2>{t.errorTitle}</h2>
          <Places errors={linked(gaps)} base={base} />
        </section>
      )}
      <Typed {...view} />
      <Section {...view} title={t[subject]} of="details">
        <SummaryList answers={detailAnswers(view)} lang={lang} />
      </Section>
      {subject === 'business' && (
        <Section {...view} title={t.peopleTitle} of="people">
          <Parties {...view} />
        </Section>
      )}
      <Section {...view} title={t.documentsTitle} of="documents">
        <SummaryList answers={documentAnswers(view)} lang={lang} />
      </Section>
      <p class="note">{t.reviewNext}</p>
      <form method="post" action={`${base}/submit`} novalidate>
        <Version of={confirmedIn(portal, existing)} />
        <Confirmation {...view} />
        <Actions t={t} back={`${base}?step=documents`}>
          <button>{t.submit}</button>
        </Actions>
      </form>
    </StepPage>
  );
}
