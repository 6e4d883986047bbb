/** Uploaded files: limited, stored unchanged, never executed; and one that is made. */
import { fieldProblem, Problem } from './problem.ts';
import { newId, type Store } from './store.ts';

/** Largest file in bytes. */
export const maxFile = 25 * 1024 * 1024;
export const tooLarge = 'The file is larger than 25 MB.';

/** Valid kinds of files, and the endings of their names. */
export const fileKinds: Record<string, string[]> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/heic': ['.heic'],
  'image/heif': ['.heif'],
  'image/webp': ['.webp'],
  'image/tiff': ['.tif', '.tiff'],
  'text/plain': ['.txt'],
};
/** The first bytes of a kind. */
const starts: Record<string, RegExp> = {
  // A byte order mark or a printer's commands may come first.
  'application/pdf': /^(\xef\xbb\xbf|\p{Cc}%-12345X@PJL.*?)?%PDF/su,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG/,
  'image/heic': /^.{4}ftyp/s,
  'image/heif': /^.{4}ftyp/s,
  'image/webp': /^RIFF.{4}WEBP/s,
  'image/tiff': /^(II\*\0|MM\0\*)/,
};

/** True for the bytes of this kind. A picture often has the name of another kind of picture. */
function isOfKind(type: string, content: Buffer): boolean {
  const head = content.subarray(0, 1024).toString('latin1');
  const isPicture = type.startsWith('image/');
  const own = Object.entries(starts).filter(([kind]) =>
    isPicture ? kind.startsWith('image/') : type.startsWith(kind),
  );
  return !own.length || own.some(([, start]) => start.test(head));
}
const anyKind = 'application/octet-stream';
const executable = /\.(exe|bat|cmd|com|msi|js|mjs|html?|svg|xhtml|sh|ps1|jar|vbs|php)$/i;

/** The stated kind, or without one (often `.heic`) the kind for the name's ending. */
function kindOf({ type, name }: File): string {
  if (type && type !== anyKind) return type;
  const named = Object.entries(fileKinds).find(([, ends]) =>
    ends.some((end) => name.toLowerCase().endsWith(end)),
  );
  return named?.[0] ?? anyKind;
}

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

/** Stores an upload. @throws Problem 413, 415 or 422. */
export async function storeFile(store: Store, file: unknown) {
  if (!(file instanceof File)) throw fieldProblem('file', 'send a file', 'missing');
  if (file.size > maxFile) throw new Problem(413, tooLarge);
  if (file.size === 0) throw fieldProblem('file', 'the file is empty');
  const type = kindOf(file);
  const isAccepted = [anyKind, ...Object.keys(fileKinds)].some((kind) => type.startsWith(kind));
  if (!isAccepted || executable.test(file.name)) {
    throw new Problem(415, 'Only PDF, image and plain text files are accepted.');
  }
  const content = Buffer.from(await file.arrayBuffer());
  if (!isOfKind(type, content)) {
    throw new Problem(415, 'The file is not what its name or type says, such as a PDF.');
  }
  return keepFile(store, {
    name: file.name.replace(/[\p{Cc}/\\]/gu, '_').slice(-150),
    content_type: type,
    content,
  });
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
