/** Imports of the service's templates: what a row becomes, what is said of a wrong one, and files. */

import type { Kind } from '../../domain/case.ts';
import { runImport } from '../../office/imports.ts';
import { createSandbox, type Sandbox } from '../inside.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => {
  sandbox.setUp({ custom_fields: [] });
  sandbox.reset();
});

const header =
  'external_reference,incorporation_country,registration_number,organization_name,legal_type';
const lumen = '1,FRA,0552,Lumen,SAS';
const personHeader = 'external_reference,given_names,last_name,birth_date,nationalities';

/** What becomes of a file. */
const importOf = async (lines: string[] | Buffer, kind: Kind = 'business') =>
  runImport(sandbox.services, kind, Array.isArray(lines) ? Buffer.from(lines.join('\r\n')) : lines);
/** The mistakes of a file as a spreadsheet has them: line, column, words. */
const mistakesOf = async (lines: string[] | Buffer, kind?: Kind) =>
  (await importOf(lines, kind)).mistakes.map(({ line, column, message }) => [
    line,
    column,
    message,
  ]);
/** Sets up the account with these custom fields. */
const defineFields = (types: Record<string, string>) =>
  sandbox.setUp({ custom_fields: Object.entries(types).map(([name, type]) => ({ name, type })) });
const caseOf = (reference: string, subject: Kind = 'business') => {
  const { cases } = sandbox.services;
  return cases.show(cases.byReference(reference, subject)!);
};
const count = () => sandbox.services.cases.count({});

describe('a right row', () => {
  it('is a draft with every value at its place in the API', async () => {
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
    expect(await importOf(file)).toEqual({ mistakes: [], added: 1, known: 0 });
    expect(caseOf('1')).toMatchObject({
      is_draft: true,
      business: {
        organization_name: 'Lumen',
        country: 'FR',
        registration_number: '0552',
        legal_type: 'SAS',
        registration_date: '2015-03-12',
        address: { town: 'Łódź', country: 'PL' },
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
    expect(await importOf(file)).toEqual({ mistakes: [], added: 0, known: 1 });
  });

  it('of a known reference leaves its case as it is', async () => {
    await importOf([header, lumen]);
    const again = [header, '2,GBR,2,Nemo,LTD', '1,GBR,0552,Lumen,SAS'];
    expect(await importOf(again)).toEqual({ mistakes: [], added: 1, known: 1 });
    expect(caseOf('1').business).toMatchObject({ country: 'FR' });
  });
});

describe('a wrong row', () => {
  it.each<[string, string[], string | undefined, string, Kind?]>([
    [
      'an unknown country',
      ['1,ATLANTIS,1,Lumen,SAS'],
      'incorporation_country',
      'must be a country code such as FRA or FR: “ATLANTIS”',
    ],
    ['an empty required cell', ['1,FRA,,Lumen,SAS'], 'registration_number', 'must not be empty'],
    ['no reference', [',FRA,1,Lumen,SAS'], 'external_reference', 'must not be empty'],
    ['too few cells', ['1,FRA,1,Lumen'], undefined, 'has 4 cells, but the header has 5'],
    ['too many cells', ['1,FRA,1,Lumen, Paris,SAS'], undefined, 'has 6 cells'],
    [
      'a reference of an earlier line',
      [lumen, '1,FRA,2,Other,SAS'],
      'external_reference',
      'is also in line 2',
    ],
    ['a control', ['1,FRA,1,\u0001,SAS'], 'organization_name', 'control characters'],
    ['another calendar', ['1,X,Y,31/05/1985,ESP'], 'birth_date', '“31/05/1985”', 'person'],
    ['a day to come', ['1,X,Y,2999-01-01,ESP'], 'birth_date', 'future: “2999-01-01”', 'person'],
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
    const wrong = ',ATLANTIS,,,SAS,2999-01-01,many,perhaps';
    expect(await mistakesOf([columns, wrong, '2,FRA,1', wrong])).toEqual([
      ...[2].flatMap((line) => [
        [line, 'external_reference', 'must not be empty'],
        [line, 'incorporation_country', expect.stringContaining('“ATLANTIS”')],
        [line, 'registration_number', 'must not be empty'],
        [line, 'organization_name', expect.stringContaining('must not be empty')],
        [line, 'registration_date', expect.stringContaining('in the future')],
        [line, 'custom_field.employees', expect.stringContaining('“many”')],
        [line, 'custom_field.listed', expect.stringContaining('“perhaps”')],
      ]),
      [3, undefined, expect.stringContaining('3 cells')],
      ...Array.from({ length: 7 }, () => [4, expect.any(String), expect.any(String)]),
    ]);
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
    ['nothing', Buffer.from('\n'), 'no rows below'],
    ['too many rows', Buffer.from(header + '\n1,FRA,1,A,B'.repeat(5001)), 'more than 5,000 rows'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'no CSV file in UTF-8'],
  ])('with %s is refused, and nothing is imported', async (_, content, words) => {
    await expect(importOf(content)).rejects.toThrow(words);
    expect(count()).toBe(0);
  });

  it('with a wrong header is not imported, and all its mistakes are named at once', async () => {
    const columns = `${header.replace('legal_type', 'legal_tipe')},custom_field.none,organization_name`;
    const row = '1,ATLANTIS,,Lumen,SAS,x,Lumen';
    expect(await mistakesOf([columns, row, `${lumen},x,Lumen`])).toEqual([
      [1, 'legal_tipe', 'is no column for a business'],
      [1, 'custom_field.none', 'is no column for a business'],
      [1, 'legal_type', 'is missing in the file'],
      [1, 'organization_name', 'is there more than once: leave one of them out'],
      [2, 'incorporation_country', expect.stringContaining('“ATLANTIS”')],
      [2, 'registration_number', 'must not be empty'],
      [3, 'external_reference', 'is also in line 2, and must be unique: “1”'],
    ]);
    expect(count()).toBe(0);
  });
});
