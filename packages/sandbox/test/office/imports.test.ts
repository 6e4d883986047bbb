/** Lists of clients: what files and headers mean, what rows become, and what comes of two runs. */
import { deflateRawSync } from 'node:zlib';
import Papa from 'papaparse';
import writeExcel from 'write-excel-file/node';

import { defaultSettings, type CustomField } from '../../domain/account.ts';
import { guessed, mappingProblem, template } from '../../office/import-columns.ts';
import { dateFormOf, readDay, type DateForm } from '../../office/import-dates.ts';
import { csvFile, readFile } from '../../office/import-file.ts';
import { tryRow } from '../../office/import-rows.ts';
import {
  checkImport,
  countPlans,
  findImport,
  inviteClients,
  readImport,
  resultFile,
  runImport,
  wrongFile,
} from '../../office/imports.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { send, valueOf } from '../visitor.ts';

const field = (
  name: string,
  type: CustomField['type'] = 'text',
  more: Partial<CustomField> = {},
): CustomField => ({
  ...defaultSettings.custom_fields[0]!,
  id: `cf_${name}`,
  name,
  display_name: name,
  type,
  ...more,
});

describe('the columns of a list', () => {
  it.each([
    [
      'the service’s own list',
      'country,registration_number,organization_name,signatory_first_name,signatory_last_name,signatory_email',
      'country,registration_number,organization_name,first_name,last_name,email',
    ],
    [
      'the service’s own template',
      'external_reference,organization_name,incorporation_country,legal_type,line_1,postcode,town,country',
      'external_reference,organization_name,country,legal_type,address_line_1,address_postal_code,address_city,address_country',
    ],
    ['what is kept by its name', 'signatory_id,onboarding_date', 'custom,custom'],
    [
      'HubSpot',
      'Record ID,Company name,Country/Region,Postal Code,Street Address',
      'external_reference,organization_name,country,address_postal_code,address_street',
    ],
    [
      'Salesforce',
      'Account ID,Account Name,Billing Street,BillingPostalCode,Billing City,Billing Country',
      'external_reference,organization_name,address_street,address_postal_code,address_city,country',
    ],
    [
      'Pipedrive',
      'Deal - ID,Person - First name,Person - Last name,Person - Email',
      'external_reference,first_name,last_name,email',
    ],
    [
      'German',
      'Kundennummer,Firma,Land,Straße,PLZ,Ort,USt-IdNr.,Gründungsdatum',
      'external_reference,organization_name,country,address_street,address_postal_code,address_city,vat_number,registration_date',
    ],
    [
      'French',
      'Référence client,Raison sociale,Pays,Numéro SIREN,Code postal,Ville',
      'external_reference,organization_name,country,registration_number,address_postal_code,address_city',
    ],
    [
      'Spanish',
      'Referencia,Nombre,Apellidos,Correo electrónico,Fecha de nacimiento,Nacionalidad',
      'external_reference,first_name,last_name,email,birth_date,nationality',
    ],
    ['two of one meaning, and none', 'Company,Firma,Colour of the door', 'organization_name,,'],
  ])('are told by their headers: %s', (_, headers, meanings) => {
    expect(Object.values(guessed(headers.split(','))).join(',')).toBe(meanings);
  });

  it('are told by the account’s custom fields, by label, key or as the service exports them', () => {
    const fields = [
      field('plan'),
      field('turnover', 'number', { display_name: 'Jährlicher Umsatz' }),
      field('tier'),
    ];
    const headers = ['PLAN', 'jahrlicher umsatz', 'Turnover', 'custom_field.tier', 'Company'];
    expect(Object.values(guessed(headers, fields))).toEqual([
      'custom_plan',
      'custom_turnover',
      '',
      'custom_tier',
      'organization_name',
    ]);
    expect(guessed(['Company'], [field('company')])).toEqual({ Company: 'organization_name' });
    expect(mappingProblem({ a: 'custom_plan', b: 'custom_plan' }, fields)).toContain(
      'both mean Custom field: plan',
    );
    expect(mappingProblem({ a: 'custom_gone' }, fields)).toContain('no such meaning');
  });

  it('of the template are all told', () => {
    const [header] = template();
    expect(Object.values(guessed(header!))).not.toContain('');
  });
});

describe('a date of a list', () => {
  it.each<[string, DateForm, string]>([
    ['2024-05-31', '', '2024-05-31'],
    ['2024-05-31 00:00:00', 'month', '2024-05-31'],
    ['31 May 2024', '', '2024-05-31'],
    ['May 31, 2024', 'day', '2024-05-31'],
    ['31. Mai 2024', '', '2024-05-31'],
    ['1er février 2024', '', '2024-02-01'],
    ['31 de mayo de 2024', '', '2024-05-31'],
    ['31-déc.-2024', '', '2024-12-31'],
    ['31.05.2024', '', '2024-05-31'],
    ['31/05/2024', '', '2024-05-31'],
    ['31/05/2024', 'day', '2024-05-31'],
    ['5/31/2024', 'month', '2024-05-31'],
    ['3/4/2015', 'day', '2015-04-03'],
    ['3/4/2015', 'month', '2015-03-04'],
    // What Excel itself shows for these numbers.
    ['45443', 'serial', '2024-05-31'],
    ['61', 'serial', '1900-03-01'],
  ])('%s, written as "%s", is %s', (text, form, day) =>
    expect(readDay(text, form)).toEqual({ day }),
  );

  it.each<[string, DateForm, string]>([
    ['3/4/2015', '', 'can be 2015-04-03 or 2015-03-04'],
    ['5/31/2024', 'day', 'is not a date such as 31/05/2024'],
    ['31/05/2024', 'month', 'is not a date such as 5/31/2024'],
    ['45443', '', 'Correct it, or choose'],
    ['60', 'serial', 'is not a date'],
    ['31/05/24', 'day', 'is not a date'],
    ['30 Feb 2024', '', 'is not a date'],
    ['15 listopada 2024', '', 'is not a date'],
    ['2024-05-31 23:30', '', 'is not a date'],
  ])('%s, written as "%s", is refused', (text, form, words) =>
    expect((readDay(text, form) as { problem?: string }).problem).toContain(words),
  );

  it.each<[string[], DateForm]>([
    [['31/05/2024', '03/04/2015', ''], 'day'],
    [['5/31/2024', '3/4/2015'], 'month'],
    [['03/04/2015'], ''],
    [['31/05/2024', '5/31/2024', '3/4/2015'], ''],
    [['45443', '40000'], 'serial'],
    [['2024-05-31', '31 May 2024'], ''],
  ])('is proposed to be read as its whole column can be: %j', (values, form) =>
    expect(dateFormOf(values)).toBe(form),
  );
});

describe('a row of a list', () => {
  const settings = {
    ...defaultSettings,
    custom_fields: [
      field('plan', 'dropdown_single', { accepted_values: ['Gold', 'Silver'] }),
      field('turnover', 'number'),
      field('listed', 'boolean'),
      field('audited', 'date'),
      field('markets', 'country_multiple'),
    ],
  };
  const read = (row: Record<string, string>) => {
    const columns = Object.keys(row);
    const mapping = guessed(columns, settings.custom_fields);
    const reader = { columns, mapping, dates: {}, subject: 'auto' as const, settings };
    return tryRow(Object.values(row), { ...reader, today: '2026-11-22' });
  };
  const company = { ID: '1', Company: 'Lumen Studio SAS' };

  it('becomes a client, whose person is the signatory', () => {
    const row = {
      ...company,
      Country: 'FRA',
      'First name': 'Inés',
      'Last name': 'Ferrer',
      Email: 'a@lumen.example',
      'Registration date': '12.03.2015',
    };
    expect(read(row)).toEqual({
      reference: '1',
      subject: 'business',
      body: {
        business: {
          organization_name: 'Lumen Studio SAS',
          country: 'FR',
          registration_date: '2015-03-12',
        },
        external_reference: '1',
        is_draft: true,
      },
      signatory: {
        given_names: 'Inés',
        last_name: 'Ferrer',
        email: 'a@lumen.example',
        roles: ['ACCOUNT_OWNER'],
      },
    });
  });

  it('has the account’s custom fields as their kinds keep them', () => {
    const custom = { Plan: 'gold', Turnover: '12,5', listed: 'TRUE', audited: '1.2.2025' };
    expect(read({ ...company, ...custom, Markets: 'Spain; Deutschland' })).toMatchObject({
      body: {
        custom_fields: {
          plan: 'Gold',
          turnover: 12.5,
          listed: true,
          audited: '2025-02-01',
          markets: ['ESP', 'DEU'],
        },
      },
    });
  });

  it.each([
    [{ ...company, Country: 'Congo' }, 'Country: "Congo" may be'],
    [{ ...company, Email: 'keine mail' }, 'E-mail address must be an e-mail address'],
    [{ ...company, Type: 'Foundation' }, '“Foundation” is neither business nor person'],
    [{ ...company, 'Date of birth': '1980-01-02' }, 'Date of birth: a business has none'],
    [{ ...company, 'First name': 'Inés' }, 'Last name must not be empty'],
    [
      { ...company, Type: 'person', 'Last name': 'Ferrer' },
      'Name of the business: a person has none',
    ],
    [
      { ...company, 'Registration date': '03/04/2015' },
      'Registration date: “03/04/2015” can be 2015-04-03 or 2015-03-04',
    ],
    [
      { ...company, 'Registration date': '14.10.1066' },
      'Registration date must be 1 January 1600 or later',
    ],
    [{ ...company, 'Registration date': '2026-11-23' }, 'Registration date is in the future'],
    [
      { ID: '1', 'Last name': 'Ferrer', 'Date of birth': '1899-12-31' },
      'Date of birth must be 1 January 1900 or later',
    ],
    [{ ...company, audited: '3/4/2015' }, 'Custom field: audited: “3/4/2015” can be'],
    [{ ...company, Plan: 'Bronze' }, 'plan is not valid: “Bronze”'],
    [{ ...company, Turnover: '1.234' }, 'turnover can be read in two ways'],
    [{ ...company, Markets: 'Spain; Congo' }, 'markets is not valid: “Spain; Congo”'],
    [{ ID: '', Company: 'Lumen' }, 'External reference is missing'],
    [{ ID: '1', 'Last name': 'Ferrer', Nationality: 'Atlantis' }, 'Nationality: "Atlantis" is not'],
  ])('is refused by the label of what is wrong: %j', (row, words) => {
    expect((read(row) as { problem?: string }).problem).toContain(words);
  });
});

describe('a file', () => {
  const rowsOf = async (content: Buffer) =>
    (await readFile(content)).rows.map(({ number, cells }) => [number, ...cells]);

  it.each<[string, Buffer, boolean]>([
    ['UTF-8', Buffer.from('Firma;Ort\nMüller € Söhne;Łódź'), false],
    ['UTF-8 with its mark', Buffer.from('\uFEFFFirma;Ort\nMüller € Söhne;Łódź'), false],
    ['UTF-16', Buffer.from('\uFEFFFirma;Ort\nMüller € Söhne;Łódź', 'utf16le'), false],
    [
      'UTF-16, big-endian',
      Buffer.from('\uFEFFFirma;Ort\nMüller € Söhne;Łódź', 'utf16le').swap16(),
      false,
    ],
    // "€" is 0x80 there, which no other of the common encodings has.
    ['Windows-1252', Buffer.from('Firma;Ort\nM\xfcller \x80 S\xf6hne;Paris', 'latin1'), true],
  ])('is read as %s', async (_, content, isWestern) => {
    const file = await readFile(content);
    expect(file.isWestern).toBe(isWestern);
    expect(file.rows[1]!.cells[0]).toBe('Müller € Söhne');
  });

  it('numbers its rows as a spreadsheet does, and leaves blank ones out', async () => {
    expect(await rowsOf(Buffer.from('a;b\n\n"x\ny";1\n ; \nz;2\n'))).toEqual([
      [1, 'a', 'b'],
      [3, 'x\ny', '1'],
      [5, 'z', '2'],
    ]);
  });

  it.each<[string, Buffer, string]>([
    ['an open quotation mark', Buffer.from('a,b\n1,"x\n2,y\n'), 'Row 2: a quotation mark'],
    ['bytes that are no text', Buffer.from('a,b\n1,\x01\n', 'latin1'), 'Line 2 cannot be read'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'old Excel'],
    [
      'a broken workbook',
      Buffer.from('PK\x03\x04 and nothing more'),
      'This Excel workbook cannot be read',
    ],
  ])('with %s is refused', async (_, content, words) => {
    await expect(readFile(content)).rejects.toThrow(words);
  });

  it('is a workbook with one sheet, whose days are days', async () => {
    const day = { value: new Date('2015-03-12T00:00:00Z'), format: 'dd/mm/yyyy' };
    const book = (sheets: number) =>
      writeExcel(
        Array.from({ length: sheets }, (_, index) => ({
          sheet: `Sheet ${index + 1}`,
          data: [
            ['ID', 'Founded', 'Number'],
            ['1', day, 45443],
          ],
        })),
      ).toBuffer();
    expect(await rowsOf(await book(1))).toEqual([
      [1, 'ID', 'Founded', 'Number'],
      [2, '1', '2015-03-12', '45443'],
    ]);
    await expect(readFile(await book(2))).rejects.toThrow('several sheets');
  });

  it('is a workbook of bounded rows × columns, and of a bounded size unpacked', async () => {
    /** The head of a file in an archive, and its content; JavaScript would take seconds to pack it. */
    const zip = (sheet: string | Uint8Array) => {
      const name = Buffer.from('xl/worksheets/sheet1.xml');
      const packed = deflateRawSync(sheet);
      const head = Buffer.alloc(30);
      head.writeUInt32LE(0x04034b50);
      head.writeUInt16LE(8, 8);
      head.writeUInt32LE(packed.length, 18);
      head.writeUInt32LE(sheet.length, 22);
      head.writeUInt16LE(name.length, 26);
      return Buffer.concat([head, name, packed]);
    };
    const cell = (name: string) =>
      `<worksheet><sheetData><row><c r="${name}"><v>1</v></c></row></sheetData></worksheet>`;
    await expect(readFile(zip(cell('XFD1048576')))).rejects.toThrow('too large');
    await expect(readFile(zip(cell('AAA9000')))).rejects.toThrow('too large');
    await expect(
      readFile(zip('<worksheet><dimension ref="A1:XFD1048576"/></worksheet>')),
    ).rejects.toThrow('too large');
    // 31 MB in 31 KB.
    await expect(readFile(zip(new Uint8Array(31 * 1024 * 1024)))).rejects.toThrow('too large');
  });

  it.each(['=1+1', '\n=1+1', '\r\n \t=1+1', ' +1', '\u00a0-1', '＝1', '=1\n2', '@A1', '\t=1'])(
    'has no formula in a cell, header or not: %j',
    (text) => {
      const cells = Papa.parse<string[]>(csvFile([[text], [text]]).slice(1), {
        skipEmptyLines: true,
      }).data.flat();
      expect(cells).toEqual([`'${text}`, `'${text}`]);
    },
  );
});

describe('an import', () => {
  let sandbox: Sandbox;
  beforeAll(async () => (sandbox = await createSandbox()));
  afterAll(() => sandbox.close());
  beforeEach(() => sandbox.reset());

  const csv = (...rows: string[]) => Buffer.from(['id,company,country,email', ...rows].join('\n'));
  const open = (content: Buffer) => readImport(sandbox.services, 'list.csv', content);
  const list = (seq: number) => findImport(sandbox.services.store, seq);
  const check = (seq: number) => checkImport(sandbox.services, seq, list(seq));
  const run = async (content: Buffer) => {
    const seq = await open(content);
    await check(seq);
    await runImport(sandbox.services, seq, 'Reviewer');
    return seq;
  };
  const count = (sql: string) => sandbox.services.store.get<{ n: number }>(sql)!.n;
  const cases = () => count('select count(*) as n from cases');

  it('names two rows of one client that differ, and a reference that another subject has', async () => {
    const person = { person: { last_name: 'Ferrer' }, external_reference: '8', is_draft: true };
    sandbox.services.cases.create('main', person, 'API');
    const seq = await open(csv('7,A Ltd,GB,', '7,A Ltd,GB,', '7,B Ltd,GB,', '8,C Ltd,GB,'));
    await check(seq);
    expect(countPlans(list(seq))).toEqual({ new: 1, existing: 0, same: 1, wrong: 2 });
    const problems = list(seq).rows.map(({ problem }) => problem);
    expect(problems[2]).toContain('“7” is also in row 2');
    expect(problems[3]).toContain('“8” is the External reference of a person');
  });

  it('goes on where it was ended by running the file again, and each client has one case', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => `${n},Client ${n} Ltd,GB,`);
    const seq = await open(csv(...rows));
    await check(seq);
    // The sandbox ends in the middle of a run.
    const { store } = sandbox.services;
    const atomic = store.atomic;
    let [depth, slices] = [0, 0];
    store.atomic = ((work: () => unknown) => {
      if (depth === 0 && ++slices > 2) throw new Error('The process was killed.');
      depth += 1;
      try {
        return atomic(work);
      } finally {
        depth -= 1;
      }
    }) as typeof store.atomic;
    await expect(runImport(sandbox.services, seq, 'Reviewer')).rejects.toThrow('killed');
    store.atomic = atomic;
    const before = cases();
    expect([before, list(seq).state]).toEqual([200, 'ready']);
    const again = await run(csv(...rows));
    expect(countPlans(list(again))).toEqual({
      new: 250 - before,
      existing: before,
      same: 0,
      wrong: 0,
    });
    expect(count('select count(distinct external_reference) as n from cases')).toBe(250);
    expect(cases()).toBe(250);
  });

  it('takes the corrected file of wrong rows, with what was chosen for its columns', async () => {
    const file = Buffer.from(
      [
        'Key;Who;Where;Founded;Note',
        '1;Müller GmbH;Deutschland;3/4/2015;"\n=1+1"',
        '2;Atlantis Ltd;Atlantis;3/4/2015;+49 30',
        '3;Shifted;GB;3/4/2015;A;B',
      ].join('\n'),
    );
    const seq = await open(file);
    const mapping = {
      Key: 'external_reference',
      Who: 'organization_name',
      Where: 'country',
      Founded: 'registration_date',
      Note: 'custom',
    } as const;
    const dates = { Founded: 'day' } as const;
    await checkImport(sandbox.services, seq, { mapping, dates, subject: 'auto' });
    await runImport(sandbox.services, seq, 'Reviewer');
    expect(countPlans(list(seq))).toEqual({ new: 1, existing: 0, same: 0, wrong: 2 });
    const { data } = Papa.parse<string[]>(wrongFile(list(seq)).slice(1), { skipEmptyLines: true });
    expect(data).toEqual([
      ['Key', 'Who', 'Where', 'Founded', 'Note', 'Row', 'What is wrong'],
      ['2', 'Atlantis Ltd', 'Atlantis', '3/4/2015', "'+49 30", '3', expect.any(String)],
      ['3', 'Shifted', 'GB', '3/4/2015', 'A', '4', expect.any(String), 'B'],
    ]);
    data[1]![2] = 'GB';
    data[2]!.pop();
    const corrected = await open(Buffer.from(Papa.unparse(data)));
    expect(list(corrected)).toMatchObject({ mapping, dates });
    await check(corrected);
    await runImport(sandbox.services, corrected, 'Reviewer');
    expect(countPlans(list(corrected))).toEqual({ new: 2, existing: 0, same: 0, wrong: 0 });
    const made = sandbox.services.cases.list({ text: 'Atlantis' }, 1)[0]!;
    expect(sandbox.services.workflow.show('main', made.application_id)).toMatchObject({
      business: { registration_date: '2015-04-03' },
      custom_fields: { Note: '+49 30' },
    });
  });

  it('sends each client the link once, whatever is pressed and in whichever file it stands', async () => {
    const rows = ['1,A Ltd,GB,a@a.example', '2,B GmbH,DE,b@b.example', '3,C Ltd,GB,'];
    const seq = await run(csv(...rows));
    const post = (path: string) =>
      fetch(`${sandbox.url}/back-office/import/${path}`, {
        method: 'POST',
        headers: { origin: sandbox.url },
        redirect: 'manual',
      });
    const both = await Promise.all([1, 2].map(() => post(`${seq}/letters`)));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    const again = await run(csv(...rows, '4,D Ltd,GB,d@d.example'));
    await inviteClients(sandbox.services, again, 'Reviewer');
    const to = sandbox.services.store
      .all<{ data: string }>('select data from mails order by seq')
      .map(({ data }) => JSON.parse(data) as { to: string[]; subject: string });
    expect(to.map((mail) => mail.to[0])).toEqual(['a@a.example', 'b@b.example', 'd@d.example']);
    expect(to[1]!.subject).toContain('schließen Sie Ihre Überprüfung ab');
    const result = Papa.parse<Record<string, string>>(resultFile(list(again)).slice(1), {
      header: true,
      skipEmptyLines: true,
    }).data;
    expect(result.map(({ Letter }) => Letter)).toEqual([
      'sent with an earlier import',
      'sent with an earlier import',
      'none: no e-mail address',
      'sent to d@d.example',
    ]);
    expect(result.map(({ Result }) => Result)).toEqual([
      'was there',
      'was there',
      'was there',
      'created',
    ]);
    for (const row of result) expect((await fetch(row['Portal link']!)).status).toBe(200);
  });

  it('takes 5,000 rows and not one more', async () => {
    const rows = Array.from({ length: 5001 }, (_, n) => `${n},Client ${n} Ltd,GB,`);
    await expect(open(csv(...rows))).rejects.toThrow('more than 5,000 rows');
    expect(list(await open(csv(...rows.slice(1)))).rows).toHaveLength(5000);
  });

  it('answers others while it imports many rows', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => `${n},Client ${n} Ltd,GB,`);
    const seq = await open(csv(...rows));
    await check(seq);
    const running = runImport(sandbox.services, seq, 'Reviewer');
    let answers = 0;
    while (list(seq).state !== 'done') {
      expect((await fetch(`${sandbox.url}/_sandbox/health`)).ok).toBe(true);
      answers++;
    }
    await running;
    // With the server blocked, one or two would have come through.
    expect(answers).toBeGreaterThan(4);
    expect(cases()).toBe(1000);
  });

  it('refuses two columns of one meaning before anything is checked, and keeps what was chosen', async () => {
    const seq = await open(
      Buffer.from('Deal ID,Company,Mail,Plan,Land\n1,A Ltd,a@a.example,Gold,GB'),
    );
    const meanings = ['external_reference', 'organization_name', 'email', 'email', ''];
    const columns = meanings.map((meaning, index) => [`column-${index}`, meaning]);
    const form = Object.fromEntries(columns) as Record<string, string>;
    const refused = await send(sandbox, `/back-office/import/${seq}/check`, form);
    expect(refused.text).toContain('“Mail” and “Plan” both mean E-mail address');
    for (const [name, meaning] of columns) expect(valueOf(refused, name!)).toBe(meaning);
    expect(list(seq).state).toBe('columns');
  });

  it('has no button that imports nothing', async () => {
    const seq = await open(csv('1,Atlantis Ltd,Atlantis,'));
    await check(seq);
    const page = await (await fetch(`${sandbox.url}/back-office/import/${seq}`)).text();
    expect(page).toContain('Wrong: 1 row');
    expect(page).not.toMatch(/<button[^>]*>Import/);
  });
});
