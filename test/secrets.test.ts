/** Marked secrets and client data, then a search of everything that was logged, thrown or built. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import nock from 'nock';

import { base, expectRest, operations, runner } from './support.ts';
import app from '../index.ts';
import { stepFailure } from '../platform/app-handler.ts';

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
const run = runner(app);

it('leaves no key, no signing secret and no client data in logs and errors', async () => {
  const said: string[] = [];
  const listen = (chunk: unknown) => said.push(String(chunk)) > 0;
  const spies = [
    jest.spyOn(process.stdout, 'write').mockImplementation(listen),
    jest.spyOn(process.stderr, 'write').mockImplementation(listen),
  ];
  const consoles = (['log', 'warn', 'error', 'info'] as const).map((name) =>
    jest
      .spyOn(console, name)
      .mockImplementation((...all) => void said.push(all.map(String).join(' '))),
  );
  const authData = { base_url: base, api_key: marks.key, webhook_secret: marks.secret };
  let steps = 0;
  for (const [name, sample] of Object.entries(operations)) {
    for (const [status, body] of [
      [200, sample.answer],
      [400, { message: `key ${marks.key}` }],
      [401, `Bearer ${marks.key}`],
      [500, { error: { message: marks.key } }],
    ] as const) {
      nock.cleanAll();
      nock(base)
        .intercept(sample.request[1], sample.request[0])
        .reply(status, body as object);
      expectRest(name);
      const inputData = { ...sample.input, ...client };
      steps++;
      await run(sample.method, { authData, inputData }).catch((error: Error) =>
        said.push(stepFailure(error).message),
      );
    }
  }
  [...spies, ...consoles].forEach((spy) => spy.mockRestore());
  const all = said.join('\n');
  expect(steps).toBe(Object.keys(operations).length * 4);
  expect(all).not.toContain(marks.key);
  expect(all).not.toContain(marks.secret);
  expect(all).not.toContain(marks.client);
});

it('ships and commits no secret', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  const files = [
    ...tracked.filter((file) => existsSync(file) && !/secrets\.test|lock\.json|\.png$/.test(file)),
    'dist/index.js',
  ];
  const looksSecret =
    /whsec_[A-Za-z0-9+/]{24,}|-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|ghp_\w{30,}/;
  expect(files.filter((file) => looksSecret.test(readFileSync(file, 'utf8')))).toEqual([]);
  expect(readFileSync('dist/index.js', 'utf8')).not.toContain('sandbox_key');
  const marked = new RegExp(Object.values(marks).join('|'));
  expect(files.filter((file) => marked.test(readFileSync(file, 'utf8')))).toEqual([]);
});
