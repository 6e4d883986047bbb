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

/** The rows of an import of this file. */
const importOf = (lines: string[] | Buffer, template: TemplateName = 'businesses') =>
  runImport(
    sandbox.services,
    template,
    Array.isArray(lines) ? Buffer.from(lines.join('\r\n')) : lines,
  );
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

  it('is a person with several nationalities, and a person related to a business, once', async () => {
    await importOf([personHeader, '7,Inés,Ferrer,1985-11-02,"ESP,FRA"'], 'persons');
    expect(caseOf('7', 'person').person).toMatchObject({
      given_names: 'Inés',
      nationalities: ['ES', 'FR'],
    });
    await importOf([header, lumen]);
    const related = [
      'external_reference,last_name,roles,direct_ownership_percentage',
      '1,Quill,"DIRECTOR,UBO",12.5',
    ];
    expect(await importOf(related, 'relatedPersons')).toMatchObject([{ isNew: true }]);
    expect(await importOf(related, 'relatedPersons')).toMatchObject([{ isNew: false }]);
    expect(caseOf('1').persons).toMatchObject([
      { last_name: 'Quill', roles: ['DIRECTOR', 'UBO'], direct_ownership_percentage: 12.5 },
    ]);
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
  it.each<[string, string[], string, TemplateName?]>([
    [
      'an unknown country',
      ['1,ATLANTIS,1,Lumen,SAS'],
      'Country must be a country code such as FRA or FR: “ATLANTIS”',
    ],
    ['an empty required cell', ['1,FRA,,Lumen,SAS'], 'Missing: Registration Number'],
    ['no reference', [',FRA,1,Lumen,SAS'], 'Missing: External Reference'],
    ['too few cells', ['1,FRA,1,Lumen'], 'This row has 4 cells, but the header has 5'],
    ['too many cells', ['1,FRA,1,Lumen, Paris,SAS'], 'This row has 6 cells'],
    ['a reference of an earlier line', [lumen, '1,FRA,2,Other,SAS'], 'is also in line 2'],
    ['another calendar', ['1,X,Y,31/05/1985,ESP'], '“31/05/1985”', 'persons'],
    ['a day to come', ['1,X,Y,2999-01-01,ESP'], 'future: “2999-01-01”', 'persons'],
    ['nobody', ['1,,,1985-05-31,ESP'], 'Last Name must not be empty', 'persons'],
    ['no business', ['9,X,Y,1985-05-31,ESP'], 'belongs to no business', 'relatedPersons'],
  ])('with %s is named by line and label, and the others are imported', async (...row) => {
    const [, lines, words, template = 'businesses'] = row;
    const head = template === 'businesses' ? header : personHeader;
    const rows = await importOf([head, ...lines, '5,GBR,5,Right,1985-01-01'], template);
    const wrong = rows.filter(({ problem }) => problem);
    expect(wrong[0]).toMatchObject({ line: lines.length + 1 });
    expect(wrong[0]!.problem).toContain(words);
    if (template === 'businesses') expect(caseOf('5').business!.organization_name).toBe('Right');
  });

  it('has the reference of a client of the other kind', async () => {
    await importOf([header, lumen]);
    const rows = await importOf([personHeader, '1,X,Y,1985-05-31,ESP'], 'persons');
    expect(rows[0]!.problem).toContain('belongs to a business');
  });

  it('has a custom field of another type', async () => {
    defineFields({ employees: 'number' });
    const rows = await importOf([`${header},custom_field.employees`, `${lumen},many`]);
    expect(rows[0]!.problem).toContain('employees: “many”');
    expect(count()).toBe(0);
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
    ['bytes that are no text', Buffer.from('a,b\n1,\x01\n', 'latin1'), 'Line 2 cannot be read'],
    ['an open quotation mark', Buffer.from('a,b\n1,"x\n2,y\n'), 'Row 2: a quotation mark'],
    ['another column', Buffer.from(`${header},Firma\n${lumen},x`), 'has no column “Firma”'],
    [
      'a missing column',
      Buffer.from('external_reference\n1'),
      'The file has no column “incorporation',
    ],
    [
      'a misspelt column',
      Buffer.from(`${header.replace('legal_type', 'legal_tipe')}\n${lumen}`),
      'has no column “legal_tipe”. Use the template below. The file has no column “legal_type”',
    ],
    ['a column twice', Buffer.from(`${header},legal_type\n${lumen},x`), 'Two columns are called'],
    ['no rows', Buffer.from(header), 'no rows below'],
    ['nothing', Buffer.from('\n'), 'has no column of the template'],
    ['too many rows', Buffer.from(header + '\n1,FRA,1,A,B'.repeat(5001)), 'more than 5,000 rows'],
    ['a workbook', Buffer.from('PK\x03\x04 and more'), 'This is an Excel workbook'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'This is an Excel workbook'],
  ])('with %s is refused, and nothing is imported', async (_, content, words) => {
    await expect(importOf(content)).rejects.toThrow(words);
    expect(count()).toBe(0);
  });
});
