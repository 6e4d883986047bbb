/** Whatever comes in: no crash, no other host or path, no polluted prototype, text unchanged. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { createTransport } from 'nodemailer';

import type { OperationError } from '../client/errors.ts';
import { readDialect } from '../service/dialect.ts';
import { runWith } from './support/run.ts';
import { problemsIn, retryAfter } from '../client/answer.ts';
import { callApi } from '../client/api-request.ts';
import { findCompany, searchCompanies } from '../client/companies.ts';
import { getCase } from '../client/cases.ts';
import { readEvent } from '../client/events.ts';
import { withAdditional } from '../fields/additional.ts';
import { toCase } from '../fields/case.ts';
import { toPairs } from '../fields/values.ts';
import { listMails } from '../packages/sandbox/mail/mails.ts';
import { submitPortal } from './support/client.ts';
import { createSandbox, type Sandbox } from '../packages/sandbox/server.tsx';
import { random } from './support/amount.ts';
import { anyCharacter } from './support/arbitraries.ts';
import { authData, base, runner } from './support/app.ts';

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

/** Records requests instead of sending them. */
function recorder() {
  const requests: { url: string; headers: Record<string, string> }[] = [];
  const send = async (request: (typeof requests)[number]) => {
    requests.push(request);
    return { status: 200, headers: { get: () => null }, content: '{"application_id":"a"}' };
  };
  return { requests, run: runWith(authData, { send }) };
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
      expect(typeof readEvent(readDialect(), json).id).toBe('string');
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
      const shown = toCase({ ...answer, application_id: 'a' } as never);
      expect(shown).toMatchObject({ id: 'a', application_id: 'a' });
      expect(shown).toHaveProperty('portal_link');
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
        withAdditional({}, input, {}, true);
        toCase({ application_id: 'a', custom_fields: input as never });
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      },
    ),
    random(500),
  ));

/** The value of a text field as a browser reads it from the page. */
function fieldValue(html: string, name: string): string | undefined {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`)
    .exec(html)?.[1]
    ?.replace(/&([a-z]+|#39);/g, (_, entity: string) => entities[entity] ?? '?');
}

describe('text in any script', () => {
  let sandbox: Sandbox;
  beforeAll(async () => (sandbox = await createSandbox({ smtpPort: 0 })));
  afterAll(() => sandbox.close());
  const run = runner();
  const step = <T = Record<string, any>>(method: string, inputData: object) =>
    run<T>(`${method}.operation.perform`, {
      authData: { base_url: sandbox.url, api_key: sandbox.apiKey },
      inputData,
    });
  const anyName = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
    .filter((text) => text.trim() !== '' && !text.includes('\0'));

  it('comes back unchanged through connector, API, database and portal', () =>
    fc.assert(
      fc.asyncProperty(anyName, anyName, async (text, changed) => {
        const { id, portal_link } = await step('creates.start_onboarding', {
          subject: 'business',
          organization_name: text,
          country: 'FR',
          // The same input twice would be the same case, which is submitted already.
          external_reference: randomUUID(),
        });
        const html = await (await fetch(`${portal_link}?step=details`)).text();
        expect(fieldValue(html, 'organization_name')).toBe(text.trim());
        const filledIn = { organization_name: changed, country: 'FR', registration_number: '1' };
        const answer = await fetch(`${portal_link}/details`, {
          method: 'POST',
          body: new URLSearchParams(filledIn),
          headers: { origin: sandbox.url },
          redirect: 'manual',
        });
        expect(answer.status).toBe(303);
        await submitPortal(portal_link, { 'Record ID': '1', 'Client Type': 'Business' });
        const [found] = await step<Record<string, unknown>[]>('searches.find_case', {
          application_id: id,
        });
        expect(found).toMatchObject({ name: changed.trim(), is_draft: false });
      }),
      random(100),
    ));

  it('comes back unchanged through the mail, beside a link that still opens', async () => {
    const { portal_link } = await step('creates.create_portal', {});
    const mailer = createTransport({
      host: '127.0.0.1',
      port: sandbox.smtpPort,
      pool: true,
      ignoreTLS: true,
    });
    await fc.assert(
      fc.asyncProperty(anyName, async (text) => {
        await mailer.sendMail({
          from: 'crm@example.com',
          to: 'client@example.com',
          subject: text,
          text: `${text}\n\n${portal_link}\n`,
        });
        const [mail] = listMails(sandbox.services.store);
        expect(mail!.subject.trim()).toBe(text.trim());
        expect(mail!.text.split('\n\n')[0]!.trim()).toBe(text.trim());
        expect(mail!.links.at(-1)).toBe(portal_link);
      }),
      random(100),
    );
    mailer.close();
  });
});
