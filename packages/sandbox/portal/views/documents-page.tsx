/**
 * The documents page: each requested document with its files, and a form for several files at once.
 */
import type { JSX } from 'hono/jsx';

import { fileKinds, maxFile } from '../../domain/files.ts';
import { joined } from '../../domain/plain.ts';
import { Select } from '../../web/controls.tsx';
import {
  shelvesOf,
  slotId,
  slotName,
  slotValue,
  uploadChoices,
  type Filed,
  type Shelves,
  type UploadChoice,
} from '../requirements.ts';
import { subjectOf } from '../inputs.ts';
import { dateInWords, sizeInWords, texts, type Language } from '../texts.ts';
import { filled } from '../messages.ts';
import { Actions, ButtonLink, FieldError, StepPage, type View } from './frame.tsx';

/** The file types for the browser's dialog. The server checks the file itself. */
const accept = [...Object.keys(fileKinds), ...Object.values(fileKinds).flat()].join(',');
/** Kinds with two printed sides. */
const twoSided = ['ID', 'ID_CARD', 'RESIDENCE_PERMIT', 'DRIVING_LICENCE'];

type Around = Pick<View, 'lang' | 't' | 'base' | 'errors'> & { choices: UploadChoice[] };

/** "back · 120 KB · 22 November 2026 · by you" */
const facts = ({ side, size, at, isOwn }: Filed, lang: Language): string => {
  const t = texts[lang];
  return joined(' · ', [
    side && t.upload.sides[side],
    size === undefined ? '' : sizeInWords(size, lang),
    at && dateInWords(at, lang),
    isOwn ? t.upload.byYou : t.existing,
  ]);
};

/**
 * A form that sends files. The script sends it as soon as the client chooses them. Errors are shown
 * at `field`.
 */
const UploadForm = ({ t, base, then, field, id, children, ...form }: UploadProps) => (
  <form
    method="post"
    action={`${base}/documents`}
    enctype="multipart/form-data"
    class="upload"
    id={id}
    data-then={then}
    data-failed={t.upload.failed}
    data-largest={maxFile}
    {...form}
  >
    <input type="hidden" name="field" value={field} />
    {children}
  </form>
);
/** The element that gets the focus afterwards. */
type UploadProps = Pick<View, 't' | 'base'> &
  JSX.IntrinsicElements['form'] & { then?: string; field: string };

interface ChooseProps extends Pick<View, 't' | 'errors'> {
  about: string;
  label: string;
  id: string;
}

/**
 * A button to choose a file. The script then starts the upload; without the script, the form has
 * its own button.
 */
const Choose = ({ t, about, label, id, errors = {} }: ChooseProps) => (
  <>
    <label class="button outline chooser" for={id}>
      {label}
      <input
        id={id}
        type="file"
        name="file"
        accept={accept}
        aria-label={`${label}: ${about}`}
        aria-invalid={errors[id] ? 'true' : undefined}
        aria-describedby={errors[id] ? `${id}-error` : undefined}
      />
    </label>
    <button class="outline without-script">{t.upload.send}</button>
    <FieldError name={id} error={errors[id]} />
  </>
);

interface KindProps extends Pick<Around, 't' | 'choices'> {
  id: string;
  isChosen: (choice: UploadChoice) => boolean;
}

const Kind = ({ t, choices, id, isChosen }: KindProps) => (
  <Select
    id={id}
    name="type"
    label={t.labels.type}
    options={choices.map(({ value, label }) => [value, label] as const)}
    value={choices.find(isChosen)?.value}
  />
);

/** The actions for a file before submission. */
function Changes({ file, ...around }: { file: Filed } & Around) {
  const { t, base, errors } = around;
  const { file_id, name } = file;
  const id = `replace-${file_id}`;
  return (
    <div class="hstack">
      <UploadForm t={t} base={base} field={id}>
        <input type="hidden" name="replace" value={file_id} />
        <Choose t={t} errors={errors} label={t.replace} about={name} id={id} />
      </UploadForm>
      <form method="post" action={`${base}/documents/remove`}>
        <input type="hidden" name="id" value={file_id} />
        <button class="outline" aria-label={`${t.remove}: ${name}`}>
          {t.remove}
        </button>
      </form>
      <details>
        <summary>
          {t.upload.otherKind}
          <span class="visually-hidden">: {name}</span>
        </summary>
        <form method="post" action={`${base}/documents/kind`} class="filters">
          <input type="hidden" name="id" value={file_id} />
          <Kind {...around} id={`kind-${file_id}`} isChosen={({ label }) => label === file.title} />
          <button class="outline">{t.save}</button>
        </form>
      </details>
    </div>
  );
}

function Files({ files, isNamed, ...around }: { files: Filed[]; isNamed?: boolean } & Around) {
  const { lang, base } = around;
  if (!files.length) return null;
  return (
    <ul class="unstyled">
      {files.map((file) => (
        <li class="hstack">
          {file.file_id && /^image\/(png|jpeg|webp)$/.test(file.content_type ?? '') && (
            <img class="thumbnail" height="48" src={`${base}/documents/${file.file_id}`} alt="" />
          )}
          <div class="grow">
            <span dir="auto">{file.name}</span>{' '}
            <span class="meta">{(isNamed ? `${file.title} · ` : '') + facts(file, lang)}</span>
            {file.file_id && <Changes file={file} {...around} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

type SlotProps = { slot: Shelves['slots'][number] } & Around;

/** A requested document: its state, its files, and a form to add one. */
function SlotCard({ slot, ...around }: SlotProps) {
  const { lang, t, base, errors } = around;
  const name = slotName(slot, lang);
  const value = slotValue(slot);
  const id = slotId(slot);
  const there = new Set(slot.files.map(({ side }) => side));
  const sides = twoSided.includes(slot.type)
    ? (['front', 'back'] as const).filter((side) => !there.has(side))
    : [undefined];
  const chooseFile = slot.files.length ? t.upload.chooseAnother : t.upload.chooseFile;
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
      <Files files={slot.files} {...around} />
      <div class="hstack">
        {sides.map((side) => (
          <UploadForm t={t} base={base} then={id} field={`${id}-${side ?? 'file'}`}>
            <input type="hidden" name="type" value={value} />
            {side && <input type="hidden" name="side" value={side} />}
            <Choose
              t={t}
              errors={errors}
              label={side ? t.upload.chooseSide[side] : chooseFile}
              about={name}
              id={`${id}-${side ?? 'file'}`}
            />
            <progress hidden value="0" aria-label={t.upload.running}></progress>
          </UploadForm>
        ))}
      </div>
    </li>
  );
}

/** A form for any documents, several at once. The first missing kind is selected. */
function General(around: Around) {
  const { t, base, choices, errors = {} } = around;
  const first = choices.find(({ isMissing }) => isMissing);
  return (
    <UploadForm t={t} base={base} then="general" field="file" id="general" tabindex={-1}>
      <h2>{t.upload.several}</h2>
      <Kind {...around} id="type" isChosen={({ value }) => value === first?.value} />
      <div class="drop field">
        <p class="with-script">{t.drop}</p>
        <label class="button outline chooser" for="file">
          {t.upload.chooseFiles}
          <input
            id="file"
            name="file"
            type="file"
            multiple
            accept={accept}
            aria-invalid={errors.file ? 'true' : undefined}
            aria-describedby={errors.file ? 'file-error' : undefined}
          />
        </label>{' '}
        <label class="button outline chooser camera" for="photo">
          {t.photo}
          <input id="photo" name="photo" type="file" accept="image/*" capture="environment" />
        </label>
        <FieldError name="file" error={errors.file} />
        <progress hidden value="0" aria-label={t.upload.running}></progress>
      </div>
      <div class="actions without-script">
        <button class="outline">{t.upload.send}</button>
      </div>
    </UploadForm>
  );
}

/** The requested documents, the other documents, and the forms that add more. */
export function Upload({ portal, lang, t, base, errors, existing }: View) {
  const around = { lang, t, base, errors, choices: uploadChoices(portal, lang, existing) };
  const { slots, others } = shelvesOf(portal, existing, lang);
  return (
    <div id="uploads">
      <p class="hint">{t.documentsHint}</p>
      {slots.length > 0 && (
        <ul class="unstyled">
          {slots.map((slot) => (
            <SlotCard slot={slot} {...around} />
          ))}
        </ul>
      )}
      {others.length > 0 && <h2>{t.upload.others}</h2>}
      <Files files={others} isNamed {...around} />
      <General {...around} />
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
