/** An upload as a stream. */
import { finished, Readable, Transform } from 'node:stream';

import type { Upload } from '../host.ts';

/**
 * The body of a request. It makes no promise for a piece, because Zapier's runtime watches each:
 * those of a generator cost as much as the hash of the piece.
 */
export function uploadStream({ head, pieces, pass, end, fail }: Upload) {
  const source = pieces instanceof Readable ? pieces : Readable.from(pieces);
  /** Calls back with what `work` returns, or with the problem of the file. */
  const settle = (
    done: (error: Error | null, piece?: Uint8Array) => void,
    work: () => Uint8Array,
  ) => {
    let piece: Uint8Array;
    try {
      piece = work();
    } catch (error) {
      return done(fail(error));
    }
    done(null, piece);
  };
  const body = new Transform({
    transform: (piece: Uint8Array, _encoding, done) => settle(done, () => pass(piece)),
    flush: (done) => settle(done, end),
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  body.push(head);
  finished(source, (error) => {
    if (error && !body.destroyed) body.destroy(fail(error));
  });
  if (source.readableEnded) body.end();
  else source.pipe(body);
  return body;
}
