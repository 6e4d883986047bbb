/** The embedded database: SQLite in one file, or in memory. */
import Database from 'libsql';
import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';

/** The tables as they grew: a folder of an earlier version is brought up to date, step by step. */
const versions = [
  `
create table if not exists accounts (api_key text primary key, account text not null);
create table if not exists cases (
  seq integer primary key autoincrement,
  application_id text not null unique,
  account text not null,
  name text, subject text, status_review text, is_draft integer, risk_level integer,
  external_reference text,
  data text not null,
  updated_at text not null
);
create index if not exists cases_by_status on cases (status_review, seq);
create table if not exists parties (
  seq integer primary key autoincrement,
  id text not null unique, application_id text not null, kind text not null, data text not null
);
create index if not exists parties_by_case on parties (application_id, seq);
create table if not exists files (
  file_id text primary key, account text not null, name text, content_type text, size integer,
  content blob not null
);
create table if not exists documents (
  seq integer primary key autoincrement,
  document_id text not null unique, application_id text not null, data text not null
);
create index if not exists documents_by_case on documents (application_id, seq);
create table if not exists portals (
  portal_id text primary key, token text not null unique, account text not null,
  application_id text, redirect_url text, custom_fields text not null,
  state text not null, progress text not null, request text, expires_at text
);
create index if not exists portals_by_case on portals (application_id);
create table if not exists decisions (
  decision_id text primary key, application_id text not null, data text not null
);
create table if not exists webhooks (
  id text primary key, account text not null, url text not null, events text not null,
  secret text not null
);
create table if not exists events (
  seq integer primary key autoincrement,
  event_id text not null unique, account text not null, type text not null,
  application_id text not null, payload text not null, created_at text not null
);
create table if not exists deliveries (
  seq integer primary key autoincrement,
  event_id text not null, webhook_id text not null, application_id text not null,
  state text not null, attempts integer not null, next_at integer not null,
  answer text
);
create index if not exists deliveries_due on deliveries (state, next_at);
create index if not exists deliveries_queue on deliveries (webhook_id, state, seq);
create index if not exists deliveries_order on deliveries (webhook_id, application_id, state, seq);
create table if not exists timeline (
  seq integer primary key autoincrement,
  application_id text not null, at text not null, who text not null, what text not null
);
create index if not exists timeline_by_case on timeline (application_id, seq);
create table if not exists repeats (
  account text not null, key text not null, fingerprint text not null, answer text not null,
  at integer not null, primary key (account, key)
);
create index if not exists repeats_by_age on repeats (at);
create table if not exists mails (
  seq integer primary key autoincrement, received_at text not null, data text not null
);
`,
  `
alter table webhooks add column headers text not null default '{}';
alter table webhooks add column old_secret text;
alter table webhooks add column old_until integer;
alter table webhooks add column failing_since integer;
alter table webhooks add column paused_at integer;
alter table events add column fanned integer not null default 0;
alter table events add column fan_until integer;
create index if not exists events_to_fan_out on events (seq) where fan_until is not null;
alter table deliveries add column sent text;
alter table deliveries add column reply text;
alter table mails add column raw blob;
create table if not exists settings (name text primary key, data text not null);
create index if not exists cases_by_reference on cases (external_reference, seq)
  where external_reference is not null;
create table if not exists imports (
  seq integer primary key autoincrement, name text not null, state text not null,
  columns text not null, mapping text not null, total integer not null, done integer not null, created_at text not null
);
create table if not exists import_rows (
  import integer not null, n integer not null, data text not null, problem text,
  application_id text, existed integer, link text, mail text, primary key (import, n)
);
create index if not exists import_rows_by_problem on import_rows (import, problem);
`,
  `
update cases set data = json_set(data, '$.id', application_id, '$.status_execution',
  case is_draft when 1 then 'waiting_for_user_input' else 'done' end);
update parties set data = json_set(data, '$.id', id);
update documents set data = json_set(data, '$.id', document_id, '$.validity', 'unset');
`,
  `
alter table imports add column content blob;
alter table imports add column encoding text not null default '';
alter table imports add column is_sure integer not null default 1;
alter table imports add column subject text not null default 'auto';
alter table imports add column who text not null default '';
alter table imports add column problem text;
alter table imports add column letters text;
alter table import_rows add column line integer not null default 0;
alter table import_rows add column plan text;
alter table import_rows add column subject text;
alter table import_rows add column reference text;
alter table import_rows add column address text;
update import_rows set line = n + 1,
  data = (select json_group_array(value) from json_each(import_rows.data)),
  plan = case when problem is not null then 'wrong' when existed = 1 then 'known' else 'new' end;
update imports set letters = 'made' where exists (
  select 1 from import_rows where import = imports.seq and link is not null);
create index if not exists import_rows_by_plan on import_rows (import, plan);
create index if not exists import_rows_by_reference on import_rows (import, reference);
create index if not exists import_rows_by_case on import_rows (application_id, import);
create table if not exists letters (
  seq integer primary key autoincrement, key text not null unique, application_id text not null,
  import integer, address text not null, data text not null, state text not null, outcome text,
  at text not null
);
create index if not exists letters_by_state on letters (state, seq);
create index if not exists letters_by_import on letters (import, state);
create index if not exists letters_by_case on letters (application_id, seq);
create table if not exists requests (
  seq integer primary key autoincrement, request_id text not null unique,
  application_id text not null, state text not null, reason text not null, data text not null,
  asked_by text not null, asked_at text not null, due_at text, reminded_at text, answered_at text
);
create index if not exists requests_by_case on requests (application_id, state);
create table if not exists staff (name text primary key, at text not null);
create index if not exists decisions_by_case on decisions (application_id);
alter table cases add column search text;
update settings set name = 'letter link en' where name = 'portal letter';
`,
  `
create table if not exists enrichments (
  seq integer primary key autoincrement, account text not null, application_id text not null,
  due_at integer not null
);
update parties set data = json_remove(json_set(data, '$.given_names',
  json_extract(data, '$.first_name')), '$.first_name')
  where json_extract(data, '$.first_name') is not null and json_extract(data, '$.given_names') is null;
update parties set data = json_remove(json_set(data, '$.nationalities',
  json_array(json_extract(data, '$.nationality'))), '$.nationality')
  where json_extract(data, '$.nationality') is not null and json_extract(data, '$.nationalities') is null;
update cases set data = json_remove(json_set(data, '$.person.given_names',
  json_extract(data, '$.person.first_name')), '$.person.first_name')
  where json_extract(data, '$.person.first_name') is not null and json_extract(data, '$.person.given_names') is null;
update cases set data = json_remove(json_set(data, '$.person.nationalities',
  json_array(json_extract(data, '$.person.nationality'))), '$.person.nationality')
  where json_extract(data, '$.person.nationality') is not null and json_extract(data, '$.person.nationalities') is null;
`,
  `
alter table accounts add column id text;
alter table accounts add column name text not null default 'Of the sandbox';
alter table accounts add column hint text not null default '';
alter table accounts add column made_by text not null default 'Sandbox';
alter table accounts add column made_at text;
alter table accounts add column used_at text;
alter table accounts add column revoked_at text;
update accounts set id = lower(hex(randomblob(16))), hint = substr(api_key, -4);
create unique index if not exists accounts_by_id on accounts (id);
alter table webhooks add column by_hand integer not null default 0;
`,
  `
drop table staff;
drop table letters;
drop table import_rows;
drop table imports;
create table imports (
  seq integer primary key autoincrement, name text not null, created_at text not null,
  state text not null, total integer not null, columns text not null, data text not null
);
create index imports_by_columns on imports (columns, seq);
alter table mails add column key text;
create unique index mails_by_key on mails (key);
`,
];

export type Row = Record<string, string | number | null>;
type Value = string | number | null | Buffer;
/** A query: its text with a `?` for each value, or a template that holds the values in their places. */
type Sql = string | TemplateStringsArray;

/** A full disk, a locked or damaged database: the driver's errors carry SQLite's code. */
export const isStorageError = (error: Error): boolean =>
  String((error as { code?: unknown }).code).startsWith('SQLITE_');

/** Why the database cannot be opened, and what to do about it. */
function explained(error: unknown, file: string): Error {
  const text = String((error as Error).message ?? error);
  if (/not a database|malformed|corrupt/i.test(text)) {
    return new Error(`${file} is damaged. Move it away, and the sandbox starts with an empty one.`);
  }
  return new Error(`${file} cannot be opened: ${text}`);
}

/** The database with the tables of this version. */
function openDatabase(file: string): Database.Database {
  let db: Database.Database | undefined;
  try {
    db = new Database(file);
    db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000');
    const { user_version: version } = db.prepare('pragma user_version').get() as {
      user_version: number;
    };
    if (version > versions.length) {
      throw new Error(
        'it was written by a newer version of the sandbox. Update, or use another folder.',
      );
    }
    for (const [index, change] of versions.entries()) {
      if (index >= version) db.exec(`begin; ${change}; pragma user_version = ${index + 1}; commit`);
    }
    if (file !== ':memory:') chmodSync(file, 0o600);
    return db;
  } catch (error) {
    db?.close();
    throw explained(error, file);
  }
}

/** Statements are prepared once: the driver's own wrapper takes longer than an insert. */
function preparedStatements(db: Database.Database) {
  const statements = new Map<Sql, Database.Statement<unknown[]>>();
  return (sql: Sql): Database.Statement<unknown[]> => {
    let found = statements.get(sql);
    if (!found) {
      found = db.prepare<unknown[]>(typeof sql === 'string' ? sql : sql.join('?'));
      statements.set(sql, found);
    }
    return found;
  };
}

/** The driver ends the process for a value of another type. */
function checked(values: Value[]): Value[] {
  for (const value of values) {
    if (value !== null && !/^(string|number)$/.test(typeof value) && !Buffer.isBuffer(value)) {
      throw new TypeError(`No value for the database: ${typeof value}`);
    }
  }
  return values;
}

/** Adds rows; the statement is put together once for each set of columns, which `kind` names. */
function rowAdder(run: (sql: string, ...values: Value[]) => number) {
  const known = new Map<string, string>();
  return (table: string, row: Record<string, Value>, kind: string, end: () => string): number => {
    const names = Object.keys(row).join();
    const id = `${table} ${kind} ${names}`;
    let sql = known.get(id);
    if (!sql) {
      const places = names.replaceAll(/\w+/g, '?');
      known.set(id, (sql = `insert into ${table} (${names}) values (${places}) ${end()}`));
    }
    return run(sql, ...Object.values(row));
  };
}

/**
 * Opens the database and makes its tables. `file` is a path or `:memory:`.
 * @throws Error that says what to do when the file is damaged.
 */
export function openStore(file: string) {
  const db = openDatabase(file);
  const prepared = preparedStatements(db);
  const all = (sql: Sql, values: Value[]) => prepared(sql).all(...checked(values));
  const get = (sql: Sql, values: Value[]) => {
    const row = prepared(sql).get(...checked(values)) as { _metadata?: object } | undefined;
    // The driver adds how long it took.
    delete row?._metadata;
    return row;
  };
  const run = (sql: Sql, ...values: Value[]): number =>
    prepared(sql).run(...checked(values)).changes;
  const add = rowAdder(run);
  return {
    get: <T = Row>(sql: Sql, ...values: Value[]) => get(sql, values) as T | undefined,
    all: <T = Row>(sql: Sql, ...values: Value[]) => all(sql, values) as T[],
    run,
    /** Adds a row; `otherwise` says what happens where it is there. @returns how many were added. */
    insert: (table: string, row: Record<string, Value>, otherwise = '') =>
      add(table, row, otherwise, () => otherwise),
    /** Adds a row, or writes it over the one with the same `key`. */
    put: (table: string, key: string, row: Record<string, Value>) =>
      add(table, row, key, () => {
        const others = Object.keys(row).filter((name) => name !== key);
        const changes = others.map((name) => `${name} = excluded.${name}`);
        return `on conflict (${key}) do update set ${changes}`;
      }),
    /** The JSON in the column `data` of the first row. */
    record: <T>(sql: Sql, ...values: Value[]): T | undefined => {
      const row = get(sql, values) as { data: string } | undefined;
      return row && (JSON.parse(row.data) as T);
    },
    /** The same of every row. */
    records: <T>(sql: Sql, ...values: Value[]): T[] =>
      (all(sql, values) as { data: string }[]).map(({ data }) => JSON.parse(data) as T),
    /** Runs `work` so that all of its changes are kept, or none. */
    atomic<T>(work: () => T): T {
      if (db.inTransaction) return work();
      prepared('begin').run();
      try {
        const result = work();
        prepared('commit').run();
        return result;
      } catch (error) {
        // A full disk has ended it already.
        if (db.inTransaction) prepared('rollback').run();
        throw error;
      }
    },
    /** Empties every table but these. */
    clear(except: string[] = []) {
      const tables = db.prepare(`select name from sqlite_master where type = 'table'`).all() as {
        name: string;
      }[];
      for (const { name } of tables)
        if (!name.startsWith('sqlite_') && !except.includes(name)) db.exec(`delete from ${name}`);
    },
    close: () => db.close(),
  };
}

export type Store = ReturnType<typeof openStore>;

/** An unguessable id such as `app_7Hc2Lw9QyT3k`. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('base64url')}`;
