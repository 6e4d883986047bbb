/** Re-collection: only what a reviewer asked for, and why. */
import { slotName, slotsIn } from '../asked.ts';
import { subjectOf, versionOf } from '../inputs.ts';
import { profileFields } from '../profile-fields.ts';
import { texts } from '../texts.ts';
import { Upload } from './documents.tsx';
import { Field, Frame, SaveStatus, Summary, type View } from './frame.tsx';

export function Request({ portal, lang, errors = {}, values, known }: View) {
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  const { reason, fields } = portal.request!;
  const documents = slotsIn(portal, known);
  const asked = profileFields[subjectOf(portal)].filter(({ name }) => fields.includes(name));
  return (
    <Frame title={t.requestTitle} lang={lang}>
      <h1>{t.requestTitle}</h1>
      <Summary errors={errors} title={t.errorTitle} />
      <p class="note mail" dir="auto">
        {reason}
      </p>
      <p class="hint">{t.requestHint}</p>
      {documents.length > 0 && (
        <section class="card">
          <h2>{t.documentsTitle}</h2>
          <p class="hint">{documents.map((slot) => slotName(slot, lang)).join(', ')}</p>
          <Upload portal={portal} lang={lang} errors={errors} known={known} />
        </section>
      )}
      <form
        method="post"
        action={`${base}/submit`}
        data-save={asked.length ? `${base}/save` : undefined}
        novalidate
      >
        <input type="hidden" name="version" value={versionOf(portal)} />
        {asked.length > 0 && (
          <section class="card">
            <div class="grid">
              {asked.map((def) => (
                <Field
                  def={{ ...def, required: true }}
                  lang={lang}
                  values={values ?? portal.progress.profile}
                  errors={errors}
                />
              ))}
            </div>
          </section>
        )}
        {asked.length > 0 && <SaveStatus t={t} />}
        <div class="actions end">
          <button>{t.submit}</button>
        </div>
      </form>
    </Frame>
  );
}
