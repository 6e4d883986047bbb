/** Step 4: everything once more with a way to change it, what happens next, then submit. */
import type { Child } from 'hono/jsx';

import { documentName } from '../asked.ts';
import { subjectOf } from '../inputs.ts';
import { profileFields, type FormField } from '../profile-fields.ts';
import { countryName, dateInWords, texts } from '../texts.ts';
import { customAnswers } from './custom-fields.tsx';
import { Frame, partyName, Steps, Summary, type Step, type View } from './frame.tsx';
import { KnownParties, partySummary } from './people.tsx';

export function Review({ portal, lang, errors = {}, known }: View) {
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  const subject = subjectOf(portal);
  const { profile, parties, documents } = portal.progress;
  const inWords = ({ name, type }: FormField) => {
    const value = profile[name] ?? '';
    if (type === 'country') return countryName(value, lang);
    return type === 'date' ? dateInWords(value, lang) : value;
  };
  const Section = ({ title, step, children }: { title: string; step: Step; children?: Child }) => (
    <section class="card" id={step}>
      <h2>
        {title}{' '}
        <a class="meta" href={`${base}?step=${step}`} aria-label={`${t.change}: ${title}`}>
          {t.change}
        </a>
      </h2>
      {errors[step] && <p class="error">{errors[step]}</p>}
      {children}
    </section>
  );
  return (
    <Frame title={t.reviewTitle} lang={lang} query="step=review&">
      <h1>{t.reviewTitle}</h1>
      <Steps portal={portal} t={t} current="review" />
      <Summary errors={errors} title={t.errorTitle} />
      <Section title={t[subject]} step="details">
        <dl>
          {profileFields[subject]
            .filter(({ name }) => profile[name])
            .flatMap((def) => [<dt>{t.labels[def.name]}</dt>, <dd dir="auto">{inWords(def)}</dd>])}
          {customAnswers(portal, lang)}
        </dl>
      </Section>
      {subject === 'business' && (
        <Section title={t.peopleTitle} step="people">
          <KnownParties known={known} lang={lang} />
          <ul>
            {parties.map((entry) => (
              <li>
                <span dir="auto">{partyName(entry.data)}</span>{' '}
                <span class="meta">{partySummary(entry, lang)}</span>
              </li>
            ))}
          </ul>
          {!parties.length && !known?.parties.length && <p>{t.nobody}</p>}
        </Section>
      )}
      <Section title={t.documentsTitle} step="documents">
        <ul>
          {[...(known?.documents ?? []), ...documents].map((document) => (
            <li>
              <span dir="auto">{document.name}</span>{' '}
              <span class="meta">{documentName(portal, document, lang, known)}</span>
            </li>
          ))}
        </ul>
        {!documents.length && !known?.documents.length && <p>{t.noDocuments}</p>}
      </Section>
      <p class="note">{t.reviewNext}</p>
      <form method="post" action={`${base}/submit`} novalidate>
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
          {errors.confirm && (
            <p class="error" id="confirm-error">
              {errors.confirm}
            </p>
          )}
        </div>
        <div class="actions">
          <a class="button plain" href={`${base}?step=documents`}>
            {t.back}
          </a>
          <button>{t.submit}</button>
        </div>
      </form>
    </Frame>
  );
}
