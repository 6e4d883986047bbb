/** Signatures of webhooks (the specification's "signing … of webhooks: not shown"). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';

import { setting } from './settings.ts';

/** A request as Zapier hands it over: headers with an "Http-" in front of their names. */
export interface RawRequest {
  headers?: Record<string, string>;
  content?: string;
}

/** The value of a header, whatever its case. */
export function headerOf({ headers = {} }: RawRequest, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(
    ([given]) => given.toLowerCase().replace(/^http-/, '') === wanted,
  )?.[1];
}

const isSame = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** The signatures a secret makes of the request, in the notation of its header. */
function expected(request: RawRequest, secret: string): string[] {
  const content = request.content ?? '';
  const scheme = setting('signatureScheme');
  const [, hash, notation] = /^hmac-(\w+)-(hex|base64)$/.exec(scheme) ?? [];
  if (hash) {
    return [
      createHmac(hash, secret)
        .update(content)
        .digest(notation as 'hex' | 'base64'),
    ];
  }
  const id = headerOf(request, 'webhook-id') ?? '';
  const at = new Date(Number(headerOf(request, 'webhook-timestamp')) * 1000);
  if (!id || Number.isNaN(at.getTime())) return [];
  // The standard's secrets are base64; some services show plain text as it is.
  return (secret.startsWith('whsec_') ? [undefined] : [undefined, 'raw' as const]).flatMap(
    (format) => {
      try {
        return [new StandardWebhook(secret, format && { format }).sign(id, at, content)];
      } catch {
        return [];
      }
    },
  );
}

/**
 * True when one of the secrets signed the request over its raw body. Its age is not judged: Zapier
 * may run an event again hours later, the case is read anew and each event runs once.
 */
export function isSigned(request: RawRequest, secrets: string[]): boolean {
  const isStandard = setting('signatureScheme') === 'standard';
  const name = isStandard ? 'webhook-signature' : setting('signatureHeader');
  const given = (headerOf(request, name) ?? '')
    .split(' ')
    .map((signature) => (isStandard ? signature : signature.replace(/^sha\d+=/i, '')));
  return secrets.some((secret) =>
    expected(request, secret).some((own) => given.some((signature) => isSame(signature, own))),
  );
}
