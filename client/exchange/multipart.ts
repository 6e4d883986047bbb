/** A multipart body with one file as `file` (RFC 7578), in the same format as the package `form-data`. */
import { randomBytes } from 'node:crypto';

import type { Pieces } from '../../host/host.ts';

interface Part {
  /** Without quotes and control characters. */
  name: string;
  contentType: string;
  /** Number of bytes, if known. */
  length?: number;
  pieces: Pieces;
}

/** The body and its headers. Reading the body reads the file. */
export function multipart({ name, contentType, length, pieces }: Part) {
  const boundary = `--------------------------${randomBytes(12).toString('hex')}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${contentType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const whole = length === undefined ? undefined : head.length + length + tail.length;
  return {
    length: whole,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(whole !== undefined && { 'content-length': `${whole}` }),
    },
    pieces: (async function* body(): Pieces {
      yield head;
      yield* pieces;
      yield tail;
    })(),
  };
}
