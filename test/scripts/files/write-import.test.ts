/** The import files of the service, made from lists: what they hold, and what each wrong row says. */
import { inWords } from '../../../zapier/words.ts';
import { existsSync, readFileSync } from 'node:fs';

import { toNewCase } from '../../../fields/cases.ts';
import { relatedPerson } from '../../../fields/related-parties.ts';
import { runImport } from '../../../packages/sandbox/office/imports.ts';
import { createSandbox, type Sandbox } from '../../../packages/sandbox/server.tsx';
import { readDialect } from '../../../service/dialect.ts';
import { otherNames, readColumns } from '../../../demo/deals/columns.ts';
import { listLabels } from '../../../demo/deals/rows.ts';
import { writeImport } from '../../../scripts/files/write-import.ts';
import { openFolder } from './run-command.ts';

const dialect = readDialect();

let folder: ReturnType<typeof openFolder>;
beforeEach(() => {
  folder = openFolder();
});
afterEach(() => folder.remove());

const csv = (...rows: string[]) => rows.join('\r\n');
const byReference = ['--reference', '{Deal ID}-{kind}'];

/** What a step says of an input that it refuses. */
function messageOf(step: () => unknown): string {
  try {
    step();
  } catch (error) {
    return inWords((error as Error).message);
  }
  throw new Error('The step takes this input.');
}

const businesses = 'Deal ID,Organization Name,Country,Registration Number,Legal Type';

describe('what is written', () => {
  it('is a file for each template, with the columns and codes of the service', async () => {
    folder.write(
      'deals.csv',
      csv(
        'Deal ID,Subject,Organization Name,Country,Registration Number,Legal Type,Registration Date,Address Street,First Name,Last Name,Birth Date,Nationality,Onboarding Date,custom_field.plan',
        '10482,business,Lumen Studio SAS,Frankreich,08412277,SAS,31 May 2015,12 rue de la Paix,,,,,2024-01-05,Premium',
        '10485,person,,,,,,Lindenweg 4,Łukasz,Wójcik,02.11.1985,"Poland, ES",,',
      ),
    );
    const { problem, text } = await folder.run(writeImport, 'deals.csv', ...byReference);
    expect(problem).toBeUndefined();
    expect(text).toContain('match by hand in the import');
    expect(folder.rows('deals-import/businesses.csv')).toEqual([
      'external_reference,incorporation_country,registration_number,organization_name,legal_type,onboarding_date,registration_date,address_street,custom_field.plan'.split(
        ',',
      ),
      '10482-kyb,FRA,08412277,Lumen Studio SAS,SAS,2024-01-05,2015-05-31,12 rue de la Paix,Premium'.split(
        ',',
      ),
    ]);
    expect(folder.rows('deals-import/persons.csv')).toEqual([
      'external_reference,given_names,last_name,birth_date,nationalities,address_street'.split(','),
      ['10485-kyc', 'Łukasz', 'Wójcik', '1985-11-02', 'POL,ESP', 'Lindenweg 4'],
    ]);
    expect(existsSync(folder.path('deals-import/refused-deals.csv'))).toBe(false);
  });

  it('has the signatory and the related persons of a business', async () => {
    folder.write('deals.csv', csv(`${businesses},Email`, '1,A Ltd,GB,1,LTD,ada@a.example'));
    folder.write(
      'people.csv',
      csv(
        'Deal ID,First Name,Last Name,Roles,Direct Ownership Percentage',
        '1,Ada,Quill,"Director, UBO","12,5 %"',
      ),
    );
    const args = ['--subject', 'business', '--signatory', '--related', 'people.csv'];
    const { problem } = await folder.run(writeImport, 'deals.csv', ...args, ...byReference);
    expect(problem).toBeUndefined();
    const [columns, ...rows] = folder.rows('deals-import/related-persons.csv');
    const persons = rows.map((cells) =>
      Object.fromEntries(cells.flatMap((cell, index) => (cell ? [[columns![index], cell]] : []))),
    );
    expect(persons).toEqual([
      { external_reference: '1-kyb', email: 'ada@a.example', roles: 'ACCOUNT_OWNER' },
      {
        external_reference: '1-kyb',
        given_names: 'Ada',
        last_name: 'Quill',
        roles: 'DIRECTOR,UBO',
        direct_ownership_percentage: '12.5',
      },
    ]);
  });

  it('has an address under the subject of its row, and never under the other', async () => {
    const names =
      'Deal ID,Subject,Last Name,Organization Name,Country,Registration Number,Legal Type';
    folder.write(
      'deals.csv',
      csv(
        `${names},Address in One Line,Person Address in One Line,Business Address in One Line`,
        '1,business,,A Ltd,GB,1,LTD,1 High Street,,',
        '2,person,Quill,,,,,2 High Street,,',
        '3,business,,C Ltd,GB,3,LTD,,3 High Street,',
        '4,business,,D Ltd,GB,4,LTD,4 High Street,,5 High Street',
      ),
    );
    await folder.run(writeImport, 'deals.csv', ...byReference);
    const written = (name: string) => folder.rows(`deals-import/${name}.csv`).slice(1);
    expect(written('businesses').map((row) => row.at(-1))).toEqual(['1 High Street']);
    expect(written('persons').map((row) => row.at(-1))).toEqual(['2 High Street']);
    expect(written('refused-deals').map((row) => row.at(-1))).toEqual([
      messageOf(() =>
        toNewCase(dialect, { subject: 'business', address_single_line: '3 High Street' } as object),
      ),
      'Two columns contain Business Address in One Line. Keep one of the two values.',
    ]);
  });

  it('replaces the files of an earlier run', async () => {
    folder.write('deals.csv', csv(businesses, '1,A Ltd,Nowhere,1,LTD'));
    const args = ['deals.csv', '--subject', 'business', ...byReference];
    await folder.run(writeImport, ...args);
    expect(existsSync(folder.path('deals-import/refused-deals.csv'))).toBe(true);
    folder.write('deals.csv', csv(businesses, '1,A Ltd,GB,1,LTD'));
    await folder.run(writeImport, ...args);
    expect(existsSync(folder.path('deals-import/refused-deals.csv'))).toBe(false);
    expect(folder.rows('deals-import/businesses.csv')).toHaveLength(2);
  });
});

describe('rows that are wrong', () => {
  const business = { subject: 'business', organization_name: 'A Ltd' };
  const wrong: [cells: string, said: string][] = [
    [
      'Atlantis,1,LTD',
      messageOf(() => toNewCase(dialect, { ...business, country: 'Atlantis' } as object)),
    ],
    ['GB', 'This row has 3 cells, but the first row names 5.'],
    ['GB,,', 'The import of the service requires: Registration Number, Legal Type.'],
    ['GB,"=1+1",LTD', 'starts like a formula'],
    ["GB,-2+cmd|' /C calc'!A0,LTD", 'starts like a formula'],
  ];

  it('stand apart with their number, and the message of the step', async () => {
    const rows = wrong.map(([cells], index) => `${index},A Ltd,${cells}`);
    folder.write('deals.csv', csv(businesses, '9,B Ltd,GB,2,LTD', ...rows));
    const args = ['--subject', 'business', ...byReference];
    const { text } = await folder.run(writeImport, 'deals.csv', ...args);
    const [head, ...refused] = folder.rows('deals-import/refused-deals.csv');
    expect(head!.slice(-2)).toEqual(['Row', 'Problem']);
    expect(refused.map((row) => row.slice(-2))).toEqual(
      wrong.map(([, said], index) => [String(index + 3), expect.stringContaining(said)]),
    );
    for (const [, said] of wrong) expect(text).toContain(said);
    expect(folder.rows('deals-import/businesses.csv')).toHaveLength(2);
  });

  it('say of the wrong subject, and of a related person, what the steps say', async () => {
    folder.write(
      'deals.csv',
      csv(
        'Deal ID,Subject,Organization Name,Country,Registration Number,Legal Type,Last Name',
        '1,business,A Ltd,GB,1,LTD,',
        '2,business,B Ltd,GB,2,LTD,Quill',
        '3,company,C Ltd,GB,3,LTD,',
      ),
    );
    folder.write(
      'people.csv',
      csv('Deal ID,First Name,Last Name', '1,Ada,', '2,Ada,Quill', ',Ada,Quill'),
    );
    await folder.run(writeImport, 'deals.csv', '--related', 'people.csv', ...byReference);
    const problems = (name: string) =>
      folder
        .rows(`deals-import/refused-${name}.csv`)
        .slice(1)
        .map((row) => row.at(-1));
    expect(problems('deals')).toEqual([
      messageOf(() => toNewCase(dialect, { subject: 'business', last_name: 'Quill' } as object)),
      messageOf(() => toNewCase(dialect, { subject: 'company' })),
    ]);
    expect(problems('people')).toEqual([
      messageOf(() => relatedPerson.toBody(dialect, { first_name: 'Ada' })),
      expect.stringContaining('"2-kyb" belongs to no business in this import'),
      'Deal ID is empty, but the External Reference needs it.',
    ]);
  });

  it('are those that have a reference again: it is unique in the account', async () => {
    const people =
      'Subject,External Reference,Organization Name,Country,Registration Number,Legal Type,Last Name';
    folder.write('deals.csv', csv(people, 'business,7,A Ltd,GB,1,LTD,', 'person,7,,,,,Quill'));
    await folder.run(writeImport, 'deals.csv');
    expect(existsSync(folder.path('deals-import/persons.csv'))).toBe(false);
    const [, row] = folder.rows('deals-import/refused-deals.csv');
    expect(row!.at(-1)).toContain('"7" is also in row 2');
  });

  it('can be corrected in their file, which is a list again', async () => {
    folder.write('deals.csv', csv(businesses, '1,A Ltd,Nowhere,1,LTD'));
    const args = ['--subject', 'business', ...byReference];
    await folder.run(writeImport, 'deals.csv', ...args);
    const refused = readFileSync(folder.path('deals-import/refused-deals.csv'), 'utf8');
    folder.write('again.csv', refused.replace('A Ltd,Nowhere', 'A Ltd,GB'));
    await folder.run(writeImport, 'again.csv', ...args);
    expect(folder.rows('again-import/businesses.csv')).toHaveLength(2);
  });
});

describe('what cannot be read is never guessed', () => {
  const row = '1,A Ltd,GB,1,LTD';
  it.each([
    ['no subject', [], 'has no column Subject'],
    ['no reference', ['--subject', 'business'], 'has no column External Reference'],
    ['a pattern', ['--subject', 'business', '--reference', '{Deal}-kyb'], 'must name a column'],
    ['a column', ['--column', 'Deal=Country'], 'there is no such column'],
    ['a field', ['--column', 'Number=Key'], 'there is no field "Key"'],
    ['two columns', ['--column', 'Number=Country'], 'are both Country'],
  ])('says what to add: %s', async (_, args, said) => {
    folder.write('deals.csv', csv(businesses.replace('Deal ID', 'Number'), row));
    const { problem } = await folder.run(writeImport, 'deals.csv', ...args);
    expect(problem).toContain(said);
    expect(existsSync(folder.path('deals-import'))).toBe(false);
  });

  it('leaves no custom field of a related person out in silence', async () => {
    folder.write('deals.csv', csv(businesses, row));
    folder.write('people.csv', csv('Deal ID,Last Name,custom_field.plan', '1,Quill,A'));
    const args = ['deals.csv', '--subject', 'business', '--related', 'people.csv', ...byReference];
    const { problem } = await folder.run(writeImport, ...args);
    expect(problem).toContain('--column "custom_field.plan="');
    await folder.run(writeImport, ...args, '--column', 'custom_field.plan=');
    expect(folder.rows('deals-import/related-persons.csv')).toHaveLength(2);
  });

  it('reads other usual names, and says so', async () => {
    folder.write(
      'deals.csv',
      csv(
        'Record ID,Client Type,Associated Company,Country,Registration Number,Legal Form,Email',
        '1,Business,A Ltd,GB,1,LTD,a@a.example',
      ),
    );
    const { text } = await folder.run(writeImport, 'deals.csv');
    expect(text).toContain('"Associated Company" is read as Organization Name');
    const [columns, cells] = folder.rows('deals-import/businesses.csv');
    const made = Object.fromEntries(columns!.map((column, index) => [column, cells![index]]));
    expect(made).toEqual({
      external_reference: '1-kyb',
      incorporation_country: 'GBR',
      registration_number: '1',
      organization_name: 'A Ltd',
      legal_type: 'LTD',
      // Where the letters about a business go.
      'custom_field.email': 'a@a.example',
    });
  });

  it('leaves another name to the column with the name of the field', async () => {
    const head = 'Deal ID,Company,Organization Name,Country,Registration Number,Legal Type';
    folder.write('deals.csv', csv(head, '1,Old Ltd,A Ltd,GB,1,LTD'));
    const { text } = await folder.run(writeImport, 'deals.csv', '--subject', 'business');
    expect(text).toContain('Not read: "Company"');
    expect(folder.rows('deals-import/businesses.csv')[1]).toContain('A Ltd');
  });

  it('lists the columns that it does not read, and the fields that they may be', async () => {
    folder.write('deals.csv', csv('Deal ID,Our Company,Notes', '1,A Ltd,late'));
    const args = ['--subject', 'business', ...byReference];
    const { text } = await folder.run(writeImport, 'deals.csv', ...args);
    expect(text).toContain('Not read: "Our Company", "Notes"\n');
    expect(text).toMatch(/--column "Our Company=Field". The fields are: .*Organization Name, /);
  });

  it.each(Object.entries(otherNames))('reads the other names of %s', (key, names) => {
    for (const name of names) {
      expect([...readColumns([name.toUpperCase()], [], listLabels).keys.values()]).toEqual([key]);
    }
  });
});

describe('the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox();
  });
  afterAll(() => sandbox.close());

  it('imports the file as the cases of the list', async () => {
    folder.write('deals.csv', csv(businesses, '1,A Ltd,GB,001,LTD', '2,B GmbH,Germany,002,GMBH'));
    await folder.run(writeImport, 'deals.csv', '--subject', 'business', ...byReference);
    const content = readFileSync(folder.path('deals-import/businesses.csv'));
    await runImport(sandbox.services, 'businesses', content);
    const cases = ['1-kyb', '2-kyb'].map((reference) => {
      const id = sandbox.services.cases.byReference(reference, 'business')!;
      return sandbox.services.cases.find(id).business;
    });
    expect(cases).toMatchObject([
      { organization_name: 'A Ltd', registration_number: '001', legal_type: 'LTD' },
      { organization_name: 'B GmbH', registration_number: '002', legal_type: 'GMBH' },
    ]);
  });
});
