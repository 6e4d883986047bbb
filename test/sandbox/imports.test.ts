/** Lists of clients: what headers mean, what rows become, what a restart and a mail server do to them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SMTPServer } from 'smtp-server';

import { defaultSettings, type CustomField } from '../../packages/sandbox/domain/account.ts';
import {
  guessed,
  mappingProblem,
  subjectNamed,
  template,
} from '../../packages/sandbox/domain/imports-columns.ts';
import { tryRow } from '../../packages/sandbox/domain/imports-rows.ts';
import { createSandbox } from '../../packages/sandbox/server.tsx';

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
      'its own import',
      'country,registration_number,organization_name,signatory_first_name,signatory_last_name,signatory_email',
      'country,registration_number,organization_name,signatory_first_name,signatory_last_name,signatory_email',
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

  it('are told by the account’s custom fields, by label or key, each once and after all else', () => {
    const fields = [
      field('plan'),
      field('turnover', 'number', { display_name: 'Jährlicher Umsatz' }),
    ];
    const headers = ['PLAN', 'jahrlicher umsatz', 'Turnover', 'Company'];
    expect(Object.values(guessed(headers, fields))).toEqual([
      'custom_plan',
      'custom_turnover',
      '',
      'organization_name',
    ]);
    expect(guessed(['Company'], [field('company')])).toEqual({ Company: 'organization_name' });
    expect(mappingProblem({ a: 'custom_plan', b: 'custom_plan' }, fields)).toContain(
      'both say: Custom field: plan',
    );
    expect(mappingProblem({ a: 'custom_gone' }, fields)).toContain('no such meaning');
  });

  it('of the template are all told', () => {
    const [header] = template();
    expect(Object.values(guessed(header!))).not.toContain('');
  });

  it.each([
    ['Natural person', 'person'],
    ['Personne physique', 'person'],
    ['Natürliche Person', 'person'],
    ['Firma', 'business'],
    ['KYB', 'business'],
    ['Foundation', undefined],
  ])('say what a row is about: %s', (text, subject) => {
    expect(subjectNamed(text)).toBe(subject);
  });
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
  const read = (row: Record<string, string>, subject: 'auto' | 'person' = 'auto') => {
    const columns = Object.keys(row);
    const { custom_fields } = settings;
    const layout = { columns, mapping: guessed(columns, custom_fields), subject, settings };
    return tryRow(Object.values(row), { ...layout, today: '2026-11-22' });
  };
  const company = { ID: '1', Company: 'Lumen Studio SAS' };

  it('becomes a client with its signatory', () => {
    const row = {
      ...company,
      Country: 'FRA',
      signatory_email: 'a@lumen.example',
      'Registration date': '12.03.2015',
    };
    expect(read(row)).toMatchObject({
      reference: '1',
      subject: 'business',
      body: { business: { country: 'FR', registration_date: '2015-03-12' }, is_draft: true },
      signatory: { email: 'a@lumen.example', roles: ['ACCOUNT_OWNER'] },
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
    [{ ...company, signatory_email: 'x' }, 'Signatory: E-mail address must be an e-mail address'],
    [{ ...company, Type: 'Foundation' }, '“Foundation” is neither business nor person'],
    [{ ...company, 'Last name': 'Ferrer' }, 'has the name of a business and of a person'],
    [{ ...company, Type: 'business', 'First name': 'Inés' }, 'First name: a business has none'],
    [
      { ...company, Type: 'person', 'Last name': 'Ferrer' },
      'Name of the business: a person has none',
    ],
    [{ ...company, 'Registration date': '03/04/2015' }, 'Registration date must be a date'],
    [
      { ...company, 'Registration date': '14.10.1066' },
      'Registration date must be 1 January 1600 or later',
    ],
    [{ ...company, 'Registration date': '2026-11-23' }, 'Registration date is in the future'],
    [
      { ID: '1', 'Last name': 'Ferrer', 'Date of birth': '1899-12-31' },
      'Date of birth must be 1 January 1900 or later',
    ],
    [{ ...company, Plan: 'Bronze' }, 'plan is not valid: “Bronze”'],
    [{ ...company, Turnover: '1.234' }, 'turnover can be read in two ways'],
    [{ ...company, Markets: 'Spain; Congo' }, 'markets is not valid: “Spain; Congo”'],
    [{ ID: '', Company: 'Lumen' }, 'External reference: is missing'],
    [{ ID: '1', 'Last name': 'Ferrer', Nationality: 'Atlantis' }, 'Nationality: "Atlantis" is not'],
  ])('is refused by the label of what is wrong: %j', (row, words) => {
    expect((read(row) as { problem?: string }).problem).toContain(words);
  });
});

describe('an import', () => {
  const csv = (count: number, more = '') =>
    Buffer.from(
      ['id,company,country,email']
        .concat(
          Array.from({ length: count }, (_, n) => `${n},Client ${n} Ltd,GB,c${n}@list.example`),
        )
        .join('\n') + more,
    );

  it('names two rows of one client that differ, and goes on where it was closed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'import-'));
    let sandbox = await createSandbox({ folder });
    const { imports } = sandbox.services;
    const seq = await imports.read('list.csv', csv(2000, '\n7,Other Ltd,GB,other@list.example'));
    const { mapping } = imports.find(seq);
    const checking = imports.check(seq, mapping);
    await sandbox.close();
    await checking;
    sandbox = await createSandbox({ folder });
    const again = sandbox.services.imports;
    await again.goOn(seq);
    expect(again.find(seq).state).toBe('ready');
    expect(again.plans(seq)).toEqual({ new: 2000, known: 0, same: 0, wrong: 1 });
    expect(again.problems(seq, 5)[0]!.problem).toContain('“7” stands in line 9 too');
    const running = again.run(seq);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await sandbox.close();
    await running;
    sandbox = await createSandbox({ folder });
    await sandbox.services.imports.goOn(seq);
    expect(sandbox.services.imports.find(seq)).toMatchObject({ state: 'done', problem: null });
    const count = (sql: string) => sandbox.services.store.get<{ n: number }>(sql)!.n;
    expect(count('select count(*) as n from cases')).toBe(2000);
    expect(count('select count(distinct external_reference) as n from cases')).toBe(2000);
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  it('says on its page what went wrong, and goes on when asked', async () => {
    const sandbox = await createSandbox();
    const { imports, store } = sandbox.services;
    const seq = await imports.read('list.csv', csv(3));
    await imports.check(seq, imports.find(seq).mapping);
    store.run(`update import_rows set data = 'broken' where n = 2`);
    const silent = jest.spyOn(console, 'error').mockImplementation(() => {});
    await imports.run(seq);
    silent.mockRestore();
    expect(imports.find(seq).problem).toContain('JSON');
    const page = await (await fetch(`${sandbox.url}/back-office/import/${seq}`)).text();
    expect(page).toContain('This import stands still');
    store.run(`update import_rows set data = '["1","Client 1 Ltd","GB",""]' where n = 2`);
    await imports.goOn(seq);
    expect(imports.find(seq)).toMatchObject({ state: 'done', problem: null });
    await sandbox.close();
  });

  it('hands each letter to a real mail server once, can be stopped, and tries again what it refused', async () => {
    const got: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _, done) => {
        const isNew = address === 'c2@list.example' && !got.includes('refused');
        if (!isNew) return done();
        got.push('refused');
        done(new Error('No such user'));
      },
      onData: (stream, session, done) => {
        stream.resume().once('end', () => {
          got.push(session.envelope.rcptTo[0]!.address);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.server.address() as { port: number };
    const sandbox = await createSandbox({ smtpUrl: `smtp://127.0.0.1:${port}`, letterPause: 40 });
    const { imports } = sandbox.services;
    const seq = await imports.read('list.csv', csv(12));
    await imports.check(seq, imports.find(seq).mapping);
    await imports.run(seq);
    const send = (what: string) =>
      fetch(`${sandbox.url}/back-office/import/${seq}/letters`, {
        method: 'POST',
        headers: { origin: sandbox.url },
        body: new URLSearchParams({ do: what }),
      });
    const until = async (isTrue: () => boolean) => {
      for (let n = 0; n < 200 && !isTrue(); n++) await new Promise((go) => setTimeout(go, 25));
      expect(isTrue()).toBe(true);
    };
    await Promise.all([send('start'), send('start')]);
    await until(() => imports.letters(seq).sent >= 4);
    await send('stop');
    const { sent, stopped } = imports.letters(seq);
    expect(stopped).toBeGreaterThan(0);
    await new Promise((go) => setTimeout(go, 200));
    expect(imports.letters(seq).sent - sent).toBeLessThanOrEqual(1);
    expect(imports.letters(seq).failed).toBe(1);
    await send('start');
    await until(() => imports.letters(seq).sent === 12);
    await send('start');
    const letters = got.filter((address) => address !== 'refused');
    expect(letters).toHaveLength(12);
    expect(new Set(letters).size).toBe(12);
    await sandbox.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});
