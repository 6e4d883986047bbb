/**
 * An upload for n8n's HTTP helper, which takes an object with `pipe` for a stream. A verified
 * package must not load any module of Node except `crypto`.
 */
import type { Pieces } from '../../../host/host.ts';

/** The part of a request that a stream uses. */
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

  /** Pulls one piece after the other, so memory use stays constant. */
  private async send(to: Target): Promise<void> {
    let wake = () => {};
    // The target accepts more, or has ended.
    for (const event of ['drain', 'close', 'error']) to.on(event, () => wake());
    for await (const piece of this.pieces) {
      if (to.destroyed) return;
      if (!to.write(piece) && !to.destroyed) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
    to.end();
  }

  /** Closes a file without reading it. */
  destroy(): void {
    void this.pieces[Symbol.asyncIterator]().return?.();
  }
}
