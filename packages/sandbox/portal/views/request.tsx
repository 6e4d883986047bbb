/** A request for more information: only its items, and the reviewer's reason. */
import { textsIn, Version } from '../../web/form.ts';
import { profileOf } from '../inputs.ts';
import { filled } from '../messages.ts';
import {
  confirmedIn,
  earlierIn,
  fieldsOn,
  kindName,
  needsConfirmation,
  openOf,
} from '../requirements.ts';
import { partyInWords, type Answer } from '../summary.ts';
import { dateInWords } from '../texts.ts';
import { Upload } from './documents-page.tsx';
import { Confirmation } from './review.tsx';
import { SummaryList } from './summary-list.tsx';
import {
  Actions,
  Field,
  Frame,
  Mistakes,
  partyName,
  Shown,
  TestClient,
  UseSaved,
  type View,
} from './frame.tsx';

/** What was saved before the request, each with a button that takes it back. */
function earlierAnswers({ portal, lang, t, existing }: View): Answer[] {
  const { people, documents } = earlierIn(portal, existing);
  return [
    ...people.map(({ id, data, origin }) => ({
      name: id,
      label: partyName(data),
      value: partyInWords(data, lang),
      drop: { form: 'people/remove', id, text: origin === 'corrected' ? t.undo : t.remove },
    })),
    ...documents.map(({ type, name, file_id }) => ({
      name,
      label: kindName(portal, type, lang),
      value: name,
      drop: { form: 'documents/remove', id: String(file_id), text: t.remove },
    })),
  ];
}

export function Request(view: View) {
  const { portal, lang, t, base, existing, errors } = view;
  const saved = portal.progress.profile;
  const values = { ...saved, ...(view.typed && textsIn(view.typed)) };
  const { reason, due_at } = portal.request!;
  const earlier = earlierAnswers(view);
  const fields = fieldsOn(portal);
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
      {openOf(portal, existing).slots.length > 0 && (
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
        <Version of={confirmedIn(portal, existing)} />
        {view.typed && <UseSaved t={t} href={base} />}
        {fields.length > 0 && (
          <section class="card grid">
            {fields.map((def) => (
              <Field {...view} def={def} values={values} />
            ))}
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
