/** The deals of a CRM held against an export of the service, written of what the sandbox holds. */
import { spawnSync } from 'node:child_process';

import writeExcel from 'write-excel-file/node';

import { createSandbox, type Sandbox } from '../../../packages/sandbox/server.tsx';
import { bundled } from '../../support/commands.ts';
import { reconcile } from '../../../scripts/files/reconcile.ts';
import { openFolder } from './run-command.ts';

let sandbox: Sandbox;
let folder: ReturnType<typeof openFolder>;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => {
  sandbox.reset();
  folder = openFolder();
});
afterEach(() => folder.remove());

/** The case of a reference, decided where a decision is named. @returns its id. */
function openCase(external_reference: string | undefined, status?: string): string {
  const { cases, workflow } = sandbox.services;
  const body = { business: { organization_name: 'A Ltd' }, external_reference };
  const { application_id } = cases.create('API', body);
  if (status) workflow.decide('Reviewer', application_id, { status });
  return application_id;
}

/** The cases of the sandbox as rows of the export. */
const storedCases = () =>
  sandbox.services.cases
    .list({}, 100)
    .map(({ application_id, external_reference, status_review }) => [
      'account',
      application_id,
      external_reference,
      'business',
      status_review,
    ]);

/** The export of the service: four tabs, of which one has the cases (support article 1586712076). */
async function writeExport(rows = storedCases(), statusColumn = 'status_review'): Promise<void> {
  const head = ['account_id', 'id', 'application_external_reference', 'application_type'];
  const book = writeExcel([
    { sheet: 'applications', data: [[...head, statusColumn], ...rows] },
    { sheet: 'related_persons', data: [['id']] },
    { sheet: 'related_businesses', data: [['id']] },
    { sheet: 'documents', data: [['id']] },
  ]);
  folder.write('export.xlsx', await book.toBuffer());
}

const compare = (...args: string[]) => folder.run(reconcile, 'deals.csv', 'export.xlsx', ...args);
const byId = ['--reference', '{Deal ID}-{kind}'];
const byStage = [
  '--decision',
  'Stage',
  '--same',
  'Closed Won=approved',
  '--same',
  'Closed Lost=rejected',
];
/** What, reference, row, case, what the deal and the case say. */
const findings = () =>
  folder
    .rows('deals-reconciliation.csv')
    .slice(1)
    .map((row) => row.slice(0, 6));

it('finds deals without a case, cases without a deal, and decisions that differ', async () => {
  const won = openCase('1-kyb', 'approved');
  const stale = openCase('2-kyb', 'rejected');
  const early = openCase('3-kyc');
  const open = openCase('4-kyb');
  const lone = openCase('9-kyb', 'approved');
  const unnamed = openCase(undefined);
  await writeExport();
  const deals = ['1,Closed Won', '2,Closed Won', '3,Closed Lost', '4,Contract Sent', '5,'];
  folder.write('deals.csv', ['Deal ID,Stage', ...deals].join('\n'));
  const { problem, text } = await compare(...byId, ...byStage);
  expect(findings()).toEqual([
    ['decision differs', '2-kyb', '3', stale, 'Closed Won', 'rejected'],
    ['decision differs', '3-kyc', '4', early, 'Closed Lost', 'pending'],
    ['deal without a case', '5-kyb or 5-kyc', '6', '', '', ''],
    ['case without a deal', '', '', unnamed, '', 'pending'],
    ['case without a deal', '9-kyb', '', lone, '', 'approved'],
  ]);
  expect(problem).toBeUndefined();
  expect(text).toContain('Deals: 5, cases: 6, agree: 2, findings: 5');
  expect(text).toContain('Read as no decision: Contract Sent, pending');
  for (const id of [stale, early, lone, unnamed]) expect(text).toContain(id);
  for (const id of [won, open]) expect(text).not.toContain(id);
});

it('holds both cases of a deal against it', async () => {
  openCase('1-kyb', 'approved');
  const other = openCase('1-kyc', 'rejected');
  await writeExport();
  folder.write('deals.csv', 'Deal ID,Stage\n1,Closed Won\n');
  await compare(...byId, ...byStage);
  expect(findings()).toEqual([['decision differs', '1-kyc', '2', other, 'Closed Won', 'rejected']]);
});

it('says what it did not compare, and finds nothing where all is well', async () => {
  openCase('deal-1', 'approved');
  await writeExport();
  folder.write('deals.csv', 'External Reference;Stage\ndeal-1;Closed Lost\n');
  const { text } = await compare();
  expect(findings()).toEqual([]);
  expect(text).toContain('Deals: 1, cases: 1, belong together: 1, findings: 0');
  expect(text).toContain('Decisions were not compared');
});

it('names references that cannot be told apart, and rows that name none', async () => {
  const id = openCase('1-kyb');
  await writeExport([...storedCases(), ['account', 'AN2', '1-kyb', 'person', 'pending']]);
  folder.write('deals.csv', 'Deal ID,Stage\n1,\n1,\n,Closed Won\n');
  await compare(...byId, ...byStage);
  expect(findings()).toEqual([
    ['row cannot be read', '', '4', '', '', ''],
    ['two rows, one reference', '1-kyb', '2, 3', '', '', ''],
    ['two cases, one reference', '1-kyb', '', `${id}, AN2`, '', ''],
  ]);
});

it('takes the export as CSV, and writes the rows to repair for the CRM', async () => {
  folder.write(
    'export.csv',
    [
      'id,application_external_reference,status_review,is_draft,status_execution,opened_at',
      'AN1,1-kyb,approved,false,done,2026-03-01',
      'AN2,2-kyb,pending,true,waiting_for_user_input,',
      'AN3,3-kyb,pending,true,waiting_for_user_input,2026-03-01',
      'AN4,4-kyb,rejected,false,done,2026-03-01',
    ].join('\n'),
  );
  const fields = 'Onboarding Case,Onboarding Status,Onboarding Decision';
  folder.write(
    'deals.csv',
    [
      `Record ID,${fields}`,
      '1,AN1,Approved,approved',
      '2,AN2,Waiting for Client,',
      '3,,,',
      '4,AN4,In Review,',
      '5,AN9,Waiting for Client,',
    ].join('\n'),
  );
  await folder.run(reconcile, 'deals.csv', 'export.csv');
  expect(findings().map(([what, reference]) => [what, reference])).toEqual([
    ['link never opened', '2-kyb'],
    ['decision differs', '4-kyb'],
    ['deal without a case', '5-kyb or 5-kyc'],
  ]);
  expect(folder.rows('deals-repair.csv')).toEqual([
    ['Record ID', ...fields.split(',')],
    ['3', 'AN3', 'Waiting for Client', ''],
    ['4', 'AN4', 'Rejected', 'rejected'],
  ]);
});

it('leaves a status that the export does not tell', async () => {
  folder.write(
    'export.csv',
    'id,application_external_reference,status_review\nAN1,1-kyb,pending\nAN2,2-kyb,approved',
  );
  const fields = 'Record ID,Onboarding Case,Onboarding Status,Onboarding Decision';
  folder.write('deals.csv', `${fields}\n1,,Ready for Decision,\n2,AN2,Ready for Decision,`);
  await folder.run(reconcile, 'deals.csv', 'export.csv');
  expect(folder.rows('deals-repair.csv').slice(1)).toEqual([
    ['1', 'AN1', 'Ready for Decision', ''],
    ['2', 'AN2', 'Approved', 'approved'],
  ]);
});

it('writes no formula into the report', async () => {
  await writeExport();
  folder.write('deals.csv', 'Deal ID,Stage\n=1+1,\n');
  await compare('--reference', '{Deal ID}');
  expect(findings()[0]![1]).toBe("'=1+1");
});

it('takes the word of an export that calls the decision otherwise', async () => {
  openCase('1', 'approved');
  await writeExport(storedCases(), 'decision');
  folder.write('deals.csv', 'Deal ID,Stage\n1,approved\n');
  const args = ['--reference', '{Deal ID}', '--decision', 'Stage'];
  const { problem } = await compare(...args);
  expect(problem).toContain('has no column "status_review"');
  expect(problem).toContain('--export-decision: account_id, id,');
  const { text } = await compare(...args, '--export-decision', 'decision');
  expect(text).toContain('agree: 1');
});

it.each([
  ['a column of the deals', ['--decision', 'Status'], 'has no column "Status"'],
  ['a word of the CRM', ['--same', 'Closed Won=won'], 'one of: approved, rejected'],
  ['a pattern', ['--reference', '{Key}'], 'must name a column'],
])('says what to correct: %s', async (_, args, said) => {
  await writeExport();
  folder.write('deals.csv', 'Deal ID,External Reference\n1,1\n');
  expect((await compare(...args)).problem).toContain(said);
});

it('takes nothing but an export of the service', async () => {
  folder.write('deals.csv', 'External Reference\n1\n');
  folder.write('export.xlsx', 'no workbook');
  expect((await compare()).problem).toContain('has no column "id"');
  folder.write('export.xlsx', 'PK\u0003\u0004 cut off');
  expect((await compare()).problem).toContain('Excel workbook cannot be read');
  folder.write('export.csv', 'Name\nA Ltd\n');
  const { problem: ofCsv } = await folder.run(reconcile, 'deals.csv', 'export.csv');
  expect(ofCsv).toContain('is not an export of the service');
  folder.write('export.xlsx', await writeExcel([{ sheet: 'Sheet 1', data: [['id']] }]).toBuffer());
  const { problem } = await compare();
  expect(problem).toContain('has no sheet “applications”. Its sheets are: “Sheet 1”');
});

it.each([['reconcile', 'export.xlsx'], ['import-file']])(
  '%s prints what is wrong and ends with 1',
  (name, ...files) => {
    const args = [bundled('scripts/files/main.ts'), name, 'deals.csv', ...files];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, 'There is no file deals.csv.\n']);
  },
);
