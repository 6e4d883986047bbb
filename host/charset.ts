import type { HttpHeaders } from './host.ts';

/** The text of an answer in its charset; an unknown charset is read as UTF-8. */
export function textOf(bytes: ArrayBuffer | Uint8Array, headers: HttpHeaders): string {
  const [, charset] = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '') ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
