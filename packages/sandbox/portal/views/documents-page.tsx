/** The documents page: each requested document with its files, and a form for any other. */
import type { Child } from 'hono/jsx';

import { fileKinds } from '../../domain/files.ts';
import { joined } from '../../domain/plain.ts';
import { Input, Select } from '../../web/controls.tsx';
import { filled } from '../messages.ts';
import {
  kindName,
  openOf,
  slotId,
  slotName,
  slotValue,
  subjectOf,
  uploadChoices,
  type Sent,
  type Slot,
} from '../requirements.ts';
import { sizeInWords } from '../texts.ts';
import { Actions, ButtonLink, StepPage, type View } from './frame.tsx';

/** The file types for the browser's dialog. The server checks the file itself. */
const accept = [...Object.keys(fileKinds), ...Object.values(fileKinds).flat()].join(',');

type Around = Pick<View, 'portal' | 'lang' | 't' | 'base' | 'errors'>;

interface UploadProps extends Around {
  /** The id of the field with the files, and its label. */
  field: string;
  label: string;
  /** The kind of the documents. */
  children: Child;
}

/** A form that sends files. The script sends it as soon as the client chooses them. */
const UploadForm = ({ t, base, errors = {}, field, label, children }: UploadProps) => (
  <form method="post" action={`${base}/documents`} enctype="multipart/form-data" class="upload">
    <input type="hidden" name="field" value={field} />
    {children}
    <Input
      id={field}
      name="file"
      label={<span class="visually-hidden">{label}</span>}
      type="file"
      multiple
      accept={accept}
      error={errors[field]}
    />
    <button class="outline without-script">{t.upload.send}</button>
  </form>
);

/** Files. The client removes its own. */
const Files = ({ files, isNamed, ...around }: { files: Sent[]; isNamed?: boolean } & Around) => {
  const { portal, lang, t, base } = around;
  return (
    <ul class="unstyled">
      {files.map((file) => (
        <li class="hstack">
          <span class="grow">
            <span dir="auto">{file.name}</span>{' '}
            <span class="meta">
              {joined(' · ', [
                isNamed && kindName(portal, file.type, lang),
                file.size === undefined ? '' : sizeInWords(file.size, lang),
                'document_id' in file && t.existing,
              ])}
            </span>
          </span>
          {!('document_id' in file) && (
            <form method="post" action={`${base}/documents/remove`}>
              <input type="hidden" name="id" value={file.file_id} />
              <button class="outline" aria-label={`${t.remove}: ${file.name}`}>
                {t.remove}
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
};

/** A requested document: its state, its files, and a form to add one. */
function SlotCard({ slot, ...around }: { slot: Slot } & Around) {
  const { lang, t } = around;
  const name = slotName(slot, lang);
  const id = slotId(slot);
  const missing = slot.isRequired
    ? filled(t.documentMissing, { type: name })
    : `${name} (${t.optional})`;
  return (
    <li id={id} tabindex={-1} class="slot">
      <div class="hstack justify-between">
        <h2 dir="auto">{slot.isSent ? name : missing}</h2>
        {slot.isSent && (
          <span class="badge" data-variant="success">
            {t.upload.isThere}
          </span>
        )}
      </div>
      <Files files={slot.documents} {...around} />
      <UploadForm {...around} field={`${id}-file`} label={`${t.upload.chooseFiles}: ${name}`}>
        <input type="hidden" name="type" value={slotValue(slot)} />
      </UploadForm>
    </li>
  );
}

/** The requested documents, the other documents, and the forms that add more. */
export function Upload({ portal, lang, t, base, errors, existing }: View) {
  const around = { portal, lang, t, base, errors };
  const { slots, others } = openOf(portal, existing);
  const asked = slots.map(slotValue);
  const kinds = uploadChoices(portal, lang, existing).filter(({ value }) => !asked.includes(value));
  return (
    <div id="uploads">
      <p class="hint">{t.documentsHint}</p>
      <noscript>
        <p class="note">{filled(t.upload.first, { button: t.upload.send })}</p>
      </noscript>
      <ul class="unstyled">
        {slots.map((slot) => (
          <SlotCard slot={slot} {...around} />
        ))}
      </ul>
      {!portal.request && (
        <section id="general" tabindex={-1}>
          <h2>{t.upload.others}</h2>
          <Files files={others} isNamed {...around} />
          <UploadForm {...around} field="file" label={t.upload.chooseFiles}>
            <Select
              id="type"
              name="type"
              label={t.labels.type}
              value="OTHER"
              options={kinds.map(({ value, label }) => [value, label] as const)}
            />
          </UploadForm>
        </section>
      )}
    </div>
  );
}

export function Documents(view: View) {
  const { portal, t, base } = view;
  const before = subjectOf(portal) === 'person' ? 'details' : 'people';
  return (
    <StepPage {...view} step="documents" title={t.documentsTitle}>
      <section class="card">
        <Upload {...view} />
      </section>
      <Actions t={t} back={`${base}?step=${before}`}>
        <ButtonLink href={`${base}?step=review`}>{t.continue}</ButtonLink>
      </Actions>
    </StepPage>
  );
}
