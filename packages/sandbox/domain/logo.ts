/** The logo of an account's portal: a picture of its own, kept as `data:`, or an address. */
import { createHash } from 'node:crypto';

/** Largest picture in bytes. */
const largest = 100 * 1024;

/** What a file of each kind begins with; a drawing (SVG) can carry scripts and is none of them. */
const kinds: Record<string, (content: Buffer) => boolean> = {
  'image/png': (content) =>
    content.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/jpeg': (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/gif': (content) => /^GIF8[79]a/.test(content.toString('latin1', 0, 6)),
  'image/webp': (content) => /^RIFF.{4}WEBP/s.test(content.toString('latin1', 0, 12)),
};

/** Kind and content of a logo that is kept; undefined for an address. */
export function logoContent(logo: string | null): { kind: string; content: Buffer } | undefined {
  const [, kind, text] = /^data:(image\/[a-z]+);base64,(.*)$/s.exec(logo ?? '') ?? [];
  return kind ? { kind, content: Buffer.from(text ?? '', 'base64') } : undefined;
}

/** Changes with the picture, so that no browser shows the one before. */
export const logoVersion = (logo: string): string =>
  createHash('sha256').update(logo).digest('hex').slice(0, 8);

/** What is wrong with the `logo_url` of an account; undefined where nothing is. */
export function logoProblem(logo: string): string | undefined {
  if (!logo.startsWith('data:')) {
    const isAddress = URL.canParse(logo) && /^https?:$/.test(new URL(logo).protocol);
    return isAddress ? undefined : 'must be an address or a picture as data:image/png;base64,…';
  }
  const found = logoContent(logo);
  if (!found) return 'must be a picture as data:image/png;base64,…';
  if (found.content.length > largest) return 'is larger than 100 KB';
  // By its content, whatever it calls itself.
  const isPicture = kinds[found.kind]?.(found.content);
  return isPicture ? undefined : 'is not a PNG, JPEG, GIF or WebP picture';
}
