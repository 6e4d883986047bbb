/** Uploaded files: limited, stored unchanged, never executed; and one that is made. */
import { fileKind, scans } from '../../../service/file-formats.ts';
import { safeName } from '../../../service/file-names.ts';
import { fieldProblem, Problem } from './problem.ts';
import { newId, type Store } from './store.ts';

/** Largest file in bytes. */
export const maxFile = 25 * 1024 * 1024;
export const tooLarge = 'The file is larger than 25 MB.';

const executable = /\.(exe|bat|cmd|com|msi|js|mjs|svg|sh|ps1|jar|vbs|php)$/i;

interface StoredFile {
  file_id: string;
  name: string;
  content_type: string;
  size: number;
}
/** The uploaded files, each with its content. */
export const filesIn = (store: Store) => store.collection<StoredFile>('files');

/** Stores a file unchanged. */
export function keepFile(
  store: Store,
  { name, content_type, content }: Pick<StoredFile, 'name' | 'content_type'> & { content: Buffer },
): StoredFile {
  const stored = { file_id: newId('fil'), name, content_type, size: content.length };
  filesIn(store).add(stored.file_id, stored, content);
  return stored;
}

/**
 * Stores an upload, as what its bytes, its name and its type say that it is.
 * @param onlyScans takes PDFs and pictures alone, as of a client.
 * @throws Problem 413, 415 or 422.
 */
export async function storeFile(store: Store, file: unknown, onlyScans = false) {
  if (!(file instanceof File)) throw fieldProblem('file', 'send a file', 'missing');
  if (file.size > maxFile) throw new Problem(413, tooLarge);
  if (file.size === 0) throw fieldProblem('file', 'the file is empty');
  const content = Buffer.from(await file.arrayBuffer());
  const kind = fileKind(content, { names: [file.name], contentType: file.type });
  if (kind.expected.length) {
    throw new Problem(415, 'The file is not what its name or type says, such as a PDF.');
  }
  if (onlyScans && !scans.some(({ type }) => type === kind.type)) {
    throw new Problem(415, 'Only PDFs and pictures are accepted.');
  }
  const isPage = !kind.isProven && /html/.test(kind.type);
  if (isPage || executable.test(file.name)) {
    throw new Problem(415, 'Programs and web pages are not accepted.');
  }
  return keepFile(store, { name: safeName(file.name), content_type: kind.type, content });
}

const escaped = (text: string) => text.replace(/[\\()]/g, (sign) => `\\${sign}`);

/** One page with these lines. The first is the heading; letters are Western European. */
export function samplePdf([heading = '', ...lines]: string[]): Buffer {
  const below = [...lines, '', 'Specimen, made by the sandbox.'];
  const text = [
    `BT /F1 20 Tf 60 760 Td (${escaped(heading)}) Tj ET`,
    ...below.map(
      (line, index) => `BT /F1 12 Tf 60 ${720 - index * 20} Td (${escaped(line)}) Tj ET`,
    ),
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((content, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${content}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  // One byte per letter keeps the offsets right.
  return Buffer.from(file + end, 'latin1');
}
