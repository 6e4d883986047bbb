/** Files a client sends: taken as they are, or refused with a word that tells why. */
import { storeFile } from '../domain/files.ts';
import type { DocumentDraft } from '../domain/portals.ts';
import { Problem } from '../domain/problem.ts';
import type { Store } from '../domain/store.ts';
import type { Texts } from './texts.ts';

/** Why a file is refused -> the text that says so. */
type Refusal = 'tooLarge' | 'wrongType' | 'emptyFile' | 'encrypted';

const byStatus: Record<number, Refusal> = { 413: 'tooLarge', 415: 'wrongType' };

/** A PDF that nobody can open without its password. */
async function isEncrypted(file: File): Promise<boolean> {
  if (file.type !== 'application/pdf') return false;
  return Buffer.from(await file.arrayBuffer()).includes('/Encrypt');
}

type Taken = Pick<DocumentDraft, 'file_id' | 'name' | 'size' | 'content_type'>;

/** Stores the files. @returns those that were taken, and a sentence for each that was not. */
export async function takeFiles(
  store: Store,
  account: string,
  files: File[],
  t: Texts,
): Promise<{ taken: Taken[]; refused: string[] }> {
  const taken: Taken[] = [];
  const refused: string[] = [];
  for (const file of files) {
    try {
      if (await isEncrypted(file)) {
        refused.push(`${file.name} ${t.encrypted}`);
        continue;
      }
      const { file_id, name, size, content_type } = await storeFile(store, account, file);
      taken.push({ file_id, name, size, content_type });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push(`${file.name} ${t[byStatus[error.status] ?? 'emptyFile']}`);
    }
  }
  return { taken, refused };
}
