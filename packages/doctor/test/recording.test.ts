/** Recordings: nothing of a person is in them, and doctor and connector run on them offline. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';

import { examine } from '../examine.ts';
import {
  keyIn,
  recordingOf,
  startRecording,
  unknownFields,
  type Recording,
  type Seen,
} from '../recording.ts';
import { dialectOf } from '../visit.ts';
import { random } from '../../../test/support/amount.ts';
import { anyCharacter } from '../../../test/support/arbitraries.ts';
import { answerJson, listen } from '../../../test/support/listen.ts';
import { tsx } from '../../../test/support/process.ts';
import { connectorOn, replay } from './replay.ts';

const folder = 'test/recordings';
const recordings = readdirSync(folder).map((file): [string, Recording] => [
  file,
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recording,
]);

const ofDoctor = recordings.filter(([, { tool }]) => tool === 'doctor');
describe.each(ofDoctor)('%s', (_file, recording) => {
  it('leads the doctor to the same dialect', async () => {
    const answer = replay(recording, true);
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (url, { method, headers, body }: any) =>
        answer({ method, url: String(url), headers: new Headers(headers), body }),
      );
    const { base, key, portalAddress } = recording;
    const visit = await examine({
      base,
      key,
      portalAddress,
      write: true,
      decide: true,
      seconds: 10,
      progress: () => {},
      wait: async () => undefined,
    });
    expect([visit.problems, visit.unclear]).toEqual([[], []]);
    expect(dialectOf(visit)).toEqual(recording.dialect);
  });

  it('carries the whole journey', async () => {
    process.env.SERVICE_DIALECT = JSON.stringify(recording.dialect);
    const step = connectorOn(recording);
    const draft = { subject: 'business', organization_name: 'Lumen Studio', country: 'France' };
    const director = {
      related_person_first_name: 'Claire',
      related_person_last_name: 'Ferrer',
      related_person_email: 'claire@lumen.example',
    };
    const started = await step('start_onboarding', { ...draft, related_persons: [director] });
    const { id: application_id, portal_link } = started;
    expect(started).toMatchObject({ id: expect.any(String), name: 'Lumen Studio' });
    expect(new URL(portal_link).protocol).toBe('https:');
    const [found] = await step('find_case', { application_id });
    expect(found).toMatchObject({ id: application_id, name: 'Lumen Studio' });
    const file = { file: 'https://files.example/certificate.pdf', type: 'ID' };
    const { id: document } = await step('upload_document', { application_id, ...file });
    expect(document).toEqual(expect.any(String));
    const portal = await step('create_portal', { application_id });
    expect(portal).toMatchObject({ application_id, portal_link });
    expect(await step('submit_case', { application_id })).toMatchObject({ id: application_id });
    const decided = await step('record_decision', { application_id, decision: 'rejected' });
    expect(decided).toMatchObject({ application_id });
  });
});

it.each(recordings)('%s lists the fields that the connector does not know', (_file, recording) => {
  expect(unknownFields(recording.exchanges)).toEqual(recording.unknown);
});

/** Values of a person: texts of any script, and the forms that a recording could take apart. */
const personal = fc.oneof(
  fc.array(anyCharacter, { minLength: 8, maxLength: 30 }).map((signs) => signs.join('')),
  fc.constantFrom(
    'Zoë Ångström-Quispe',
    'zoe.quispe+kyc@quispe.example',
    '1983-07-29',
    '1983-07-29T00:00:00Z',
    'FR7630006000011234567890189',
    '+33 6 12 34 56 78',
    '12 rue "Quispe"\n75002 Paris',
    'https://quispe.example/zoe?born=1983-07-29',
    '7d9f0c1e-8b1f-4a52-9d3e-2f6b7c8d9e0a',
    '株式会社キスペ商事東京',
    'ZOE QUISPE',
  ),
);
const hasSigns = (text: string) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 6;
const key = 'sk_live_Quispe7f31';

const bytes = (value: unknown): ArrayBuffer =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)).buffer;
const seenOf = (
  request: Partial<Seen['request']>,
  answer: unknown = {},
  headers: Record<string, string> = {},
): Seen => ({
  request: {
    method: 'POST',
    url: 'https://quispe-bank.example/api/applications',
    headers: new Headers({ authorization: `Bearer ${key}` }),
    bytes: bytes(''),
    ...request,
  },
  answer: { status: 200, headers: new Headers(headers), bytes: bytes(answer) },
});
const recorded = (...seen: Seen[]) =>
  recordingOf(seen, {
    tool: 'doctor',
    base: 'https://quispe-bank.example',
    key,
    dialect: {},
  }).recording;
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
const partOf = (value: string) =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="${value}"\r\n\r\n${Buffer.from(value).toString('base64')}\r\n--x--`;

/** The places of a value in a contact. */
const places: Record<string, (value: string) => Seen> = {
  'a field': (value) => seenOf({ bytes: bytes({ person: { last_name: value } }) }),
  'an unknown field': (value) => seenOf({}, { anything: { new: [{ at_all: value }] } }),
  'a code': (value) => seenOf({}, { status: value, roles: [value], type: value }),
  'the code of a country': (value) => seenOf({}, { country: value, nationalities: [value] }),
  'a message': (value) => seenOf({}, { detail: [{ msg: `${value} is no email`, input: value }] }),
  'the place of a mistake': (value) => seenOf({}, { detail: [{ loc: ['body', value] }] }),
  'the name of a field': (value) => seenOf({}, { business: { [value]: 1 } }),
  'a custom field': (value) => seenOf({}, { custom_fields: { [value]: value } }),
  'JSON in a text': (value) => seenOf({}, { note: JSON.stringify({ value }) }),
  'the path': (value) =>
    seenOf({ url: `https://quispe-bank.example/api/persons/${encodeURIComponent(value)}` }),
  'the query': (value) =>
    seenOf({
      url: `https://quispe-bank.example/api/companies/FRA/search?q=${encodeURIComponent(value)}`,
    }),
  'a header': (value) => seenOf({}, {}, { 'x-client': encodeURIComponent(value) }),
  'a redirect': (value) =>
    seenOf({}, {}, { location: `https://quispe.example/${encodeURIComponent(value)}` }),
  'a form': (value) => seenOf({ headers: new Headers(multipart), bytes: bytes(partOf(value)) }),
  'a page': (value) => seenOf({}, `<p>${value}</p>`),
  'a plain text': (value) => seenOf({}, `Dear ${value}`, { 'content-type': 'text/plain' }),
};

/** The forms in which a value could be in a file. */
const formsOf = (value: string) => [
  value,
  JSON.stringify(value).slice(1, -1),
  JSON.stringify(JSON.stringify(value)).slice(3, -3),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64').replace(/=+$/, ''),
];

describe('a recording has no value of a person', () => {
  it.each(Object.entries(places))('from %s', (_place, seenWith) => {
    fc.assert(
      fc.property(personal.filter(hasSigns), (value) => {
        // Elsewhere it is a field, so every place knows it.
        const file = JSON.stringify(recorded(seenWith(value), places['a field']!(value)));
        for (const form of formsOf(value))
          expect(file.toLowerCase()).not.toContain(form.toLowerCase());
        // Alone, too.
        expect(JSON.stringify(recorded(seenWith(value)))).not.toContain(value);
      }),
      random(200),
    );
  });

  it('and no number, key or host', () => {
    const file = JSON.stringify(
      recorded(
        seenOf(
          {},
          { share: 61.83, phone: 33612345678, link: 'https://kyc.quispe-bank.example/p/1' },
        ),
      ),
    );
    expect(file).not.toMatch(/61\.83|33612345678|quispe|sk_live/i);
  });
});

it('is the same everywhere, and keeps codes and the form', () => {
  const id = 'app-004711';
  const [one, other] = recorded(
    seenOf(
      {
        bytes: bytes({ person: { last_name: 'Quispe', birth_date: '1983-07-29', country: 'PER' } }),
      },
      { id, risk_level: 2, status_review: 'pending', person: { last_name: 'QUISPE' }, share: 60 },
    ),
    seenOf({ method: 'GET', url: `https://quispe-bank.example/api/applications/${id}/persons` }),
  ).exchanges as any[];
  const sent = one.request.body.json.person;
  const got = one.answer.body.json;
  expect(sent.last_name).toMatch(/^[A-Z][a-z]{5}$/);
  expect(got.person.last_name).toBe(sent.last_name.toUpperCase());
  expect(new Date(sent.birth_date).toISOString()).toContain(sent.birth_date);
  expect(sent.country).toBe('PER');
  expect(got).toMatchObject({ risk_level: 2, status_review: 'pending' });
  expect(got.share).toBeGreaterThan(10);
  expect(got.id).toMatch(/^[a-z]{3}-\d{6}$/);
  expect(other.request.url).toContain(`/api/applications/${got.id}/persons`);
});

it('keeps what this process asks: its key, redirects, waits, and what no JSON reads', async () => {
  const answers: Record<string, (response: ServerResponse) => unknown> = {
    '/api/portals': (response) =>
      response.writeHead(302, { location: 'https://quispe-bank.example/sign-in' }).end(),
    '/api/applications': (response) => answerJson(response, 429, {}, { 'retry-after': '30' }),
    '/api/files/7f31': (response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7 Quispe'),
    '/api/documents': (response) => response.end('no type'),
  };
  const service = await listen(({ path }, response) => answers[path]!(response));
  const heard: Seen[] = [];
  const stopRecording = startRecording((one) => heard.push(one));
  const headers = { 'x-api-key': key };
  for (const path of Object.keys(answers))
    await fetch(`${service.url}${path}`, { headers, redirect: 'manual' });
  const seen = await stopRecording();
  service.close();
  expect(heard).toEqual(seen);
  expect(keyIn(seen)).toBe(key);
  const dialect = { steps: [{ name: 'file' }, 3], portal_address: 'https://kyc.quispe.example/' };
  const { recording, leftOut } = recordingOf(seen, {
    tool: 'command',
    base: service.url,
    key,
    portalAddress: 'https://kyc.quispe.example/',
    dialect,
  });
  const [redirect, wait, file, text] = recording.exchanges.map(({ answer }) => answer);
  expect(redirect!.headers.location).toMatch(/^https:\/\/[^/]+\/sign-in$/);
  expect(wait!.headers['retry-after']).toBe('30');
  expect([file!.body, text!.body]).toEqual([{ leftOut: 'application/pdf' }, { leftOut: '' }]);
  expect(leftOut).toBe(2);
  expect(recording.portalAddress).toBe(recording.dialect.portal_address);
  expect(recording.dialect.steps).toEqual([{ name: 'file' }, 3]);
  expect(JSON.stringify(recording)).not.toMatch(/quispe|sk_live/i);
});

it('`npm run record` keeps what a command asks of the service, and the exit code', async () => {
  const body = { id: 'app-004711', person: { last_name: 'Quispe' }, brand_new: true };
  const service = await listen((_request, response) => response.end(JSON.stringify(body)));
  const stranger = await listen((_request, response) => response.end('{}'));
  const out = join(mkdtempSync(join(tmpdir(), 'record-')), 'contact.json');
  const script = `(async () => {
    const headers = { authorization: 'Bearer ${key}' };
    await fetch('${service.url}/api/applications/app-004711', { headers });
    await fetch('${stranger.url}/api/applications/app-004711', { headers });
    process.exit(3);
  })()`;
  const options = ['--base-url', service.url, '--out', out, '--', process.execPath, '-e', script];
  const child = spawn(process.execPath, [...tsx, 'packages/doctor/record.ts', ...options]);
  const [code] = await once(child, 'exit');
  service.close();
  stranger.close();
  expect(code).toBe(3);
  const text = readFileSync(out, 'utf8');
  const { exchanges, unknown } = JSON.parse(text) as Recording;
  expect(exchanges.map(({ answer }) => answer.status)).toEqual([200]);
  expect(unknown).toEqual(['applications.brand_new']);
  expect(text).not.toMatch(/quispe|sk_live|4711/i);
});
