/**
 * An upload for n8n's HTTP helper, which takes an object with `pipe` for a stream. A verified
 * package must not load any module of Node except `crypto`.
 */
import type { Upload } from '../../../host/host.ts';

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
  private readonly pieces;
  /** True while the service waits for the file. */
  private waits = false;
  constructor(private readonly upload: Upload) {
    this.pieces = upload.pieces[Symbol.asyncIterator]();
  }

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
      (error) => this.tell('error', this.upload.fail(error)),
    );
    return to;
  }

  /** Pulls one piece after the other, so memory use stays constant. */
  private async send(to: Target): Promise<void> {
    let wake = () => {};
    // The target accepts more, or has ended.
    for (const event of ['drain', 'close', 'error']) to.on(event, () => wake());
    const write = async (piece: Uint8Array) => {
      if (to.destroyed || to.write(piece) || to.destroyed) return;
      await new Promise<void>((resolve) => (wake = resolve));
    };
    await write(this.upload.head);
    while (!to.destroyed) {
      this.waits = true;
      const { done, value } = await this.pieces.next();
      this.waits = false;
      if (done) {
        to.write(this.upload.end());
        return to.end();
      }
      await write(this.upload.pass(value));
    }
  }

  /** Closes a file without reading it. @param why the error that ended the request. */
  destroy(why?: unknown): void {
    if (this.waits && (why as { code?: string }).code === 'ETIMEDOUT') this.upload.fail(why);
    void this.pieces.return?.();
  }
}
