/** What is given when starting the sandbox is taken, or refused by its name. */
import { setTimeout as wait } from 'node:timers/promises';

import { readArguments, readNumber } from '../options.ts';
import { createSandbox } from '../tool/library.ts';
import { call } from './visitor.ts';

it('takes what the guide names', () =>
  expect(readArguments(['--memory', '--account', 'a.json', '--allow-private'])).toEqual({
    memory: true,
    account: 'a.json',
    'allow-private': true,
  }));

it.each([['--memry'], ['--port', '5000'], ['5000']])('refuses %s', (...args) =>
  expect(() => readArguments(args)).toThrow(
    new RegExp(
      `'${args[0]}'.* Valid options are --memory, --account FILE and --allow-private. .*PORT=4011`,
    ),
  ),
);

describe('a number of the environment', () => {
  afterEach(() => delete process.env.PORT);

  it('is read, or is none', () => {
    for (const [value, number] of [
      ['', undefined],
      ['65535', 65_535],
    ] as const) {
      process.env.PORT = value;
      expect(readNumber('PORT', 65_535)).toBe(number);
    }
  });

  it.each(['abc', '1h', '-1', '65536', '0x10', '1.5'])('is refused by its name: %s', (value) => {
    process.env.PORT = value;
    expect(() => readNumber('PORT', 65_535)).toThrow(
      `PORT is "${value}": it takes a whole number from 0 to 65535.`,
    );
  });
});

describe('in a test of others', () => {
  it.each<[unknown, string]>([
    ['showcase', 'createSandbox takes an object with port, seed, account.'],
    [{ port: NaN }, 'The port is NaN: it takes a whole number from 0 to 65535.'],
    [
      {
        seed: {
          applications: ['A', 'B'].map((last_name) => ({
            person: { last_name },
            external_reference: 'r',
          })),
        },
      },
      'The seed is invalid: applications[1]: The external_reference r is that of case',
    ],
    [{ account: { colour: 'red' } }, 'The account is invalid: The account has no field colour'],
  ])('refuses %j', async (options, message) =>
    expect(createSandbox(options as never)).rejects.toThrow(message),
  );

  it('begins anew with the seed as it was given, at the time of the computer', async () => {
    const seed = { applications: [{ person: { last_name: 'Ferrer' } }] };
    const sandbox = await createSandbox({ seed });
    seed.applications.push({ person: { last_name: 'Quill' } });
    await call(sandbox, 'POST', '/_sandbox/clock', { seconds: 86_400 });
    sandbox.reset();
    const cases = (await call(sandbox, 'GET', '/_sandbox/cases')).body as { name: string }[];
    expect(cases.map(({ name }) => name)).toEqual(['Ferrer']);
    const { now } = (await call(sandbox, 'GET', '/_sandbox/clock')).body as { now: string };
    expect(Date.parse(now)).toBeLessThan(Date.now() + 60_000);
    await sandbox.close();
  });

  it('says that it is closed, and a request that was under way ends nothing', async () => {
    const sandbox = await createSandbox({ seed: 'showcase' });
    const body = { person: { last_name: 'A' } };
    const create = () => call(sandbox, 'POST', '/api/applications', body).catch(() => undefined);
    await create();
    await call(sandbox, 'POST', '/_sandbox/faults', { path: '/api', delay: 50 });
    const late = create();
    await wait(20);
    await sandbox.close();
    await late;
    await wait(60);
    expect(() => sandbox.events).toThrow('The sandbox is closed.');
    expect(() => sandbox.reset()).toThrow('The sandbox is closed.');
    await sandbox.close();
  });
});
