/** The third step of a portal: documents. */
import type { Context } from 'hono';

import type { Services } from '../domain/services.ts';
import { goTo, knownOf, render } from './answers.tsx';
import { uploadedAs } from './asked.ts';
import { formOf, languageOf, type PortalContext } from './requests.ts';
import { texts } from './texts.ts';
import { takeFiles } from './uploads.ts';
import { Documents } from './views/documents.tsx';
import { Request } from './views/request.tsx';

/** Said of an upload that was cut off because it is too large. */
export function refuseUpload({ portals }: Services, c: Context) {
  const lang = languageOf(c);
  const t = texts[lang];
  const portal = portals.find(c.req.path.split('/')[2] ?? '');
  if (!portal) return c.text(t.tooLarge, 413);
  const errors = { file: `${t.labels.file} ${t.tooLarge}` };
  return c.html(<Documents portal={portal} lang={lang} errors={errors} />, 413);
}

/** Takes files, new ones or one in the place of another. */
export async function takeDocuments(services: Services, c: PortalContext) {
  const { store, portals } = services;
  const { portal, lang } = c.var;
  const t = texts[lang];
  const form = await c.req.parseBody({ all: true });
  const files = [form.file ?? [], form.photo ?? []]
    .flat()
    .filter((file): file is File => file instanceof File && file.name !== '');
  const as = uploadedAs(portal, knownOf(services, portal), form.type);
  const { taken, refused } = await takeFiles(store, portal.account, files, as, t);
  const { documents } = portal.progress;
  const at = documents.findIndex(({ file_id }) => file_id === form.replace);
  if (at < 0) documents.push(...taken);
  else if (taken.length) {
    const [first, ...others] = taken;
    const { type, of, expected_document_id } = documents[at]!;
    documents.splice(at, 1, { ...first!, type, of, expected_document_id }, ...others);
  }
  portals.save(portal);
  const problem = files.length ? refused.join('. ') : t.noFile;
  if (!problem) return goTo(c, 'documents');
  const view = { errors: { file: problem }, known: knownOf(services, portal) };
  return render(c, portal.request ? Request : Documents, view, 422);
}

/** Shows a picture the client has uploaded, and nothing else. */
export function showPicture({ store }: Services, c: PortalContext) {
  const wanted = c.req.param('file');
  const known = c.var.portal.progress.documents.find(({ file_id }) => file_id === wanted);
  const row =
    known &&
    store.get<{ content: Buffer }>('select content from files where file_id = ?', known.file_id);
  if (!row || !/^image\/(png|jpeg|webp)$/.test(known.content_type ?? '')) return c.notFound();
  return c.body(new Uint8Array(row.content), 200, { 'content-type': known.content_type! });
}

export async function removeDocument({ portals }: Services, c: PortalContext) {
  const { portal } = c.var;
  const { id } = await formOf(c);
  portal.progress.documents = portal.progress.documents.filter(({ file_id }) => file_id !== id);
  portals.save(portal);
  return goTo(c, 'documents');
}
