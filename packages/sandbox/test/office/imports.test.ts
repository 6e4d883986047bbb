/** Imports: what a row becomes, what is said of a wrong one, and files. */

import type { Kind } from '../../domain/case.ts';
import { call, sandboxOfTests, send } from '../visitor.ts';

const sandbox = sandboxOfTests();

const header =
  'external_reference,incorporation_country,registration_number,organization_name,legal_type';
const lumen = '1,FRA,0552,Lumen,SAS';
const wholeLine = 'the whole line';
const personHeader = 'external_reference,given_names,last_name,birth_date,nationalities';

/** The page that an upload leads to. */
async function importOf(lines: string[] | Buffer, kind: Kind = 'business'): Promise<string> {
  const form = new FormData();
  form.set('kind', kind);
  const content = Array.isArray(lines) ? lines.join('\r\n') : new Uint8Array(lines);
  form.set('file', new File([content], 'cases.csv'));
  const { to } = await send(sandbox, '/back-office/import', form);
  return (await fetch(sandbox.url + to)).text();
}
/** How many rows became cases, and how many had one. */
const counts = (page: string) =>
  ['New cases', 'There before'].map((label) =>
    Number(new RegExp(`${label}.*?<dd[^>]*>(?:<a[^>]*>)?(\\d+)`, 's').exec(page)?.[1]),
  );
/** The mistakes of a file as a spreadsheet has them: line, column, words. */
const mistakesOf = async (lines: string[] | Buffer, kind?: Kind) =>
  [
    ...(await importOf(lines, kind)).matchAll(
      /Line (\d+)<\/td><td[^>]*>(.*?)<\/td><td[^>]*>(.*?)\.<\/td>/gs,
    ),
  ].map(([, line, column, words]) => [Number(line), column, words]);
/** Sets up the account with these custom fields. */
const defineFields = (types: Record<string, string>) =>
  sandbox.setUp({ custom_fields: Object.entries(types).map(([name, type]) => ({ name, type })) });
const caseOf = async (reference: string) => {
  const found = sandbox.act.cases().find((one) => one.external_reference === reference);
  return (await call(sandbox, 'GET', `/api/applications/${found!.application_id}`)).body;
};
const count = () => sandbox.act.counts().cases;

it('makes of a right row a draft with every value at its place in the API', async () => {
  defineFields({
    employees: 'number',
    listed: 'boolean',
    markets: 'country_multiple',
    plan: 'text',
  });
  const file = [
    `${header},registration_date,address_town,address_country,trading_address_town,onboarding_date,custom_field.employees,custom_field.listed,custom_field.markets,custom_field.plan`,
    `${lumen},2015-03-12,Łódź,POL,Paris,2024-01-05,12,true,"ESP, FR",Gold`,
  ];
  expect(counts(await importOf(file))).toEqual([1, 0]);
  expect(await caseOf('1')).toMatchObject({
    is_draft: true,
    business: {
      organization_name: 'Lumen',
      country: 'FRA',
      registration_number: '0552',
      legal_type: 'SAS',
      registration_date: '2015-03-12',
      address: { town: 'Łódź', country: 'POL' },
      trading_address: { town: 'Paris' },
    },
    custom_fields: {
      employees: 12,
      listed: true,
      markets: ['ESP', 'FRA'],
      plan: 'Gold',
      onboarding_date: '2024-01-05',
    },
  });
  // A known reference leaves its case as it is.
  const again = [header, '2,GBR,2,Nemo,LTD', '1,GBR,0552,Lumen,SAS'];
  expect(counts(await importOf(again))).toEqual([1, 1]);
  expect((await caseOf('1')).business).toMatchObject({ country: 'FRA' });
});

describe('a wrong row', () => {
  it.each<[string, string[], string, string, Kind?]>([
    ['too few cells', ['1,FRA,1,Lumen'], wholeLine, 'has 4 cells, but the header has 5'],
    [
      'a reference of an earlier line',
      [lumen, '1,FRA,2,Other,SAS'],
      'external_reference',
      'is also in line 2',
    ],
    ['a control', ['1,FRA,1,\u0001,SAS'], 'organization_name', 'control characters'],
    ['an error of a formula', ['1,FRA,1,#REF!,SAS'], 'organization_name', 'formula: “#REF!”'],
    ['one in a reference', ['kyb-#N/A,FRA,1,A,SAS'], 'external_reference', 'formula: “kyb-#N/A”'],
    ['another calendar', ['1,X,Y,31/05/1985,ESP'], 'birth_date', '“31/05/1985”', 'person'],
    ['nobody', ['1,,,1985-05-31,ESP'], 'last_name', 'must not be empty', 'person'],
  ])('with %s is named by line and column, and nothing is imported', async (...row) => {
    const [, lines, column, words, kind = 'business'] = row;
    const head = kind === 'business' ? header : personHeader;
    expect(await mistakesOf([head, ...lines, '5,GBR,5,Right,1985-01-01'], kind)).toEqual(
      expect.arrayContaining([[lines.length + 1, column, expect.stringContaining(words)]]),
    );
    expect(count()).toBe(0);
  });

  it('has all its mistakes named at once', async () => {
    defineFields({ employees: 'number', listed: 'boolean' });
    const columns = `${header},registration_date,custom_field.employees,custom_field.listed`;
    const wrong = ',ATLANTIS,,,SAS,soon,many,perhaps';
    const mistakes = await mistakesOf([columns, wrong, '2,FRA,1', wrong]);
    expect(mistakes).toHaveLength(15);
    expect(mistakes).toEqual(
      expect.arrayContaining([
        [2, 'external_reference', 'must not be empty'],
        [2, 'incorporation_country', expect.stringContaining('“ATLANTIS”')],
        [2, 'registration_number', 'must not be empty'],
        [2, 'organization_name', 'must not be empty'],
        [2, 'registration_date', expect.stringContaining('“soon”')],
        [2, 'custom_field.employees', expect.stringContaining('“many”')],
        [4, 'custom_field.listed', expect.stringContaining('“perhaps”')],
        [3, wholeLine, expect.stringContaining('3 cells')],
      ]),
    );
  });
});

describe('a file', () => {
  it('numbers its rows as a spreadsheet does, and leaves blank ones out', async () => {
    const lines = `\uFEFF${header.replaceAll(',', ';')}\n\n1;FRA;1;"x\ny";SAS\n ; \n2;X;1;z;SAS\n`;
    expect(await mistakesOf(Buffer.from(lines))).toEqual([
      [5, 'incorporation_country', expect.stringContaining('“X”')],
    ]);
  });

  it.each<[string, Buffer, string]>([
    [
      'Windows-1252',
      Buffer.from(`${header}\n1,FRA,1,M\xfcller,SAS`, 'latin1'),
      'no CSV file in UTF-8',
    ],
    ['UTF-16', Buffer.from(`\uFEFF${header}`, 'utf16le'), 'no CSV file in UTF-8'],
    ['an open quotation mark', Buffer.from('a,b\n1,"x\n2,y\n'), 'Line 2: a quotation mark'],
    ['no rows', Buffer.from(header), 'no rows below'],
    ['too many rows', Buffer.from(header + '\n1,FRA,1,A,B'.repeat(5001)), 'more than 5,000 rows'],
  ])('with %s is refused, and nothing is imported', async (_, content, words) => {
    expect(await importOf(content)).toContain(words);
    expect(count()).toBe(0);
  });

  it('with a wrong header is not imported, and all its mistakes are named at once', async () => {
    const columns = `${header.replace('legal_type', 'legal_tipe')},custom_field.none,organization_name`;
    expect(await mistakesOf([columns, `${lumen},x,Lumen`])).toEqual([
      [1, 'legal_tipe', 'is no column for a business'],
      [1, 'custom_field.none', 'is no column for a business'],
      [1, 'legal_type', 'is missing in the file'],
      [1, 'organization_name', 'is there more than once: leave one of them out'],
    ]);
    expect(count()).toBe(0);
  });
});
