/**
 * An upload as n8n's HTTP helper takes it: for a stream, as it has `pipe`. A package that n8n
 * verifies may load no module of Node but `crypto`.
 */
import type { Pieces } from '../../../host.ts';

/** What a request is to a stream. */
interface Target {
  destroyed?: boolean;
  write(piece: Uint8Array): boolean;
  end(): void;
  on(event: string, listener: () => void): void;
}
type Listener = (error?: unknown) => void;

export class UploadStream {
  private readonly listeners: [event: string, listener: Listener][] = [];
  constructor(private readonly pieces: Pieces) {}

  on(event: string, listener: Listener): this {
    this.listeners.push([event, listener]);
    return this;
  }
  once = this.on;

  private tell(event: string, error?: unknown): void {
    for (const [name, listener] of this.listeners) if (name === event) listener(error);
  }

  pipe<To extends Target>(to: To): To {
    this.send(to).then(
      () => ['end', 'close'].forEach((event) => this.tell(event)),
      (error) => this.tell('error', error),
    );
    return to;
  }

  /** Pieces are pulled one after the other, so that memory stays level. */
  private async send(to: Target): Promise<void> {
    let wake = () => {};
    // It takes more, or nothing any more.
    for (const event of ['drain', 'close', 'error']) to.on(event, () => wake());
    for await (const piece of this.pieces) {
      if (to.destroyed) return;
      if (!to.write(piece) && !to.destroyed) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
    to.end();
  }

  /** Closes a file that nobody will read. */
  destroy(): void {
    void this.pieces[Symbol.asyncIterator]().return?.();
  }
}
