/** The connection to the service: API key and base URL ("Authentication"). */
import type { Bundle, ZObject } from 'zapier-platform-core';

import packageJson from './package.json' with { type: 'json' };
import { parseJson, type Answer } from './client/answer.ts';
import { baseUrl, portalAddress } from './client/connection.ts';
import { halt } from './client/errors.ts';
import { definitionDialect, dialect } from './client/dialect-in-use.ts';
import { newStep, send } from './client/transport.ts';

/** Where the reader learns how to get address and key. */
const help = `${packageJson.homepage}#connect-your-account`;

/** A read that no case can answer: the specification shows no endpoint for testing a key. */
const probe = { method: 'GET' as const, about: 'connection' };

/** Any refusal but these proves the key: the service looked further than the key. */
const proves = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
  (status) => ![401, 403, 429].includes(status),
);

/**
 * Proves the key without side effects and without a paid registry look-up: any JSON answer but
 * 401, 403, "slow down" and a failure of the service does.
 * @throws ExpiredAuthError for a wrong key, HaltedError for an address that cannot be right, else an
 * error that tells a wrong address, a service that is down and a page that is no API apart.
 */
async function test(z: ZObject, bundle: Bundle) {
  // A wrong one would show up in the mail to a client only.
  portalAddress(bundle.authData);
  const endpoint = { ...probe, path: dialect().connection_test };
  const answer = await send(newStep(z, bundle), endpoint, { accept: proves });
  await refusePage(z, bundle, answer);
  if (parseJson(answer.content) === undefined) {
    throw halt(
      'The Base URL answers, but not as the API of the service. Check it for typing errors: it is the address in front of the paths of the API.',
    );
  }
  return { account: label(bundle.authData) };
}

/** Paths below it are no part of any API. */
const nowhere = '/api/no-such-address';

/** Whether an address tells the test's path from one that is not there; undefined where it refuses both. */
async function knowsPaths(z: ZObject, bundle: Bundle): Promise<boolean | undefined> {
  const ask = async (path: string) => {
    const { status, content } = await send(
      newStep(z, bundle),
      { ...probe, path },
      { accept: [404] },
    );
    return status + content.replaceAll(path, '');
  };
  try {
    return (await ask(dialect().connection_test)) !== (await ask(nowhere));
  } catch {
    return undefined;
  }
}

/**
 * A service may say "not found" of any address, also below one of its pages.
 * @throws HaltedError for a Base URL below which nothing is known, where its host is the API.
 */
async function refusePage(z: ZObject, bundle: Bundle, { status }: Answer): Promise<void> {
  const { origin, pathname } = new URL(baseUrl(bundle.authData));
  if (status !== 404 || pathname === '/') return;
  const atHost = { ...bundle, authData: { ...bundle.authData, base_url: origin } };
  if ((await knowsPaths(z, bundle)) !== false || !(await knowsPaths(z, atHost))) return;
  throw halt(
    `The Base URL ends on a page of the application, "${pathname}". Enter it without that: ${origin}.`,
  );
}

/** Host and the last characters of the key: tells two accounts apart and shows no secret. */
function label({ base_url, api_key = '' }: Record<string, string>) {
  const key = api_key.trim();
  return `${new URL(baseUrl({ base_url })).host} (key …${key.slice(-Math.min(4, key.length / 4))})`;
}

const { base_url: preset } = definitionDialect();

export default {
  type: 'custom' as const,
  fields: [
    {
      key: 'base_url',
      label: 'Base URL',
      type: 'string' as const,
      required: true,
      ...(preset && { default: preset }),
      helpText: `Address of the service, for example \`https://api.example.com\`. It is shown where the service shows your API key; [how to find both](${help}).`,
    },
    {
      key: 'api_key',
      label: 'API Key',
      type: 'password' as const,
      required: true,
      helpText: `Secret key of your account, kept encrypted by Zapier. Create one for Zapier alone, so that it can be withdrawn alone; [how to get one](${help}).`,
    },
    {
      key: 'portal_address',
      label: 'Portal Address',
      type: 'string' as const,
      required: false,
      helpText: `Only where the service returns a part of a portal link instead of the whole: the address at which clients open portals, for example \`https://portal.example.com\`. It may be a domain of your own; [more on this](${help}).`,
    },
    {
      key: 'webhook_secret',
      label: 'Webhook Signing Secret',
      type: 'password' as const,
      required: false,
      helpText: `Only where webhooks are registered by hand in the settings of the service: the signing secret shown there, or several with commas. Events that none of them signed are then dropped; [more on this](${help}).`,
    },
  ],
  test,
  connectionLabel: '{{account}}',
};
