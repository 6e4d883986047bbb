/** Marked secrets and client data, then a search of all the platform logs, throws and builds. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import nock from 'nock';
import type { Bundle, ZObject } from 'zapier-platform-core';

import app from '../index.ts';
import { stepFailure } from '../zapier/local/app-handler.ts';
import { serve } from '../zapier/local/listen.ts';
import { steps } from './support/examples.ts';
import { useNock } from './support/nock.ts';
import { base, runner } from './support/app.ts';

// See test/jest/environment.js.
jest.unmock('zapier-platform-core');
useNock();

const marks = {
  key: 'MARKED-KEY-7f31',
  secret: 'whsec_TUFSS0VEU0VDUkVU',
  client: 'Marked Client 7f31',
};
/** Client data in every field that takes a text of the client. */
const client = Object.fromEntries(
  [
    'organization_name',
    'registration_number',
    'local_number',
    'vat_number',
    'business_address_street',
    'business_address_city',
    'first_name',
    'last_name',
    'person_address_street',
    'person_address_city',
  ].map((field) => [field, marks.client]),
);
/** Those of them that the operation has. */
const clientOf = (name: string, inputData: object) =>
  Object.fromEntries(
    Object.entries(client).filter(([field]) => {
      const isPersonal = /^(person|first|last)/.test(field);
      if (/start_onboarding|create_case|add_related_business/.test(name)) return !isPersonal;
      return name === 'add_related_person' ? isPersonal : !(field in inputData);
    }),
  );

/** Stands in for the platform's log service. */
let log: Awaited<ReturnType<typeof serve>>;
let logged = '';
beforeAll(async () => {
  // The platform breaks a log off that takes long: what has come until then counts.
  log = await serve((request, response) => {
    request.on('data', (chunk: Buffer) => (logged += chunk.toString()));
    request.on('end', () => response.end('{}'));
  });
  process.env.LOGGING_ENDPOINT = `${log.url}/`;
  // Out of reach here; waiting for it would break the log off.
  process.env.SERVICE_MEMORY = 'off';
});
afterAll(() => log.close());

/** Answers that repeat the key. */
const failures: [status: number, body: object | string][] = [
  [400, { message: `key ${marks.key}` }],
  [401, `Bearer ${marks.key}`],
  [422, { detail: [{ loc: ['body'], msg: `got "${marks.key}"` }] }],
  [500, { error: { message: marks.key } }],
];

/**
 * Runs each step with a good answer and with one of the failures in turn.
 * @returns all that was logged, printed and thrown.
 */
async function runAll(chosen = steps, definition: object = app): Promise<string> {
  const said: string[] = [];
  const listen = (chunk: unknown) => said.push(String(chunk)) > 0;
  const spies = [
    jest.spyOn(process.stdout, 'write').mockImplementation(listen),
    jest.spyOn(process.stderr, 'write').mockImplementation(listen),
    ...(['log', 'warn', 'error', 'info'] as const).map((name) =>
      jest
        .spyOn(console, name)
        .mockImplementation((...all: unknown[]) => void said.push(all.map(String).join(' '))),
    ),
  ];
  logged = '';
  // A token makes the platform send its log.
  const run = runner(definition, { token: 'token', calledFromCli: false });
  // A key as it may be pasted: a space at its end must not keep it from being recognised.
  const authData = { base_url: base, api_key: `${marks.key} `, webhook_secret: marks.secret };
  for (const [index, [name, example]] of chosen.entries()) {
    const { method, path, answer: sample } = example.requests[0];
    // The case is about this client; else the step names both.
    const answer = JSON.parse(JSON.stringify(sample).replaceAll('Lumen Studio SAS', marks.client));
    const failure = failures[index % failures.length]!;
    for (const [status, body] of [[200, answer] as const, failure]) {
      nock.cleanAll();
      nock(base).persist().intercept(path, method).reply(status, body);
      for (const later of example.requests.slice(1)) {
        nock(base)
          .intercept(later.path, later.method)
          .reply(200, later.answer as nock.Body);
      }
      const { inputData: least } = example.bundle;
      const inputData = { ...least, ...clientOf(name, least) };
      await run(example.run, { authData, inputData }).catch((error: Error) =>
        said.push(stepFailure(error).message),
      );
    }
  }
  nock.cleanAll();
  spies.forEach((spy) => spy.mockRestore());
  return `${said.join('\n')}\n${logged}`;
}

it('leaves no key, no signing secret and no client data in logs and errors', async () => {
  const all = await runAll();
  // The log is there, and tells of every operation.
  for (const [, { requests }] of steps) {
    const [{ method, path }] = requests;
    expect(logged).toContain(`${method} ${base}${path.split('?')[0]}`);
  }
  expect(all).toContain('[key]');
  expect(all).not.toContain(marks.key);
  expect(all).not.toContain(marks.secret);
  expect(all).not.toContain(marks.client);
});

it('would find client data: the platform logs the body of a request that is a text', async () => {
  const { create_case } = app.creates;
  const perform = async (z: ZObject, { inputData }: Bundle) => {
    const body = JSON.stringify(inputData);
    await z.request({ method: 'POST', url: `${base}/api/applications`, body });
    return { id: 'app_1' };
  };
  const operation = { ...create_case.operation, perform };
  const creates = { create_case: { ...create_case, operation } };
  const chosen = steps.filter(([name]) => name === 'create_case');
  expect(await runAll(chosen, { ...app, creates })).toContain(marks.client);
});

it('ships and commits no secret', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  const read = tracked.filter(
    (file) => existsSync(file) && !/secrets\.test|lock\.json|\.png$/.test(file),
  );
  const files = [...read, 'dist/app.cjs'];
  // The API's description shows a secret of zeros.
  const looksSecret =
    /whsec_(?!A{32})[A-Za-z0-9+/]{24,}|-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|ghp_\w{30,}/;
  expect(files.filter((file) => looksSecret.test(readFileSync(file, 'utf8')))).toEqual([]);
  expect(readFileSync('dist/app.cjs', 'utf8')).not.toContain('sandbox_key');
  const marked = new RegExp(Object.values(marks).join('|'));
  expect(files.filter((file) => marked.test(readFileSync(file, 'utf8')))).toEqual([]);
});
