/**
 * Lists of clients: each row of a CSV file becomes a case, once. Reading and importing go on in
 * slices between the requests of others.
 */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { getAlpha2Code, registerLocale } from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import Papa from 'papaparse';

import { Country, CreateApplicationBody, type NewCase } from '../../api/contract.ts';
import { checkNamed, type Cases, type Kind } from './cases.ts';
import type { Clock } from './clock.ts';
import { emailOf, formName, toProfile, type Portals } from './portals.ts';
import { Problem, valid } from './problem.ts';
import type { Store } from './store.ts';
import type { Workflow } from './workflow.ts';

registerLocale(english);

export const mostRows = 50_000;
/** Milliseconds of work before others get their turn. */
const slice = 5;
/** Letters are sent so many milliseconds apart. */
const pace = 100;

/** What a column can be: the fields of a portal's form, and what identifies and names a client. */
export const targets = {
  external_reference: 'External reference',
  subject: 'Subject (business or person)',
  organization_name: 'Name of the business',
  country: 'Country',
  registration_number: 'Registration number',
  local_number: 'Local number',
  vat_number: 'VAT number',
  registration_date: 'Registration date',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail address',
  birth_date: 'Date of birth',
  nationality: 'Nationality',
  address_street: 'Street',
  address_city: 'City',
  address_postal_code: 'Postal code',
} as const;
export type Target = keyof typeof targets;
/** Column -> what it is; a custom field keeps its name. */
export type Mapping = Record<string, Target | 'custom' | ''>;

const ofBusiness = [
  'organization_name',
  'country',
  'registration_number',
  'local_number',
  'vat_number',
  'registration_date',
];
const ofPerson = ['first_name', 'last_name', 'email', 'birth_date', 'nationality'];

/** Headers as lists have them -> what they mean; by the words in them, the longest first. */
const hints: [RegExp, Target][] = [
  [/^(external )?(ref(erence)?|deal id|client id|customer id|record id|id)$/, 'external_reference'],
  [/^(subject|client type|type)$/, 'subject'],
  [/registration number|reg(istration)? no|company number|siren/, 'registration_number'],
  [/local number/, 'local_number'],
  [/vat/, 'vat_number'],
  [/registration date|incorporat/, 'registration_date'],
  [/company|organi[sz]ation|business|legal name/, 'organization_name'],
  [/first name|given name/, 'first_name'],
  [/last name|surname|family name/, 'last_name'],
  [/mail/, 'email'],
  [/birth|dob/, 'birth_date'],
  [/nationality|citizenship/, 'nationality'],
  [/country/, 'country'],
  [/street|address/, 'address_street'],
  [/city|town/, 'address_city'],
  [/postal|zip|postcode/, 'address_postal_code'],
];

/** What the headers probably mean; each meaning once. */
export function guessed(columns: string[]): Mapping {
  const used = new Set<string>();
  return Object.fromEntries(
    columns.map((column) => {
      const text = column
        .toLowerCase()
        .replaceAll(/[\s_.-]+/g, ' ')
        .trim();
      const target = hints.find(([pattern, name]) => !used.has(name) && pattern.test(text))?.[1];
      if (target) used.add(target);
      return [column, target ?? ''];
    }),
  );
}

const codes = new Set<string>(Country.options as string[]);
/** A code or an English name -> the code; what is neither stays, and is refused by its field. */
const country = (text: string) =>
  codes.has(text.toUpperCase()) ? text.toUpperCase() : (getAlpha2Code(text, 'en') ?? text);

type Cells = Record<string, string>;

/** A row -> the body of a case. @throws Problem for what cannot be right, with the place of it. */
export function toCase(cells: Cells, mapping: Mapping): NewCase {
  const values: Record<string, string> = {};
  const custom_fields: Record<string, string> = {};
  for (const [column, target] of Object.entries(mapping)) {
    const text = cells[column]?.trim() ?? '';
    if (!text || !target) continue;
    if (target === 'custom') custom_fields[column] = text;
    else values[target] = ['country', 'nationality'].includes(target) ? country(text) : text;
  }
  const { external_reference, subject: said = '', ...fields } = values;
  const isPerson = said
    ? /^(person|individual|kyc)/i.test(said)
    : !fields.organization_name && !fields.registration_number && !!fields.last_name;
  const subject: Kind = isPerson ? 'person' : 'business';
  const own = isPerson ? ofPerson : ofBusiness;
  // The address of a company's contact is needed to write to it, and is no field of a business.
  if (!isPerson && fields.email) custom_fields.email = fields.email;
  const profile = toProfile(
    Object.fromEntries(
      Object.entries(fields).filter(([name]) => own.includes(name) || name.startsWith('address_')),
    ),
  );
  checkNamed(subject, profile);
  return valid(CreateApplicationBody, {
    [subject]: profile,
    ...(external_reference && { external_reference }),
    ...(Object.keys(custom_fields).length && { custom_fields }),
    is_draft: true,
  });
}

/** What is wrong with a row, in words. */
function problemOf(cells: Cells, mapping: Mapping): string | null {
  try {
    if (!toCase(cells, mapping).external_reference) {
      return 'External reference is missing: without one, a second import would make the case again';
    }
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (!Array.isArray(error.detail)) return error.message;
    return error.detail
      .map(({ loc, msg }: { loc: string[]; msg: string }) => {
        const name = formName(loc.filter((part) => typeof part === 'string').slice(-1));
        return `${targets[name as Target] ?? name} ${msg}`;
      })
      .join('; ');
  }
}

export interface ImportRow {
  seq: number;
  name: string;
  state: 'reading' | 'mapping' | 'checking' | 'ready' | 'importing' | 'done';
  columns: string[];
  mapping: Mapping;
  total: number;
  done: number;
  created_at: string;
}
export interface Line {
  n: number;
  data: string;
  problem: string | null;
  application_id: string | null;
  existed: number | null;
  link: string | null;
  mail: string | null;
}

interface Around {
  clock: Clock;
  cases: Cases;
  portals: Portals;
  workflow: Workflow;
}
/** Sends the letter with a portal link. */
type Mail = (to: string, name: string, link: string) => Promise<void>;

export function openImports(store: Store, { clock, cases, portals, workflow }: Around) {
  const account = 'main';
  let isStopped = false;

  const find = (seq: number): ImportRow => {
    const row = store.get<Record<string, never>>('select * from imports where seq = ?', seq);
    if (!row) throw new Problem(404, 'There is no such import.');
    return {
      ...(row as unknown as ImportRow),
      columns: JSON.parse(row.columns!) as string[],
      mapping: JSON.parse(row.mapping!) as Mapping,
    };
  };
  const change = (seq: number, values: Partial<Pick<ImportRow, 'state' | 'done' | 'total'>>) => {
    for (const [name, value] of Object.entries(values)) {
      store.run(`update imports set ${name} = ? where seq = ?`, value, seq);
    }
  };
  const lines = (seq: number, after: number, limit: number): Line[] =>
    store.all<Line>(
      'select * from import_rows where import = ? and n > ? order by n limit ?',
      seq,
      after,
      limit,
    );

  /** Goes through the rows in slices; `work` is done with each in one transaction per slice. */
  async function each(seq: number, work: (line: Line) => void, from = 0): Promise<void> {
    let after = from;
    for (;;) {
      if (isStopped) return;
      const next = lines(seq, after, 200);
      if (!next.length) return;
      store.atomic(() => {
        const end = performance.now() + slice;
        for (const line of next) {
          work(line);
          after = line.n;
          if (performance.now() > end) break;
        }
        change(seq, { done: after });
      });
      await turn();
    }
  }

  return {
    find,
    lines,

    latest: (limit: number): ImportRow[] =>
      store
        .all<{ seq: number }>('select seq from imports order by seq desc limit ?', limit)
        .map(({ seq }) => find(seq)),

    /**
     * Reads a CSV file into rows, and guesses what its columns are. @returns the import's number.
     * @throws Problem 422 for a file that is none, or too long.
     */
    async read(name: string, content: Buffer): Promise<number> {
      const text = content.toString('utf8').replace(/^\uFEFF/, '');
      const pieces = Array.from({ length: Math.ceil(text.length / 65536) }, (_, index) =>
        text.slice(index * 65536, (index + 1) * 65536),
      );
      const parser = Readable.from(pieces).pipe(
        Papa.parse(Papa.NODE_STREAM_INPUT, { header: true, skipEmptyLines: 'greedy' }),
      );
      store.run(
        `insert into imports (name, state, columns, mapping, total, done, created_at)
         values (?, 'reading', '[]', '{}', 0, 0, ?)`,
        name.slice(0, 200),
        clock.iso(),
      );
      const seq = store.get<{ seq: number }>('select max(seq) as seq from imports')!.seq;
      const drop = (problem: Problem) => {
        store.run('delete from import_rows where import = ?', seq);
        store.run('delete from imports where seq = ?', seq);
        throw problem;
      };
      let total = 0;
      let columns: string[] = [];
      for await (const cells of parser as AsyncIterable<Cells>) {
        total++;
        if (total === 1) columns = Object.keys(cells).filter((column) => column.trim());
        if (total > mostRows) drop(new Problem(422, `The file has more than ${mostRows} rows.`));
        store.run(
          'insert into import_rows (import, n, data) values (?,?,?)',
          seq,
          total,
          JSON.stringify(cells),
        );
      }
      if (!total || columns.length < 1) {
        drop(new Problem(422, 'The file has no rows. Its first line must name the columns.'));
      }
      store.run(
        `update imports set state = 'mapping', columns = ?, mapping = ?, total = ? where seq = ?`,
        JSON.stringify(columns),
        JSON.stringify(guessed(columns)),
        total,
        seq,
      );
      return seq;
    },

    /** Takes the meaning of the columns and checks every row. */
    async check(seq: number, mapping: Mapping): Promise<void> {
      store.run(
        `update imports set mapping = ?, state = 'checking', done = 0 where seq = ?`,
        JSON.stringify(mapping),
        seq,
      );
      await each(seq, ({ n, data }) =>
        store.run(
          'update import_rows set problem = ? where import = ? and n = ?',
          problemOf(JSON.parse(data) as Cells, mapping),
          seq,
          n,
        ),
      );
      if (!isStopped) change(seq, { state: 'ready', done: 0 });
    },

    /** How many rows are wrong. */
    wrong: (seq: number): number =>
      store.get<{ n: number }>(
        'select count(*) as n from import_rows where import = ? and problem is not null',
        seq,
      )!.n,
    wrongLines: (seq: number, limit: number): Line[] =>
      store.all<Line>(
        'select * from import_rows where import = ? and problem is not null order by n limit ?',
        seq,
        limit,
      ),

    /** Makes a case of each row that is right; one whose reference is known keeps its case. */
    async run(seq: number): Promise<void> {
      const { mapping, state, done } = find(seq);
      change(seq, { state: 'importing' });
      await each(
        seq,
        ({ n, data, problem, application_id }) => {
          if (problem || application_id) return;
          const body = toCase(JSON.parse(data) as Cells, mapping);
          const reference = String(body.external_reference);
          const known = cases.byReference(account, reference, body.person ? 'person' : 'business');
          const id = known ?? workflow.create(account, body, 'Import').application_id;
          store.run(
            'update import_rows set application_id = ?, existed = ? where import = ? and n = ?',
            id,
            known ? 1 : 0,
            seq,
            n,
          );
        },
        state === 'importing' ? done : 0,
      );
      if (!isStopped) change(seq, { state: 'done' });
    },

    /**
     * Remediation: a portal for every case of the import that has none, and a letter with its link,
     * paced. @returns once all are sent.
     */
    async invite(seq: number, mail: Mail): Promise<void> {
      await each(seq, ({ n, application_id, link }) => {
        if (!application_id || link) return;
        const known = workflow.show(account, application_id).portals?.link;
        const made = known ?? portals.create(account, { application_id }, 'Import').link;
        store.run('update import_rows set link = ? where import = ? and n = ?', made, seq, n);
      });
      let after = 0;
      for (;;) {
        const [line] = store.all<Line>(
          `select * from import_rows where import = ? and n > ? and link is not null
             and mail is null order by n limit 1`,
          seq,
          after,
        );
        if (!line || isStopped) return;
        after = line.n;
        const found = workflow.show(account, line.application_id!);
        const to = emailOf(found) ?? String(found.custom_fields?.email ?? '');
        const outcome = to
          ? await mail(to, found.person?.given_names ?? '', line.link!).then(
              () => `sent to ${to}`,
              (error: Error) => `not sent: ${error.message}`,
            )
          : 'no e-mail address';
        cases.note(line.application_id!, 'Import', `Portal link ${outcome}`);
        store.run(
          'update import_rows set mail = ? where import = ? and n = ?',
          outcome,
          seq,
          line.n,
        );
        if (to) await new Promise((resolve) => setTimeout(resolve, pace));
      }
    },

    /** How many rows have a letter's outcome, of how many that have a link. */
    invited: (seq: number) =>
      store.get<{ links: number; mails: number }>(
        'select count(link) as links, count(mail) as mails from import_rows where import = ?',
        seq,
      )!,

    /** The rows with what came of them, as CSV, piece by piece. */
    *result(seq: number): Generator<string> {
      const { columns } = find(seq);
      const more = ['Case', 'Portal link', 'Result', 'Mail'];
      yield `${Papa.unparse([[...columns, ...more]])}\r\n`;
      for (let after = 0; ;) {
        const next = lines(seq, after, 500);
        if (!next.length) return;
        after = next.at(-1)!.n;
        const rows = next.map(({ data, application_id, link, problem, existed, mail }) => {
          const cells = JSON.parse(data) as Cells;
          const result = problem ?? (application_id ? (existed ? 'was there' : 'created') : '');
          return [
            ...columns.map((column) => cells[column] ?? ''),
            application_id ?? '',
            link ?? '',
            result,
            mail ?? '',
          ];
        });
        // What a spreadsheet would take for a formula is put in quotes.
        yield `${Papa.unparse(rows, { escapeFormulae: true })}\r\n`;
      }
    },

    /** Goes on with what was under way when the sandbox ended. */
    resume() {
      for (const { seq } of store.all<{ seq: number }>(
        `select seq from imports where state = 'importing'`,
      )) {
        void this.run(seq);
      }
    },
    stop() {
      isStopped = true;
    },
  };
}

export type Imports = ReturnType<typeof openImports>;
