/** Re-collection: only what a reviewer asked for, and why. */
import { formNameOf } from '../../domain/custom-fields.ts';
import { askedOf, slotsIn } from '../asked.ts';
import { subjectOf, versionOf } from '../inputs.ts';
import { profileFields } from '../profile-fields.ts';
import { CustomInput } from './custom-inputs.tsx';
import { Upload } from './documents.tsx';
import { Field, Frame, SaveStatus, Submit, Summary, type View } from './frame.tsx';

export function Request(view: View) {
  const { portal, lang, t, base, known, errors, values = portal.progress.profile } = view;
  const { reason, fields } = portal.request!;
  const wantsDocuments = slotsIn(portal, known).length > 0;
  const asked = profileFields[subjectOf(portal)].filter(({ name }) => fields.includes(name));
  const further = askedOf(portal, fields);
  const hasFields = asked.length + further.length > 0;
  return (
    <Frame title={t.requestTitle} lang={lang} address={base} errors={errors}>
      <h1>{t.requestTitle}</h1>
      <Summary errors={errors} title={t.errorTitle} />
      {reason && (
        <p class="note mail" dir="auto">
          {reason}
        </p>
      )}
      <p class="hint">{t.requestHint}</p>
      {wantsDocuments && (
        <section class="card">
          <Upload {...view} />
        </section>
      )}
      <form
        method="post"
        action={`${base}/submit`}
        data-save={hasFields ? `${base}/save` : undefined}
        novalidate
      >
        <input type="hidden" name="version" value={versionOf(portal)} />
        {hasFields && (
          <section class="card">
            <div class="grid">
              {asked.map((def) => (
                <Field {...view} def={{ ...def, required: true }} values={values} />
              ))}
              {further.map((field) => (
                <CustomInput
                  field={field}
                  lang={lang}
                  value={String(values[formNameOf(field)] ?? '')}
                  error={errors?.[formNameOf(field)]}
                />
              ))}
            </div>
          </section>
        )}
        {hasFields && <SaveStatus t={t} />}
        <Submit>{t.submit}</Submit>
      </form>
    </Frame>
  );
}
