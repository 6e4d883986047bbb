/** Whatever comes in: no crash, no other host or path, no polluted prototype. */
import * as fc from 'fast-check';

import type { OperationError } from '../client/basics/errors.ts';
import { readDialect } from '../service/dialect.ts';
import { runWith } from '../scripts/publish/run.ts';
import { problemsIn, retryAfter } from '../client/exchange/answer.ts';
import { callApi } from '../client/api-request.ts';
import { findCompany, searchCompanies } from '../client/companies.ts';
import { getCase } from '../client/cases.ts';
import { parseEvent } from '../client/events.ts';
import { withAdditional } from '../fields/kinds/additional.ts';
import { toCase } from '../fields/cases.ts';
import { toPairs } from '../fields/kinds/values.ts';
import { random } from './support/amount.ts';
import { anyCharacter } from './support/arbitraries.ts';

const hostile = [
  '../x',
  'a/b',
  '?x',
  '%2e%2e',
  '..',
  '.',
  '\r\nX: y',
  '',
  'x'.repeat(10_000),
  '__proto__',
  '//evil.example',
  'https://evil.example',
  '\\evil',
  '#',
  '@evil.example',
  '{{bundle.authData.api_key}}',
];
const anyText = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom(...hostile));

const base = 'https://api.example.com';

/** Records requests instead of sending them. */
function recorder() {
  const requests: { url: string; headers: Record<string, string> }[] = [];
  const send = async (request: (typeof requests)[number]) => {
    requests.push(request);
    return { status: 200, headers: { get: () => null }, content: '{"application_id":"a"}' };
  };
  return { requests, run: runWith({ base_url: base, api_key: 'key_51e7d0c2_secret' }, { send }) };
}

const ignore = (work: Promise<unknown>) =>
  work.catch((error: OperationError) => expect(error.kind).toBe('halt'));

it('sends an id to its own path only', () =>
  fc.assert(
    fc.asyncProperty(anyText, anyText, async (text, other) => {
      const { requests, run } = recorder();
      await ignore(getCase(run, text));
      // What is answered here is no company and no list.
      await findCompany(run, 'FR', text).catch(() => undefined);
      await searchCompanies(run, 'FR', other).catch(() => undefined);
      for (const { url } of requests) {
        const { origin, pathname } = new URL(url);
        expect(origin).toBe(base);
        expect(pathname).toMatch(/^\/api\/(applications\/[^/]+|companies\/FR\/[^/]+)$/);
      }
    }),
    { ...random(500), examples: hostile.map((text) => [text, text]) },
  ));

it('keeps call_api below the Base URL', () =>
  fc.assert(
    fc.asyncProperty(anyText, async (path) => {
      const { requests, run } = recorder();
      for (const candidate of [path, `/${path}`, `/api/${path}`]) {
        await ignore(callApi(run, { method: 'GET', path: candidate }));
      }
      for (const { url, headers } of requests) {
        expect(new URL(url).origin).toBe(base);
        expect(Object.values(headers).join('')).not.toMatch(/[\r\n]/);
      }
    }),
    { ...random(500), examples: hostile.map((path) => [path]) },
  ));

it('reads any webhook and any error body without a crash', () =>
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (json, text) => {
      expect(typeof parseEvent(readDialect(), json).id).toBe('string');
      for (const body of [
        JSON.stringify(json),
        text,
        `{"detail":${JSON.stringify(json)}}`,
        `{"errors":${JSON.stringify(json)}}`,
      ]) {
        for (const { message } of problemsIn(body)) expect(typeof message).toBe('string');
      }
      expect(retryAfter({ get: () => text })).toBeGreaterThanOrEqual(1);
    }),
    random(1000),
  ));

it('maps any answer to a case with all keys', () =>
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (answer) => {
      const output = toCase({ ...answer, application_id: 'a' } as never);
      expect(output).toMatchObject({ id: 'a', application_id: 'a' });
      expect(output).toHaveProperty('portal_link');
    }),
    random(1000),
  ));

it('pollutes no prototype', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(
        '__proto__',
        'constructor',
        'prototype',
        'business.__proto__',
        'meta.constructor',
      ),
      fc.string({ minLength: 1 }),
      (key, value) => {
        const input = JSON.parse(
          `{${JSON.stringify(key)}: ${JSON.stringify({ polluted: value })}}`,
        ) as object;
        toPairs(input, 'Pairs');
        withAdditional({}, input, {}, 'case');
        toCase({ application_id: 'a', custom_fields: input as never });
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      },
    ),
    random(500),
  ));
