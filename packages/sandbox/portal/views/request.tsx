/** A request for more information: only its items, and the reviewer's reason. */
import { Version } from '../../web/controls.tsx';
import { slotsIn } from '../requirements.ts';
import { subjectOf, versionOf } from '../inputs.ts';
import { filled } from '../messages.ts';
import { profileFields } from '../profile-fields.ts';
import { dateInWords } from '../texts.ts';
import { CustomFields } from './custom-inputs.tsx';
import { Upload } from './documents-page.tsx';
import { Actions, Field, Frame, SaveStatus, Summary, TestClient, type View } from './frame.tsx';

export function Request(view: View) {
  const { portal, lang, t, base, existing, errors, values = portal.progress.profile } = view;
  const { reason, fields, due_at } = portal.request!;
  const wantsDocuments = slotsIn(portal, existing).length > 0;
  const requested = profileFields[subjectOf(portal)].filter(({ name }) => fields.includes(name));
  return (
    <Frame title={t.requestTitle} lang={lang} address={base} errors={errors}>
      <h1>{t.requestTitle}</h1>
      <Summary errors={errors} title={t.errorTitle} />
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
      <form
        method="post"
        action={`${base}/submit`}
        data-save={fields.length ? `${base}/save` : undefined}
        novalidate
      >
        {fields.length > 0 && <SaveStatus t={t} />}
        <Version version={versionOf(portal)} />
        {fields.length > 0 && (
          <section class="card">
            <div class="grid">
              {requested.map((def) => (
                <Field {...view} def={{ ...def, required: true }} values={values} />
              ))}
            </div>
            <CustomFields {...view} values={values} />
          </section>
        )}
        <Actions t={t}>
          <button>{t.submit}</button>
        </Actions>
      </form>
      <TestClient t={t} base={base} />
    </Frame>
  );
}
