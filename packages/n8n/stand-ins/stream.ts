/**
 * The part of Node's streams that the connector uses. A package that n8n verifies may load no module
 * of Node but `crypto`. Pieces are pulled one after the other, so that memory stays level.
 */
type Piece = Uint8Array;
type Pieces = Iterable<Piece> | AsyncIterable<Piece>;
type Done = (error?: Error | null) => void;

/** Waits for a callback. @throws the error it is given. */
const called = (work: (next: Done) => void) =>
  new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve())));

/** Pieces, and how to close what nobody will read. */
export interface Source extends AsyncIterable<Piece> {
  destroy(): void;
}

export const Readable = {
  from: (pieces: Pieces): Source => ({
    async *[Symbol.asyncIterator]() {
      yield* pieces;
    },
    destroy: () => (pieces as Partial<Source>).destroy?.(),
  }),
};

/** Changes pieces on their way: `pipeline` says from where, iterating moves them. */
export abstract class Transform {
  /** Bytes that wait for the reader; 0 while the source is waited for. */
  readableLength = 0;
  readonly writableLength = 0;
  source: Source = Readable.from([]);
  ended: Done = () => undefined;
  private readonly pushed: Piece[] = [];

  abstract _transform(piece: Piece, encoding: string, next: Done): void;
  abstract _flush(next: Done): void;

  push(piece: Piece): void {
    this.pushed.push(piece);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Piece> {
    let failure: Error | undefined;
    try {
      for await (const piece of this.source) {
        this.readableLength = piece.length;
        await called((next) => this._transform(piece, 'buffer', next));
        yield* this.pushed.splice(0);
        this.readableLength = 0;
      }
      await called((next) => this._flush(next));
      yield* this.pushed.splice(0);
    } catch (error) {
      failure = error as Error;
    }
    this.ended(failure);
    if (failure) throw failure;
  }

  /** Closes what nobody will read. */
  destroy(): void {
    this.source.destroy();
  }
}

/** Connects a source with a transform; `ended` hears how it went. */
export function pipeline(source: Source, transform: Transform, ended: Done): void {
  Object.assign(transform, { source, ended });
}
