/** The dry run of a list: what would be made and refused, and that nothing is written. */
import { copyFileSync } from 'node:fs';

import { readDeals } from '../../../demo/deals/mapping.ts';
import { createSandbox, type Sandbox } from '../../../packages/sandbox/server.tsx';
import { preflight } from '../../../scripts/files/preflight.ts';
import { openFolder } from './run-command.ts';

let sandbox: Sandbox;
let folder: ReturnType<typeof openFolder>;
const before = { ...process.env };
beforeAll(async () => {
  sandbox = await createSandbox();
  process.env.SERVICE_BASE_URL = sandbox.url;
  process.env.SERVICE_API_KEY = sandbox.apiKey;
  process.env.SERVICE_PLAIN_HTTP = 'allow';
});
afterAll(async () => {
  for (const name of ['SERVICE_BASE_URL', 'SERVICE_API_KEY', 'SERVICE_PLAIN_HTTP']) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  await sandbox.close();
});
beforeEach(() => {
  sandbox.reset();
  folder = openFolder();
});
afterEach(() => folder.remove());

/** The row number, the reference and the result of each row. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, 4),
    );

it('says of each deal of the demo what the demo does with it', async () => {
  copyFileSync('demo/deals.csv', folder.path('deals.csv'));
  const deals = await readDeals('demo/deals.csv');
  const { text, problem } = await folder.run(preflight, 'deals.csv');
  expect(problem).toBeUndefined();
  const rows = rowsOf(text);
  expect(rows.map(([, reference]) => reference)).toEqual(
    deals.map(({ input }) => input.external_reference),
  );
  expect(rows.map(([, , result]) => result)).toEqual([
    'KYB case for Lumen Studio SAS',
    'KYB case for Café Étoile du Nord',
    'KYB case for Grünfeld Maschinenbau GmbH',
    'KYC case for Łukasz Wójcik',
    'KYC case for María José Peña',
    expect.stringMatching(/^refused: Country: "Atlantis" is not a country/),
    'repeated: row 2 has this deal. The Zap ends at its filter',
  ]);
  expect(text).toContain('Deals: 7, cases to make: 5. Nothing was written.');
  // 7 + 1 + 2 tasks for a fast client; the silent one costs 7 more.
  expect(text).toContain('60 if every client is fast, 105 with all reminders');
});

it('with --connect reads which deals have their case, and writes nothing', async () => {
  const { workflow } = sandbox.services;
  const body = { business: { organization_name: 'A Ltd' }, external_reference: '1-kyb' };
  const { application_id } = workflow.create('API', { ...body, is_draft: true });
  folder.write(
    'deals.csv',
    [
      'Record ID,Client Type,Company,Country,Onboarding Case',
      `1,Business,A Ltd,GB,${application_id}`,
      '2,Business,B Ltd,GB,app_gone',
      '3,Business,C Ltd,GB,',
    ].join('\n'),
  );
  const { text, problem } = await folder.run(preflight, 'deals.csv', '--connect');
  expect(problem).toBeUndefined();
  expect(rowsOf(text).map(([, , result]) => result)).toEqual([
    `has case ${application_id}`,
    'KYB case for B Ltd',
    'KYB case for C Ltd',
  ]);
  const requests = sandbox.requests();
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(sandbox.services.cases.list({}, 10)).toHaveLength(1);
});

it('refuses another client with the reference of an earlier row', async () => {
  const rows = ['1,Business,A Ltd,GB', '1,Business,B Ltd,GB'];
  folder.write('deals.csv', ['Record ID,Client Type,Company,Country', ...rows].join('\n'));
  const { text } = await folder.run(preflight, 'deals.csv');
  expect(rowsOf(text).map(([, , result]) => result)).toEqual([
    'KYB case for A Ltd',
    expect.stringMatching(/^refused: .*"1-kyb" is also in row 2/),
  ]);
});

it('finds existing cases in the service’s export', async () => {
  folder.write('deals.csv', 'Record ID,Client Type,Company,Country\n1,Business,A Ltd,GB\n');
  folder.write('export.csv', 'id,application_external_reference\nAN1,1-kyb\n');
  const { text } = await folder.run(preflight, 'deals.csv', '--cases', 'export.csv');
  expect(rowsOf(text)).toEqual([['2', '1-kyb', 'has case AN1']]);
});

it.each([
  ['no key', ['--connect'], 'needs SERVICE_BASE_URL and SERVICE_API_KEY'],
  ['no subject', ['--column', 'Client Type='], 'has no column Subject'],
])('says what to add: %s', async (what, args, said) => {
  folder.write('deals.csv', 'Record ID,Client Type,Company,Country\n1,Business,A Ltd,GB\n');
  const key = process.env.SERVICE_API_KEY;
  if (what === 'no key') delete process.env.SERVICE_API_KEY;
  const { problem } = await folder.run(preflight, 'deals.csv', ...args);
  process.env.SERVICE_API_KEY = key;
  expect(problem).toContain(said);
});
