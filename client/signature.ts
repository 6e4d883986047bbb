/** Signatures of webhooks ("signing": not shown): Standard Webhooks, or an HMAC of the body. */
import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Dialect } from '../service/dialect.ts';

/** A request from Zapier, which prefixes header names with "Http-". */
export interface RawRequest {
  headers?: Record<string, string>;
  content?: string;
}

/** The value of a header, in any case of letters. */
export function headerOf({ headers = {} }: RawRequest, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(
    ([header]) => header.toLowerCase().replace(/^http-/, '') === wanted,
  )?.[1];
}

const isEqual = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Shorter keys can be guessed, so a secret that decodes to less was not base64. */
const shortestKey = 16;

/** The possible keys of a Standard Webhooks secret: base64 or plain text. */
function keysOf(secret: string): Buffer[] {
  const [, encoded] = /^whsec_(.+)$/.exec(secret) ?? [];
  const decoded = Buffer.from(encoded ?? secret, 'base64');
  return [
    ...(decoded.length >= shortestKey ? [decoded] : []),
    ...(encoded ? [] : [Buffer.from(secret)]),
  ];
}

/** The valid signatures of a request, in the notation of its header. */
function signaturesOf(dialect: Dialect, request: RawRequest, secret: string): string[] {
  const content = request.content ?? '';
  const [, hash, notation] = /^hmac-(\w+)-(hex|base64)$/.exec(dialect.signature) ?? [];
  if (hash) {
    const hmac = createHmac(hash, secret).update(content);
    return [hmac.digest(notation as 'hex' | 'base64')];
  }
  const id = headerOf(request, 'webhook-id');
  const signed = `${id}.${headerOf(request, 'webhook-timestamp')}.${content}`;
  return keysOf(secret).map(
    (key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
}

/** True if the signature's time is too old for a retry. Services retry for a day or more. */
export function isOutOfTime(
  { signature }: Dialect,
  request: RawRequest,
  maxHours: number,
): boolean {
  if (signature !== 'standard') return false;
  const stamp = headerOf(request, 'webhook-timestamp') ?? '';
  if (!/^\d+$/.test(stamp)) return true;
  const hoursAway = Math.abs(Date.now() / 1000 - Number(stamp)) / 3600;
  return hoursAway > maxHours;
}

/** True if one of the secrets signed the raw body. */
export function isSigned(dialect: Dialect, request: RawRequest, secrets: string[]): boolean {
  const isStandard = dialect.signature === 'standard';
  const name = isStandard ? 'webhook-signature' : dialect.signature_header;
  const signatures = (headerOf(request, name) ?? '')
    .split(' ')
    .map((signature) => signature.replace(/^sha\d+=/i, ''));
  const validSignatures = secrets.flatMap((secret) => signaturesOf(dialect, request, secret));
  return validSignatures.some((one) => signatures.some((signature) => isEqual(signature, one)));
}
