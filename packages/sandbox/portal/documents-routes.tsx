/** The third section of a portal: documents. */
import { storeFile } from '../domain/files.ts';
import { Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import type { Store } from '../domain/store.ts';
import { admit, changing, goTo, existingOf, latest, leadBack, refuse } from './answers.tsx';
import { uploadedAs } from './requirements.ts';
import type { PortalContext } from './portal-request.ts';
import { texts, type Texts } from './texts.ts';

/** The status of a refusal -> the key of its text. */
const byStatus: Record<number, 'tooLarge' | 'wrongType'> = { 413: 'tooLarge', 415: 'wrongType' };

/** Stores the files. @returns the stored ones, and a sentence for each refused one. */
async function takeFiles(store: Store, files: File[], t: Texts) {
  const stored: Awaited<ReturnType<typeof storeFile>>[] = [];
  const refused: string[] = [];
  for (const file of files) {
    try {
      stored.push(await storeFile(store, file));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push(`${file.name} ${t[byStatus[error.status] ?? 'emptyFile']}`);
    }
  }
  return { stored, refused };
}

/** Refuses an upload that is too large. */
export async function refuseUpload(services: Parts<'portals' | 'clock'>, c: PortalContext) {
  // A browser reads no answer before it has sent all. A body that was begun cannot be read on.
  const rest = c.req.raw.body?.pipeTo(new WritableStream());
  await rest?.catch(() => c.header('connection', 'close'));
  const refused = admit(services, c, c.req.path.split('/')[2] ?? '');
  if (refused) return refused;
  const t = texts[c.var.lang];
  return leadBack(c, 'documents', { errors: { file: `${t.labels.file} ${t.tooLarge}` } });
}

/** Stores new files. */
export async function takeDocuments(
  services: Parts<'portals' | 'workflow' | 'clock' | 'store'>,
  c: PortalContext,
) {
  const { store, portals, clock } = services;
  const t = texts[c.var.lang];
  const form = await c.req.parseBody({ all: true });
  const files = [form.file ?? []]
    .flat()
    .filter((file): file is File => file instanceof File && file.name !== '');
  const { stored, refused } = await takeFiles(store, files, t);
  const portal = latest(services, c);
  const as = uploadedAs(portal, existingOf(services, portal), form.type);
  portal.progress.documents.push(...stored.map((file) => ({ ...as, ...file, at: clock.iso() })));
  portals.save(portal);
  const problems = files.length ? refused : [t.noFile];
  if (!problems.length) return goTo(c, 'documents');
  // The field that contained the files.
  const field = /^[\w-]+$/.test(String(form.field)) ? String(form.field) : 'file';
  return refuse(c, 'documents', { errors: { [field]: problems.join('. ') } });
}

export const removeDocument = changing('documents', ({ progress }, { id }) => {
  progress.documents = progress.documents.filter(({ file_id }) => file_id !== id);
});
