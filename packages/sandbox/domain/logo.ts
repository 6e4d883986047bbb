/** The logo of an account's portal: a picture stored as `data:`, or an address. */
import { createHash } from 'node:crypto';

/** Most bytes of a picture. */
const largest = 100 * 1024;

/** The first bytes of each kind. SVG is missing because it can contain scripts. */
const kinds: Record<string, (content: Buffer) => boolean> = {
  'image/png': (content) =>
    content.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/jpeg': (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/gif': (content) => /^GIF8[79]a/.test(content.toString('latin1', 0, 6)),
  'image/webp': (content) => /^RIFF.{4}WEBP/s.test(content.toString('latin1', 0, 12)),
};

/** Kind and content of a stored logo; undefined for an address. */
export function logoContent(logo: string | null): { kind: string; content: Buffer } | undefined {
  const [, kind, text] = /^data:(image\/[a-z]+);base64,(.*)$/s.exec(logo ?? '') ?? [];
  return kind ? { kind, content: Buffer.from(text ?? '', 'base64') } : undefined;
}

/** Changes with the picture, so browsers do not show the old one. */
export const logoVersion = (logo: string): string =>
  createHash('sha256').update(logo).digest('hex').slice(0, 8);

/** The problem of a `logo_url`; undefined for a valid one. */
export function logoProblem(logo: string): string | undefined {
  if (!logo.startsWith('data:')) {
    const isAddress = URL.canParse(logo) && /^https?:$/.test(new URL(logo).protocol);
    return isAddress ? undefined : 'must be an address or a picture as data:image/png;base64,…';
  }
  const found = logoContent(logo);
  if (!found) return 'must be a picture as data:image/png;base64,…';
  if (found.content.length > largest) return 'is larger than 100 KB';
  // The content decides, not the stated kind.
  const isPicture = kinds[found.kind]?.(found.content);
  return isPicture ? undefined : 'is not a PNG, JPEG, GIF or WebP picture';
}
