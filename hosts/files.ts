/**
 * Files of the host. The operations take a file by its web address; one that the host has gets an
 * address of its own, under which `z.request` streams it.
 */
import { answerOf, type Answered } from './request.ts';

type Pieces = AsyncIterable<Uint8Array>;
export interface HostFile {
  name: string;
  type: string;
  /** Bytes, where the host knows them. */
  length?: number;
  /** Opened when it is asked for: a step that stops before that leaves nothing open. */
  open(): Pieces | Promise<Pieces>;
}
/** The files of a step by their addresses. */
export type HostFiles = Map<string, HostFile>;

/** No host on the web has such a name (RFC 6761). */
const root = 'https://file.host.invalid/';

/** Keeps a file under an address. @returns the address. */
export function addressOf(files: HostFiles, file: HostFile): string {
  const address = `${root}${files.size}`;
  files.set(address, file);
  return address;
}

/** The file behind such an address, as a host on the web would answer it. */
export function answerOfFile(files: HostFiles, url: string): Promise<Answered> | undefined {
  const file = files.get(url);
  return file && opened(file);
}

async function opened({ name, type, length, open }: HostFile): Promise<Answered> {
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    ...(length !== undefined && { 'content-length': length }),
  };
  return answerOf(200, headers, { body: await open() });
}
