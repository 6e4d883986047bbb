/** A multipart body with one file (RFC 7578), written as the package `form-data` writes it. */
import { randomBytes } from 'node:crypto';

import type { Pieces } from '../host.ts';

interface Part {
  name: string;
  contentType: string;
  /** Bytes, where they are known. */
  length?: number;
  pieces: Pieces;
}

/** As browsers write it in a quoted name. */
const escaped = (name: string) =>
  name.replace(
    /[\r\n"]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/** The body with its headers. The file is read when the body is. */
export function multipart(field: string, { name, contentType, length, pieces }: Part) {
  const boundary = `--------------------------${randomBytes(12).toString('hex')}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${escaped(name)}"\r\nContent-Type: ${contentType}\r\n\r\n`,
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
