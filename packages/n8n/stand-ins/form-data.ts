/**
 * A multipart body with one file (RFC 7578), written as the package `form-data` writes it, which the
 * tests compare byte for byte. n8n's HTTP helper takes it for a stream, as it has `pipe`.
 */
import { randomBytes } from 'node:crypto';

interface File {
  filename: string;
  contentType: string;
  knownLength?: number;
}
/** What a request is to a stream. */
interface Target {
  destroyed?: boolean;
  write(piece: Uint8Array): boolean;
  end(): void;
  on(event: string, listener: () => void): void;
}
const escaped = (name: string) =>
  name.replace(
    /[\r\n"]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
type Listener = (error?: unknown) => void;

export default class FormData {
  private readonly boundary = `--------------------------${randomBytes(12).toString('hex')}`;
  private readonly listeners: [event: string, listener: Listener][] = [];
  private head = Buffer.alloc(0);
  private tail = Buffer.alloc(0);
  private length = 0;
  private pieces: AsyncIterable<Uint8Array> & { destroy?(): void } = {
    async *[Symbol.asyncIterator]() {},
  };

  append(name: string, pieces: FormData['pieces'], { filename, contentType, knownLength }: File) {
    this.head = Buffer.from(
      `--${this.boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"; filename="${escaped(filename)}"\r\nContent-Type: ${contentType}\r\n\r\n`,
    );
    this.tail = Buffer.from(`\r\n--${this.boundary}--\r\n`);
    this.pieces = pieces;
    this.length = knownLength ?? 0;
  }

  getHeaders() {
    return { 'content-type': `multipart/form-data; boundary=${this.boundary}` };
  }

  getLengthSync(): number {
    return this.head.length + this.length + this.tail.length;
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
      (error) => this.tell('error', error),
    );
    return to;
  }

  private async send(to: Target): Promise<void> {
    let wake = () => {};
    // It takes more, or nothing any more.
    for (const event of ['drain', 'close', 'error']) to.on(event, () => wake());
    to.write(this.head);
    for await (const piece of this.pieces) {
      if (to.destroyed) return;
      if (!to.write(piece) && !to.destroyed) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
    to.write(this.tail);
    to.end();
  }

  /** Closes a file that nobody will read. */
  destroy(): void {
    this.pieces.destroy?.();
  }
}
