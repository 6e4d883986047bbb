/** Imports of the service's templates: what a row becomes, what is said of a wrong one, and files. */

import { defaultSettings, type CustomField } from '../../domain/account.ts';
import { runImport } from '../../office/imports.ts';
import { readTable } from '../../office/table-file.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import type { TemplateName } from '../../office/import-templates.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const header =
  'external_reference,incorporation_country,registration_number,organization_name,legal_type';
const lumen = '1,FRA,0552,Lumen,SAS';
const personHeader = 'external_reference,given_names,last_name,birth_date,nationalities';

/** What becomes of a file. */
const resultOf = (lines: string[] | Buffer, template: TemplateName = 'businesses') =>
  runImport(
    sandbox.services,
    template,
    Array.isArray(lines) ? Buffer.from(lines.join('\r\n')) : lines,
  );
/** The rows of an import of this file, whose header is right. */
async function importOf(lines: string[], template?: TemplateName) {
  const { rows, header: wrong } = await resultOf(lines, template);
  expect(wrong).toEqual([]);
  return rows;
}
/** The mistakes of a file as a spreadsheet has them: line, column, words. */
async function mistakesOf(lines: string[], template?: TemplateName) {
  const { rows, header: wrong } = await resultOf(lines, template);
  const all = [...wrong, ...rows.flatMap(({ mistakes = [] }) => mistakes)];
  return all.map(({ line, column, message }) => [line, column, message]);
}
/** Sets up the account with these custom fields. */
const defineFields = (types: Record<string, CustomField['type']>) =>
  sandbox.services.account.change({
    custom_fields: Object.entries(types).map(([name, type]) => ({
      ...defaultSettings.custom_fields[0]!,
      id: `cf_${name}`,
      name,
      display_name: name,
      type,
    })),
  });
const caseOf = (reference: string, subject: 'business' | 'person' = 'business') => {
  const { cases, workflow } = sandbox.services;
  return workflow.show(cases.byReference(reference, subject)!);
};
const count = () => sandbox.services.cases.count({});

describe('a right row', () => {
  it('is a draft with every value at its place in the API', async () => {
    defineFields({ employees: 'number', listed: 'boolean', markets: 'country_multiple' });
    const rows = await importOf([
      `${header},registration_date,address_town,address_country,trading_address_town,onboarding_date,custom_field.employees,custom_field.listed,custom_field.markets,custom_field.plan`,
      `${lumen},2015-03-12,Łódź,POL,Paris,2024-01-05,12,true,"ESP, FR",Gold`,
    ]);
    expect(rows).toMatchObject([{ line: 2, reference: '1', isNew: true }]);
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
  });

  it('is a person with several nationalities', async () => {
    await importOf([personHeader, '7,Inés,Ferrer,1985-11-02,"ESP,FRA"'], 'persons');
    expect(caseOf('7', 'person').person).toMatchObject({
      given_names: 'Inés',
      nationalities: ['ES', 'FR'],
    });
  });

  it('keeps the case of its reference, in a second import as after a correction', async () => {
    const first = await importOf([header, lumen, '2,ATLANTIS,2,Nemo,LTD']);
    const second = await importOf([header, lumen, '2,GBR,2,Nemo,LTD']);
    expect(second).toMatchObject([
      { isNew: false, application_id: first[0]!.application_id },
      { isNew: true },
    ]);
    expect(count()).toBe(2);
  });
});

it('shows what the case of a known reference has otherwise, and leaves the case as it is', async () => {
  defineFields({ employees: 'number' });
  const columns = `${header},address_town,custom_field.employees`;
  await importOf([columns, `${lumen},Paris,12`]);
  const again = '1,GBR,0552,Lumen,SAS,Lyon,13';
  const [row] = await importOf([columns, again]);
  expect(row).toMatchObject({
    isNew: false,
    differences: [
      { label: 'Country', inFile: 'GBR', inCase: 'FR' },
      { label: 'Business Address City', inFile: 'Lyon', inCase: 'Paris' },
      { label: 'custom_field.employees', inFile: '13', inCase: '12' },
    ],
  });
  expect(caseOf('1').business).toMatchObject({ country: 'FR', address: { town: 'Paris' } });
  const [same] = await importOf([columns, `${lumen},Paris,12`]);
  expect(same).not.toHaveProperty('differences');
});

describe('a wrong row', () => {
  it.each<[string, string[], string | undefined, string, TemplateName?]>([
    [
      'an unknown country',
      ['1,ATLANTIS,1,Lumen,SAS'],
      'incorporation_country',
      'must be a country code such as FRA or FR: “ATLANTIS”',
    ],
    ['an empty required cell', ['1,FRA,,Lumen,SAS'], 'registration_number', 'must not be empty'],
    ['no reference', [',FRA,1,Lumen,SAS'], 'external_reference', 'must not be empty'],
    ['too few cells', ['1,FRA,1,Lumen'], undefined, 'has 4 cells, but the header has 5'],
    ['too many cells', ['1,FRA,1,Lumen, Paris,SAS'], undefined, 'The row has 6 cells'],
    [
      'a reference of an earlier line',
      [lumen, '1,FRA,2,Other,SAS'],
      'external_reference',
      'is also in line 2',
    ],
    ['a control', ['1,FRA,1,\u0001,SAS'], 'organization_name', 'control characters'],
    ['a lost character', ['1,FRA,1,M\uFFFDller,SAS'], 'organization_name', 'was lost'],
    ['another calendar', ['1,X,Y,31/05/1985,ESP'], 'birth_date', '“31/05/1985”', 'persons'],
    ['a day to come', ['1,X,Y,2999-01-01,ESP'], 'birth_date', 'future: “2999-01-01”', 'persons'],
    ['nobody', ['1,,,1985-05-31,ESP'], 'last_name', 'must not be empty', 'persons'],
  ])('with %s is named by line and column, and the others are imported', async (...row) => {
    const [, lines, column, words, template = 'businesses'] = row;
    const head = template === 'businesses' ? header : personHeader;
    const [first] = await mistakesOf([head, ...lines, '5,GBR,5,Right,1985-01-01'], template);
    expect(first).toEqual([lines.length + 1, column, expect.stringContaining(words)]);
    if (template === 'businesses') expect(caseOf('5').business!.organization_name).toBe('Right');
  });

  it('has all its mistakes named at once', async () => {
    defineFields({ employees: 'number', listed: 'boolean' });
    const columns = `${header},registration_date,custom_field.employees,custom_field.listed`;
    await importOf([header, lumen]);
    const wrong = ',ATLANTIS,,\u200B,SAS,2999-01-01,many,perhaps';
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

  it('has the reference of a client of the other kind', async () => {
    await importOf([header, lumen]);
    expect(await mistakesOf([personHeader, '1,X,Y,1985-05-31,ESP'], 'persons')).toEqual([
      [2, 'external_reference', 'belongs to a business: “1”'],
    ]);
  });
});

describe('a file', () => {
  it('numbers its rows as a spreadsheet does, and leaves blank ones out', () => {
    const rows = readTable(Buffer.from('\uFEFFa;b\n\n"x\ny";1\n ; \nz;2\n'));
    expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, 'a', 'b'],
      [3, 'x\ny', '1'],
      [5, 'z', '2'],
    ]);
  });

  it.each<[string, Buffer, string]>([
    [
      'Windows-1252',
      Buffer.from(`${header}\n1,FRA,1,M\xfcller,SAS`, 'latin1'),
      'not written in UTF-8',
    ],
    ['UTF-16', Buffer.from(`\uFEFF${header}`, 'utf16le'), 'not written in UTF-8'],
    ['an open quotation mark', Buffer.from('a,b\n1,"x\n2,y\n'), 'Line 2: a quotation mark'],
    ['no rows', Buffer.from(header), 'no rows below'],
    ['nothing', Buffer.from('\n'), 'has no column of the template'],
    ['too many rows', Buffer.from(header + '\n1,FRA,1,A,B'.repeat(5001)), 'more than 5,000 rows'],
    ['a workbook', Buffer.from('PK\x03\x04 and more'), 'This is an Excel workbook'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'This is an Excel workbook'],
  ])('with %s is refused, and nothing is imported', async (_, content, words) => {
    await expect(resultOf(content)).rejects.toThrow(words);
    expect(count()).toBe(0);
  });

  it('with a wrong header is not imported, and all its mistakes are named at once', async () => {
    const columns = `${header.replace('legal_type', 'legal_tipe')},Firma,organization_name`;
    const row = '1,ATLANTIS,,Lumen,SAS,x,Lumen';
    expect(await mistakesOf([columns, row, `${lumen},x,Lumen`])).toEqual([
      [1, 'legal_tipe', 'is no column of the template Business cases'],
      [1, 'Firma', 'is no column of the template Business cases'],
      [1, 'legal_type', 'is missing in the file'],
      [1, 'organization_name', 'is there more than once: leave one of them out'],
      [2, 'incorporation_country', expect.stringContaining('“ATLANTIS”')],
      [2, 'registration_number', 'must not be empty'],
      [3, 'external_reference', 'is also in line 2, and must be unique: “1”'],
    ]);
    expect(count()).toBe(0);
  });
});
