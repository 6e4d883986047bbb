import { pipeline, type Readable } from 'node:stream';

import type { HttpHeaders } from '../host.ts';

/**
 * The body without the compression that its headers name. An incomplete one fails, unlike with
 * node-fetch, which takes it for whole.
 */
export function decoded(body: Readable, headers: HttpHeaders): Readable {
  const encoding = headers.get('content-encoding') ?? '';
  if (!/gzip|deflate|\bbr\b/i.test(encoding)) return body;
  const { createBrotliDecompress, createUnzip } = process.getBuiltinModule('node:zlib');
  const decoder = /\bbr\b/i.test(encoding) ? createBrotliDecompress() : createUnzip();
  // Its reader gets the error, also of a decoder that failed before it was read.
  decoder.on('error', () => undefined);
  return pipeline(body, decoder, () => undefined);
}
