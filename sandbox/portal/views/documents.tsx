/** Step 3: documents, several at once, each of which can be replaced. */
import type { PortalRow } from '../../domain/portals.ts';
import { subjectOf, type Errors } from '../inputs.ts';
import { documentName, slotName, uploadChoices } from '../asked.ts';
import { missingIn } from '../requirements.ts';
import { texts, type Language } from '../texts.ts';
import { Frame, Steps, Summary, type Known, type View } from './frame.tsx';

const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

interface UploadProps {
  portal: PortalRow;
  lang: Language;
  errors?: Errors;
  known?: Known;
}

/** The list of what is there, and the form to add to it. */
export function Upload({ portal, lang, errors = {}, known }: UploadProps) {
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  const { documents } = portal.progress;
  return (
    <>
      <ul class="list">
        {documents.map((document) => {
          const { file_id, name, size, content_type = '' } = document;
          return (
            <li>
              {/^image\/(png|jpeg|webp)$/.test(content_type) && (
                <img class="thumbnail" src={`${base}/documents/${file_id}`} alt="" />
              )}
              <span class="grow">
                <span dir="auto">{name}</span>{' '}
                <span class="meta">{`${documentName(portal, document, lang, known)}, ${sizeOf(size)}`}</span>
              </span>
              <span class="both">
                <form
                  method="post"
                  action={`${base}/documents`}
                  enctype="multipart/form-data"
                  class="replace"
                >
                  <input type="hidden" name="replace" value={file_id} />
                  <label class="button plain">
                    {t.replace}
                    <input
                      type="file"
                      name="file"
                      class="visually-hidden"
                      accept=".pdf,image/*,text/plain"
                      aria-label={`${t.replace}: ${name}`}
                    />
                  </label>
                  <noscript>
                    <button class="plain">{t.upload}</button>
                  </noscript>
                </form>
                <form method="post" action={`${base}/documents/remove`}>
                  <input type="hidden" name="id" value={file_id} />
                  <button class="plain" aria-label={`${t.remove}: ${name}`}>
                    {t.remove}
                  </button>
                </form>
              </span>
            </li>
          );
        })}
      </ul>
      {!documents.length && <p>{t.noDocuments}</p>}
      <form method="post" action={`${base}/documents`} enctype="multipart/form-data" class="upload">
        <div class="field">
          <label for="type">{t.labels.type}</label>
          <select id="type" name="type">
            {uploadChoices(portal, lang, known).map(({ value, label }) => (
              <option value={value}>{label}</option>
            ))}
          </select>
        </div>
        <div class={errors.file ? 'drop field bad' : 'drop field'}>
          <label for="file">{t.drop}</label>
          <input
            id="file"
            name="file"
            type="file"
            multiple
            accept=".pdf,image/*,text/plain"
            aria-invalid={errors.file ? 'true' : undefined}
            aria-describedby={errors.file ? 'file-error' : undefined}
          />
          {errors.file && (
            <p class="error" id="file-error">
              {errors.file}
            </p>
          )}
          <div class="camera">
            <label for="photo">{t.photo}</label>
            <input id="photo" name="photo" type="file" accept="image/*" capture="environment" />
          </div>
          <progress hidden value="0" aria-label={t.uploading}></progress>
        </div>
        <div class="actions end">
          <button class="plain">{t.upload}</button>
        </div>
      </form>
    </>
  );
}

export function Documents({ portal, lang, errors = {}, known }: View) {
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  const lacking = known ? missingIn(portal, known).documents : [];
  return (
    <Frame title={t.documentsTitle} lang={lang} query="step=documents&">
      <h1>{t.documentsTitle}</h1>
      <Steps portal={portal} t={t} current="documents" />
      <Summary errors={errors} title={t.errorTitle} />
      <section class="card">
        <p class="hint">{t.documentsHint}</p>
        {lacking.map((slot) => (
          <p class="note">{t.documentMissing(slotName(slot, lang))}</p>
        ))}
        {known && known.documents.length > 0 && (
          <ul>
            {known.documents.map((document) => (
              <li>
                <span dir="auto">{document.name}</span>{' '}
                <span class="meta">{`${documentName(portal, document, lang, known)}, ${t.known}`}</span>
              </li>
            ))}
          </ul>
        )}
        <Upload portal={portal} lang={lang} errors={errors} known={known} />
      </section>
      <div class="actions">
        <a
          class="button plain"
          href={`${base}?step=${subjectOf(portal) === 'person' ? 'details' : 'people'}`}
        >
          {t.back}
        </a>
        <a class="button" href={`${base}?step=review`}>
          {t.continue}
        </a>
      </div>
    </Frame>
  );
}
