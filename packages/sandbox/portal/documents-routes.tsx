/** The third step of a portal: documents. */
import { storeFile } from '../domain/files.ts';
import type { PortalRow } from '../domain/portals.ts';
import { Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import type { Store } from '../domain/store.ts';
import { admit, changing, goTo, existingOf, latest, refuse } from './answers.tsx';
import { uploadedAs, type UploadedAs } from './requirements.ts';
import type { PortalContext } from './portal-request.ts';
import { texts, type Texts } from './texts.ts';

/** The status of a refusal -> the key of its text. */
const byStatus: Record<number, 'tooLarge' | 'wrongType'> = { 413: 'tooLarge', 415: 'wrongType' };

/** True for a PDF that needs a password. */
async function isEncrypted(file: File): Promise<boolean> {
  if (file.type !== 'application/pdf') return false;
  return Buffer.from(await file.arrayBuffer()).includes('/Encrypt');
}

/** Stores the files. @returns the stored ones, and a sentence for each refused one. */
async function takeFiles(store: Store, account: string, files: File[], t: Texts) {
  const stored: Awaited<ReturnType<typeof storeFile>>[] = [];
  const refused: string[] = [];
  for (const file of files) {
    try {
      if (await isEncrypted(file)) refused.push(`${file.name} ${t.encrypted}`);
      else stored.push(await storeFile(store, account, file));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push(`${file.name} ${t[byStatus[error.status] ?? 'emptyFile']}`);
    }
  }
  return { stored, refused };
}

/** Refuses an upload that was cut off because it is too large. */
export function refuseUpload(services: Parts<'portals' | 'clock'>, c: PortalContext) {
  const refused = admit(services, c, c.req.path.split('/')[2] ?? '');
  // The rest of the body is not read: the connection cannot be used again.
  c.header('connection', 'close');
  if (refused) return refused;
  const t = texts[c.var.lang];
  return refuse(c, 'documents', { errors: { file: `${t.labels.file} ${t.tooLarge}` } });
}

/** Stores new files, or a file that replaces another. */
export async function takeDocuments(
  services: Parts<'portals' | 'workflow' | 'clock' | 'store'>,
  c: PortalContext,
) {
  const { store, portals, clock } = services;
  const { lang } = c.var;
  const t = texts[lang];
  const form = await c.req.parseBody({ all: true });
  const files = [form.file ?? [], form.photo ?? []]
    .flat()
    .filter((file): file is File => file instanceof File && file.name !== '');
  // The script sends only the name of a file that is too large.
  const large = [form.large ?? []].flat().map((name) => `${String(name)} ${t.tooLarge}`);
  const { stored, refused } = await takeFiles(store, c.var.portal.account, files, t);
  const portal = latest(services, c);
  const { documents } = portal.progress;
  const index = documents.findIndex(({ file_id }) => file_id === form.replace);
  const as: UploadedAs = index < 0 ? asSent(services, portal, form) : documents[index]!;
  const drafts = stored.map((file) => ({ ...as, ...file, at: clock.iso() }));
  if (index < 0) documents.push(...drafts);
  else if (drafts.length) documents.splice(index, 1, ...drafts);
  portals.save(portal);
  const problems = files.length + large.length ? [...large, ...refused] : [t.noFile];
  if (!problems.length) return goTo(c, 'documents');
  const view = { errors: { [fieldOf(form)]: problems.join('. ') } };
  return refuse(c, 'documents', view);
}

/** The form field that contained the files. */
const fieldOf = ({ field }: Record<string, unknown>): string =>
  typeof field === 'string' && /^[\w-]+$/.test(field) ? field : 'file';

/** The type of the file according to the form. */
function asSent(
  services: Parts<'workflow'>,
  portal: PortalRow,
  form: Record<string, unknown>,
): UploadedAs {
  const side = form.side === 'front' || form.side === 'back' ? form.side : undefined;
  return { ...uploadedAs(portal, existingOf(services, portal), form.type), ...(side && { side }) };
}

/** Moves a document to another kind. */
export const changeKind = changing('documents', (portal, { id, type }, services) => {
  portal.progress.documents = portal.progress.documents.map((document) => {
    const { file_id, name, size, content_type, at } = document;
    if (file_id !== id) return document;
    return { file_id, name, size, content_type, at, ...asSent(services, portal, { type }) };
  });
});

/** Shows a picture that the client has uploaded, and no other file. */
export function showPicture({ store }: Parts<'store'>, c: PortalContext) {
  const id = c.req.param('file');
  const document = c.var.portal.progress.documents.find(({ file_id }) => file_id === id);
  const row =
    document &&
    store.get<{ content: Buffer }>`select content from files where file_id = ${document.file_id}`;
  if (!row || !/^image\/(png|jpeg|webp)$/.test(document.content_type ?? '')) return c.notFound();
  return c.body(new Uint8Array(row.content), 200, { 'content-type': document.content_type! });
}

export const removeDocument = changing('documents', ({ progress }, { id }) => {
  progress.documents = progress.documents.filter(({ file_id }) => file_id !== id);
});
