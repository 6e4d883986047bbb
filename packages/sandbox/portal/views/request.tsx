/** A request for more information: only its items, and the reviewer's reason. */
import { textsIn } from '../../web/form.ts';
import { detailsOnPage, openOf, questionsOf } from '../requirements.ts';
import { profileOf, subjectOf } from '../inputs.ts';
import { filled } from '../messages.ts';
import { profileFields } from '../profile-fields.ts';
import { dateInWords } from '../texts.ts';
import { requestMark } from '../windows.ts';
import { CustomFields } from './custom-inputs.tsx';
import { Upload } from './documents-page.tsx';
import { Confirmation, earlierAnswers, needsConfirmation } from './review.tsx';
import { SummaryList } from './summary-list.tsx';
import {
  Actions,
  Field,
  Frame,
  Mistakes,
  Shown,
  TestClient,
  UseSaved,
  type View,
} from './frame.tsx';

export function Request(view: View) {
  const { portal, lang, t, base, existing, errors } = view;
  const saved = portal.progress.profile;
  const values = { ...saved, ...(view.typed && textsIn(view.typed)) };
  const { reason, fields, due_at } = portal.request!;
  const wantsDocuments = openOf(portal, existing).slots.length > 0;
  const isOnPage = detailsOnPage(portal);
  const earlier = earlierAnswers(portal, existing, lang);
  const requested = profileFields[subjectOf(portal)].filter(({ name }) => isOnPage(name));
  const hasFields = requested.length + questionsOf(portal).length > 0;
  return (
    <Frame title={t.requestTitle} lang={lang} address={base} errors={errors}>
      <h1>{t.requestTitle}</h1>
      <Mistakes {...view} />
      {reason && (
        <p class="note mail" dir="auto">
          {reason}
        </p>
      )}
      <p>
        {due_at && <strong>{filled(t.dueBy, { date: dateInWords(due_at, lang) })}</strong>}{' '}
        {t.requestHint}
      </p>
      {wantsDocuments && (
        <section class="card">
          <Upload {...view} />
        </section>
      )}
      {earlier.length > 0 && (
        <section class="card">
          <h2>{t.earlierTitle}</h2>
          <SummaryList answers={earlier} lang={lang} base={base} />
        </section>
      )}
      <form method="post" action={`${base}/submit`} novalidate data-keep>
        <Shown values={profileOf(portal, saved)} />
        <input type="hidden" name="request" value={requestMark(portal, existing)} />
        {view.typed && <UseSaved t={t} href={base} />}
        {hasFields && (
          <section class="card">
            <div class="grid">
              {requested.map((def) => (
                <Field
                  {...view}
                  def={{ ...def, required: def.required || fields.includes(def.name) }}
                  values={values}
                />
              ))}
            </div>
            <CustomFields {...view} values={values} />
          </section>
        )}
        {needsConfirmation(portal, existing) && <Confirmation {...view} />}
        <Actions t={t}>
          <button>{t.submit}</button>
        </Actions>
      </form>
      <TestClient t={t} base={base} />
    </Frame>
  );
}
