/** The last section: everything once more with a way to change it, what happens next, then submit. */
import type { Child } from 'hono/jsx';

import { subjectOf } from '../inputs.ts';
import { entriesOf } from '../people.ts';
import type { Step } from '../sections.ts';
import { DocumentList } from './documents.tsx';
import { Actions, Change, FieldError, partyName, StepPage, type View } from './frame.tsx';
import { Minor } from './people.tsx';
import { partyAnswers, profileAnswers, SummaryList } from './summary-list.tsx';

interface SectionProps extends View {
  title: string;
  of: Step;
  children?: Child;
}

function Section({ t, base, errors = {}, title, of, children }: SectionProps) {
  return (
    <section class="card" id={of} tabindex={-1}>
      <div class="headed">
        <h2>{title}</h2>
        <Change href={`${base}?step=${of}`} what={title} t={t} />
      </div>
      {errors[of] && <p class="error">{errors[of]}</p>}
      {children}
    </section>
  );
}

/** Everybody with all that is confirmed of them. */
function Parties({ portal, lang, t, base, today, known }: View) {
  const entries = entriesOf(portal.progress, known.parties);
  if (!entries.length) return <p>{t.nobody}</p>;
  return entries.map(({ id, data }) => (
    <>
      <div class="headed">
        <h3>
          <span dir="auto">{partyName(data)}</span> <Minor data={data} lang={lang} today={today} />
        </h3>
        <Change href={`${base}?step=people&party=${id}`} what={partyName(data)} t={t} />
      </div>
      <SummaryList answers={partyAnswers(data, lang)} lang={lang} />
    </>
  ));
}

/** "What is shown here is complete and correct." */
function Confirmation({ t, errors = {} }: View) {
  return (
    <div class={errors.confirm ? 'field bad' : 'field'}>
      <label class="choice">
        <input
          id="confirm"
          type="checkbox"
          name="confirm"
          value="yes"
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

export function Review(view: View) {
  const { portal, lang, t, base } = view;
  const subject = subjectOf(portal);
  const { profile } = portal.progress;
  return (
    <StepPage {...view} step="review" title={t.reviewTitle}>
      <Section {...view} title={t[subject]} of="details">
        {subject === 'person' && <Minor {...view} data={profile} />}
        <SummaryList
          answers={profileAnswers(portal, profile, lang, `${base}?step=details`)}
          lang={lang}
        />
      </Section>
      {subject === 'business' && (
        <Section {...view} title={t.peopleTitle} of="people">
          <Parties {...view} />
        </Section>
      )}
      <Section {...view} title={t.documentsTitle} of="documents">
        <DocumentList {...view} />
      </Section>
      <p class="note">{t.reviewNext}</p>
      <form method="post" action={`${base}/submit`} novalidate>
        <Confirmation {...view} />
        <Actions t={t} back={`${base}?step=documents`}>
          <button>{t.submit}</button>
        </Actions>
      </form>
    </StepPage>
  );
}
