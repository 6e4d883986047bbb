/**
 * Files of earlier nodes. The operations take a file by its web address; a file of n8n gets an
 * address of its own, under which `z.request` streams it.
 */
import type { IBinaryData } from 'n8n-workflow';

import { answerOf, type Answered } from './answer.ts';

export interface BinaryFile {
  data: IBinaryData;
  /** Bytes, where n8n knows them. */
  length?: number;
  /** Opened when it is asked for: a step that stops before that leaves nothing open. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}
export type Binaries = Map<string, BinaryFile>;

/** No host has such a name (RFC 6761). */
const root = 'https://binary.n8n.invalid/';

/** Keeps a file under an address. @returns the address. */
export function addressOf(binaries: Binaries, file: BinaryFile): string {
  const address = `${root}${binaries.size}`;
  binaries.set(address, file);
  return address;
}

/** The file behind an address of n8n, as a host on the web would answer it. */
export function binaryAnswer(binaries: Binaries, url: string): Promise<Answered> | undefined {
  const file = binaries.get(url);
  return file && opened(file);
}

async function opened(file: BinaryFile): Promise<Answered> {
  const { mimeType, fileName = 'document' } = file.data;
  return answerOf(
    200,
    {
      'content-type': mimeType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      ...(file.length !== undefined && { 'content-length': file.length }),
    },
    { body: await file.open() },
  );
}
