/**
 * Files for documents: from a web address, or from a path inside the folder that the person named
 * at the start. The content of a file never passes through a conversation.
 */
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';

import { halt } from '../../client/basics/errors.ts';
import type { FileSource } from '../../client/files.ts';
import type { Pieces } from '../../host/host.ts';

/** The files that a server may read. */
export interface FileRules {
  /** Folder of files that may be sent. Without one, only web addresses are valid. */
  folder?: string;
  /** Bytes. Larger files are refused. */
  largest: number;
  /** Refuses addresses on this computer and in private networks. */
  publicOnly: boolean;
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;
const tooLarge = (rules: FileRules) =>
  halt(`File is larger than ${megabytes(rules.largest)}. Use a smaller one.`);

/**
 * The text for a file -> a web address, or the file at a path.
 * @throws a halt for any other text, and for a path outside the folder.
 */
export async function sourceOf(files: FileRules, value: unknown): Promise<FileSource> {
  const source = typeof value === 'string' ? value.trim() : '';
  if (/^https?:\/\//i.test(source)) return source;
  if (!files.folder) {
    throw halt(
      'File must be the web address of a file (https://…). A path works only if the server was started with --files <folder>. Text is never sent as a file.',
    );
  }
  const folder = await realpath(files.folder);
  const path = await realpath(resolve(folder, source)).catch(() => undefined);
  const inside = path && relative(folder, path);
  const isOutside = inside === '..' || inside?.startsWith(`..${sep}`) || isAbsolute(inside ?? '');
  const found = inside && !isOutside ? await stat(path) : undefined;
  if (!found?.isFile()) {
    throw halt('File: the folder of --files has no such file. Enter the path inside that folder.');
  }
  if (found.size > files.largest) throw tooLarge(files);
  return {
    name: basename(path!),
    type: 'application/octet-stream',
    length: found.size,
    open: () => createReadStream(path!),
  };
}

/** A file from its address, until it becomes too large. */
export async function* limited(
  pieces: Pieces,
  headers: { get(name: string): string | null },
  rules: FileRules,
): Pieces {
  if (Number(headers.get('content-length') ?? 0) > rules.largest) throw tooLarge(rules);
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > rules.largest) throw tooLarge(rules);
    yield piece;
  }
}
