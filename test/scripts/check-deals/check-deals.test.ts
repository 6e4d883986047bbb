/** The check of a list: what would be made and refused, and what it costs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkDeals } from '../../../scripts/check-deals/check-deals.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-deals-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the command prints. */
function textOf(...args: string[]): string {
  const lines: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
  try {
    checkDeals(args);
  } finally {
    log.mockRestore();
  }
  return lines.join('\n');
}

/** What the command prints of a list. */
function check(rows: string[], ...args: string[]): string {
  const file = join(folder, 'deals.csv');
  writeFileSync(file, rows.join('\n'));
  return textOf(file, ...args);
}

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
const resultsOf = (text: string) => rowsOf(text).map(([, , result]) => result);

it('says of each deal of the demo what the demo does with it', () => {
  const text = textOf('demo/deals.csv');
  expect(rowsOf(text)).toEqual([
    ['2', '10482-kyb', 'KYB case for Lumen Studio SAS'],
    ['3', '10483-kyb', 'KYB case for Café Étoile du Nord'],
    ['4', '10484-kyb', 'KYB case for Grünfeld Maschinenbau GmbH'],
    ['5', '10485-kyc', 'KYC case for Łukasz Wójcik'],
    ['6', '10486-kyc', 'KYC case for María José Peña'],
    ['7', '10487-kyb', expect.stringMatching(/^refused: Country: "Atlantis" is not a country/)],
    ['8', '10482-kyb', 'repeated: row 2 has this deal. The Zap ends at its filter'],
  ]);
  expect(text).toContain('Deals: 7, cases to make: 5. Nothing was sent.');
  expect(text).toContain('40 if every client is fast, 45 with a reminder for each');
});

it('says which deals their Zap leaves or refuses', () => {
  const text = check([
    'Deal ID,Subject,Organization Name,Country,Last Name,Onboarding Case,Stage',
    '1,Business,A Ltd,GB,,,',
    '1,Business,B Ltd,GB,,,',
    '2,Business,C Ltd,GB,,AN1,',
    '3,Business,D Ltd,GB,Quill,,',
    '4,Person,,,,,',
    'deal-none,Person,,,Quill,,',
  ]);
  expect(resultsOf(text)).toEqual([
    'KYB case for A Ltd',
    'refused: row 2 has another client with this External Reference',
    'Onboarding Case is filled in: the Zap ends at its filter',
    expect.stringContaining('refused: Last Name is filled in, but the Subject is Business (KYB).'),
    expect.stringMatching(/^refused: Last Name is empty/),
    expect.stringContaining(
      'refused: External Reference: "deal-none-kyc" contains "none" in place',
    ),
  ]);
  expect(text).toContain('Columns that no field has: Stage\n');
});

it('reads the fields of the deal as the CRM exports them', () => {
  const text = check([
    'Deal ID,Subject,Organization Name,Country,Onboarding Email,Onboarding First Name',
    '1,Business,A Ltd,GB,ana@a.example,Ana',
    '2,Business,B Ltd,GB,b.example,Ben',
    '3,Business,C Ltd,GB,cleo@c.example,',
  ]);
  expect(resultsOf(text)).toEqual([
    'KYB case for A Ltd',
    expect.stringContaining('refused: Email: "b.example" is not an e-mail'),
    'Onboarding First Name is empty: the Zap ends at its filter',
  ]);
});

it('reads a list without a column for the subject, or with other names', () => {
  const rows = ['Record ID,Company,Country', '1,A Ltd,GB'];
  const columns = ['--column', 'Record ID=Deal ID', '--column', 'Company=Organization Name'];
  const text = check(rows, ...columns, '--subject', 'Business');
  expect(rowsOf(text)).toEqual([['2', '1-kyb', 'KYB case for A Ltd']]);
  expect(() => check(rows, ...columns)).toThrow('has no column "Subject"');
  expect(() => check(rows, ...columns, '--subject', 'firm')).toThrow('Subject must be one of');
});

it('the check says how it is called', () => {
  expect(textOf('--help')).toContain('npm run check-deals -- deals.csv [options]');
  expect(() => textOf()).toThrow('npm run check-deals -- deals.csv [options]');
});
