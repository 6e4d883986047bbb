/** A case to be taken home: its data, its documents and its timeline in one archive. */
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

import { filesIn } from '../domain/documents.ts';
import type { Services } from '../domain/services.ts';
import { csv, mark } from '../domain/imports-result.ts';
import { requestsOf } from '../domain/requests.ts';

/** A name that unpacks as a file beside the others, whatever it is called. */
const fileName = (index: number, name: string) =>
  `documents/${String(index + 1).padStart(2, '0')}-${name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_')}`;

/** Writes the archive piece by piece; one document at a time is in memory. */
export async function writeCase(
  { cases, documents, store, workflow }: Services,
  application_id: string,
  write: (piece: Uint8Array) => Promise<unknown>,
): Promise<void> {
  const shown = workflow.show(cases.accountOf(application_id), application_id);
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const add = async (entry: ZipDeflate | ZipPassThrough, content: Uint8Array) => {
    zip.add(entry);
    entry.push(content, true);
    for (const piece of pieces.splice(0)) await write(piece);
  };
  const decisions = store.records`select data from decisions
    where application_id = ${application_id} order by rowid`;
  const data = { ...shown, decisions, requests: requestsOf(store, application_id) };
  await add(new ZipDeflate('case.json'), strToU8(JSON.stringify(data, null, 2)));
  const timeline = cases.timeline(application_id).map(({ at, who, what }) => [at, who, what]);
  await add(
    new ZipDeflate('timeline.csv'),
    strToU8(mark + csv([['At', 'Who', 'What'], ...timeline])),
  );
  const files = shown.documents.flatMap((document) =>
    filesIn(document).map((file, side) => ({
      document_id: document.document_id,
      side,
      name: side ? file.name : document.name,
    })),
  );
  for (const [index, { document_id, side, name }] of files.entries()) {
    const { content } = documents.file(application_id, document_id, side);
    await add(new ZipPassThrough(fileName(index, name)), new Uint8Array(content));
  }
  zip.end();
  for (const piece of pieces.splice(0)) await write(piece);
}
