/** Lists of deals, as CRMs and spreadsheets write them: what is read, and what each mistake says. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readDeals } from '../../demo/deals/deals.ts';

const folder = mkdtempSync(join(tmpdir(), 'deals-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'deals.csv');

const read = (content: string | Buffer, ...column: string[]) => {
  writeFileSync(file, content);
  return readDeals(file, { column });
};

const header = 'Deal ID,Subject,Organization Name,Country,Email';
const first = '1,business,A Ltd,GB,ana@a.example';

describe('the header is the first row with two known columns', () => {
  it.each<[what: string, content: string, row: number]>([
    ['alone', `${header}\n${first}`, 2],
    ['with the mark of UTF-8 and Windows line ends', `\uFEFF${header}\r\n${first}\r\n`, 2],
    ['below titles', `Open deals\nMade on 2026-03-02\n\n${header}\n${first}`, 4 + 1],
    ['below sep=;', `sep=;\n${header}\n${first}`.replaceAll(',', ';'), 3],
    ['with semicolons', `${header}\n${first}`.replaceAll(',', ';'), 2],
    ['with tabs', `${header}\n${first}`.replaceAll(',', '\t'), 2],
    ['with keys', `deal_id,SUBJECT,organization-name,country,email\n${first}`, 2],
    ['and more cells', `${header},,\n${first},,`, 2],
    ['and a column of its own', `${header},Stage\n${first},won`, 2],
    ['and blank rows at its end', `${header}\n${first}\n,,,,\n\n`, 2],
  ])('%s', (_, content, row) => {
    expect(read(content).deals).toEqual([
      {
        row,
        id: '1',
        name: 'A Ltd',
        subject: 'business',
        email: 'ana@a.example',
        input: {
          subject: 'business',
          external_reference: '1-kyb',
          organization_name: 'A Ltd',
          country: 'GB',
        },
        cells: expect.objectContaining({}),
      },
    ]);
  });

  it('names the columns of no field, and reads one that is named', () => {
    const content = `${header.replace('Organization Name', 'Company')},Stage\n${first},won`;
    expect(read(content)).toMatchObject({
      crm: undefined,
      deals: [{ name: 'ana@a.example' }],
      unread: ['Company', 'Stage'],
    });
    expect(read(content, 'Company=Organization Name', 'Email=Email')).toMatchObject({
      deals: [{ name: 'A Ltd' }],
      unread: ['Stage'],
    });
    expect(read(content, 'Country=').unread).toEqual(['Company', 'Country', 'Stage']);
  });
});

it.each<[crm: string, header: string]>([
  ['hubspot', 'Record ID,Deal Name,Associated Company,Country/Region'],
  ['salesforce', 'Opportunity ID,Stage,Account Name,Billing Country'],
  ['pipedrive', 'Deal - ID,Deal - Title,Deal - Organization,Organization - Country of Address'],
])('a list as %s exports it is read', (crm, names) => {
  const own = 'Onboarding Email,Onboarding Case';
  writeFileSync(file, `${names},${own}\n7,A,B Ltd,GB,b@b.example,\n8,A,C Ltd,GB,c@c.example,AN1`);
  expect(readDeals(file, { subject: 'Business' })).toMatchObject({
    crm,
    deals: [
      { id: '7', email: 'b@b.example', input: { organization_name: 'B Ltd', country: 'GB' } },
      { id: '8', problem: 'Onboarding Case is filled in: the Zap ends at its filter.' },
    ],
  });
});

describe('a row that is wrong is told, and the others are read', () => {
  it.each<[what: string, row: string, said: string]>([
    ['two companies', '2,business,A Ltd;B Ltd,GB,b@b.example', 'Organization Name has several'],
    ['two lines', '2,business,"A Ltd\nB Ltd",GB,b@b.example', 'Organization Name has several'],
    ['two deals', '2; 3,business,B Ltd,GB,b@b.example', 'Deal ID has several values: "2; 3"'],
    ['two addresses', '2,business,B Ltd,GB,b@b.example;c@c.example', 'Email has several values'],
    ['no address', '2,business,B Ltd,GB,', 'Email is empty. The client gets the link there.'],
    ['a wrong address', '2,business,B Ltd,GB,b.example', 'Email: "b.example" is not an e-mail'],
    ['another client', '1,business,B Ltd,GB,b@b.example', 'Row 2 has this Deal ID, of A Ltd.'],
    ['no first name', '2,person,,,q@b.example', 'First Name is empty: the Zap ends'],
    ['an unknown subject', '2,company,B Ltd,GB,b@b.example', 'Subject must be one of: business'],
    ['no subject', '2,,B Ltd,GB,b@b.example', 'Subject is empty. It is business or person.'],
    ['no deal', ',business,B Ltd,GB,b@b.example', 'Deal ID is empty.'],
    ['a cell too few', '2,business,B Ltd,GB', 'The row has 4 cells, but the header has 5.'],
    ['a cell too many', '2,business,B, Ltd,GB,b@b.example', 'The row has 6 cells'],
    ['a footer', '\nTotal,1,,,', 'The row stands behind an empty one'],
    ['a deal behind an empty row', ',,,,\n2,business,B Ltd,GB,b@b.example', 'remove the empty row'],
  ])('%s', (_, row, said) => {
    const { deals } = read(`${header}\n${first}\n${row}`);
    expect(deals.map(({ problem }) => problem)).toEqual([undefined, expect.stringContaining(said)]);
    expect(deals[1]!.row).toBe(row.startsWith('\n') || row.startsWith(',,') ? 4 : 3);
  });

  it('takes several values where a field has them', () => {
    const { deals } = read(
      'Deal ID,Subject,First Name,Last Name,Nationality,Person Address Street,Email\n1,Person,Ana,Quill,FR;ES,"1 High Street; flat 2",a@a.example',
    );
    expect(deals).toMatchObject([
      {
        name: 'Ana Quill',
        subject: 'person',
        input: { email: 'a@a.example', nationality: 'FR;ES' },
      },
    ]);
    expect(deals[0]).not.toHaveProperty('problem');
  });
});

describe('a file that is no list says what to do', () => {
  it.each<[what: string, content: string | Buffer, said: string]>([
    ['nothing', ' \n', 'deals.csv is empty.'],
    ['a PDF', '%PDF-1.4\nDeal ID,Subject\n', 'is no CSV file in UTF-8'],
    [
      'a workbook',
      Buffer.from('PK\x03\x04\x14\x00\xFFDeal ID,Subject', 'latin1'),
      'is no CSV file',
    ],
    ['Windows-1252', Buffer.from(`${header}\n1,business,Café,FR`, 'latin1'), 'Save the list as'],
    [
      'other columns',
      'Key,Company\n1,A Ltd',
      "run demo -- FILE --column 'COLUMN=Deal ID' --column 'C",
    ],
    [
      'a CRM without our columns',
      'Deal Name,Record ID\nA,1\nB,2',
      'with your own values: npm run demo -- FILE --subject business --email client@example.com',
    ],
    [
      'no ID',
      `It's,Country,Email,Subject\n1,FR`,
      "npm run demo -- FILE --column 'It'\\''s=Deal ID'",
    ],
    ['no subject', 'Deal ID,Email\n1,a', 'has no column "Subject". Its columns are: Deal ID'],
    ['no address', 'Deal ID,Subject\n1,person', 'has no column "Email".'],
    ['three gaps', 'Country,Last Name\nFR,Q', 'no column "Deal ID" and no column "Subject" and no'],
    ['a nameless column', `Deal ID,,Subject\n1,a,person`, 'column 2 has no name'],
    ['a name twice', `${header},Stage,Stage\n${first},a,b`, 'two columns are called "Stage"'],
    [
      'a field twice',
      `${header},organization_name\n${first},b`,
      'Leave one of them out: npm run demo -- FILE --column organization_name=',
    ],
    ['an open quotation mark', `${header}\n1,business,"A Ltd,GB,a@a.example`, 'row 2: a quotation'],
  ])('%s', (_, content, said) => {
    expect(() => read(content)).toThrow(said.replace('FILE', file));
  });

  it.each<[what: string, option: string, said: string]>([
    ['a field', 'Stage=Key', '--column "Stage=Key": write "Column=Field" with one of these fields'],
    ['no field', 'Stage', '--column "Stage": write'],
    [
      'a column',
      'Company=Country',
      '--column: there is no column "Company". The list has: Deal ID',
    ],
  ])('an option with %s that is not there', (_, option, said) => {
    expect(() => read(`${header}\n${first}`, option)).toThrow(said);
  });

  it('a folder, and a file that is not there', () => {
    mkdirSync(join(folder, 'march'));
    expect(() => readDeals(join(folder, 'march'))).toThrow('march is a folder.');
    expect(() => readDeals(join(folder, 'none.csv'))).toThrow('There is no file ');
  });
});
