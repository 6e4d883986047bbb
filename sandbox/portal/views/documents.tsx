/** Step 3: documents, several at once, each of which can be replaced. */
import type { PortalRow } from '../../domain/portals.ts';
import { subjectOf, type Errors } from '../inputs.ts';
import { missingIn } from '../requirements.ts';
import { sizeInWords, texts, typeName, type Language } from '../texts.ts';
import { StepPage, type View } from './frame.tsx';

export function DocumentList({ portal, lang, known }: View) {
  const documents = [...known.documents, ...portal.progress.documents];
  if (!documents.length) return <p>{texts[lang].noDocuments}</p>;
  return (
    <ul>
      {documents.map(({ name, type }) => (
        <li>
          <span dir="auto">{name}</span> <span class="meta">{typeName(type, lang)}</span>
        </li>
      ))}
    </ul>
  );
}

interface UploadProps {
  portal: PortalRow;
  lang: Language;
  errors?: Errors;
  /** The kinds to choose from; all where it is empty. */
  only?: string[];
}

/** The list of what is there, and the form to add to it. */
export function Upload({ portal, lang, errors = {}, only }: UploadProps) {
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  const types = Object.entries(t.types).filter(([type]) => !only?.length || only.includes(type));
  const { documents } = portal.progress;
  return (
    <>
      <ul class="list">
        {documents.map(({ file_id, name, type, size, content_type = '' }) => (
          <li>
            {/^image\/(png|jpeg|webp)$/.test(content_type) && (
              <img class="thumbnail" src={`${base}/documents/${file_id}`} alt="" />
            )}
            <span class="grow">
              <span dir="auto">{name}</span>{' '}
              <span class="meta">{`${typeName(type, lang)}, ${sizeInWords(size, lang)}`}</span>
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
        ))}
      </ul>
      {!documents.length && <p>{t.noDocuments}</p>}
      <form method="post" action={`${base}/documents`} enctype="multipart/form-data" class="upload">
        <div class="field">
          <label for="type">{t.labels.type}</label>
          <select id="type" name="type">
            {types.map(([type, label]) => (
              <option value={type}>{label}</option>
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

export function Documents(view: View) {
  const { portal, lang, errors = {}, known } = view;
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  const lacking = missingIn(portal, known).documents;
  return (
    <StepPage {...view} step="documents" title={t.documentsTitle}>
      <section class="card">
        <p class="hint">{t.documentsHint}</p>
        {lacking.map((type) => (
          <p class="note">{t.documentMissing(typeName(type, lang))}</p>
        ))}
        {known.documents.length > 0 && (
          <ul>
            {known.documents.map(({ name, type }) => (
              <li>
                <span dir="auto">{name}</span>{' '}
                <span class="meta">{`${typeName(type, lang)}, ${t.known}`}</span>
              </li>
            ))}
          </ul>
        )}
        <Upload portal={portal} lang={lang} errors={errors} />
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
    </StepPage>
  );
}
