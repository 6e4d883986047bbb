/** The embedded database: SQLite in one file, or in memory. */
import Database from 'libsql';
import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';

import { Problem } from './problem.ts';

/** Increase it with each change of a table: a folder of another version is refused. */
const version = 14;

const schema = `
create table api_keys (
  api_key text primary key, id text not null unique, name text not null, revoked_at text
);
create table settings (id integer primary key, data text not null);

create table cases (
  seq integer primary key autoincrement,
  application_id text not null unique, name text, subject text, status_review text,
  is_draft integer, risk_level integer,
  external_reference text, data text not null, updated_at text not null, search text
);
create index cases_by_change on cases (updated_at, seq);
create index cases_by_status on cases (status_review, updated_at, seq);
create index cases_by_reference on cases (external_reference, seq)
  where external_reference is not null;
create table parties (
  seq integer primary key autoincrement,
  id text not null unique, application_id text not null, kind text not null, data text not null
);
create index parties_by_case on parties (application_id, seq);
create table files (
  file_id text primary key, name text, content_type text, size integer,
  content blob not null
);
create table documents (
  seq integer primary key autoincrement,
  document_id text not null unique, application_id text not null, data text not null
);
create index documents_by_case on documents (application_id, seq);
create table decisions (
  decision_id text primary key, application_id text not null, data text not null
);
create index decisions_by_case on decisions (application_id);
create table timeline (
  seq integer primary key autoincrement,
  application_id text not null, at text not null, who text not null, kind text not null,
  data text not null
);
create index timeline_by_case on timeline (application_id, seq);
create table repeats (
  key text primary key, fingerprint text not null, answer text not null, at integer not null
);
create index repeats_by_age on repeats (at);

create table portals (
  portal_id text primary key, token text not null unique, application_id text,
  redirect_url text, custom_fields text not null,
  state text not null, progress text not null, request text, expires_at text
);
create index portals_by_case on portals (application_id);
create table requests (
  seq integer primary key autoincrement, request_id text not null unique,
  application_id text not null, state text not null, reason text not null, data text not null,
  asked_by text not null, asked_at text not null, due_at text, answered_at text
);
create index requests_by_case on requests (application_id, state);

create table webhooks (
  id text primary key, url text not null, events text not null,
  secret text not null, headers text not null default '{}',
  failing_since integer, by_hand integer not null default 0
);
create table events (
  seq integer primary key autoincrement,
  event_id text not null unique, type text not null,
  application_id text not null, payload text not null, created_at text not null
);
create index events_by_case on events (application_id, seq);
create table deliveries (
  seq integer primary key autoincrement,
  event_id text not null, webhook_id text not null, application_id text not null,
  state text not null, attempts integer not null, next_at integer not null
);
create index deliveries_due on deliveries (state, next_at);
create index deliveries_queue on deliveries (webhook_id, state, seq);
create index deliveries_order on deliveries (webhook_id, application_id, state, seq);
create index deliveries_by_case on deliveries (application_id);
create table attempts (
  seq integer primary key autoincrement,
  delivery integer not null, at text not null, answer text not null, sent text not null, reply text
);
create index attempts_by_delivery on attempts (delivery, seq);

create table mails (
  seq integer primary key autoincrement, received_at text not null, data text not null, raw blob,
  key text unique
);
`;

export type Row = Record<string, string | number | null>;
type Value = string | number | null | Buffer;
/** A query: text with a `?` per value, or a template with the values in place. */
type Sql = string | TemplateStringsArray;

/** True for a full disk, or a locked or damaged database: these errors have SQLite's code. */
export const isStorageError = (error: Error): boolean =>
  String((error as { code?: unknown }).code).startsWith('SQLITE_');

/** An error that says why the database cannot be opened, and what to do. */
function explained(error: unknown, file: string): Error {
  const text = String((error as Error).message ?? error);
  if (/not a database|malformed|corrupt/i.test(text)) {
    return new Error(
      `${file} is damaged. Move it away. The sandbox then starts with an empty one.`,
    );
  }
  return new Error(`${file} cannot be opened: ${text}`);
}

/** Creates the tables of a new database. @throws Error for another version. */
function prepareTables(db: Database.Database): void {
  const { user_version: found } = db.prepare('pragma user_version').get() as {
    user_version: number;
  };
  if (found === version) return;
  const isNew = db.prepare('select 1 from sqlite_master limit 1').get() === undefined;
  if (isNew) return void db.exec(`begin; ${schema} pragma user_version = ${version}; commit`);
  const which = found > version ? 'a newer' : 'an earlier';
  throw new Error(
    `it was written by ${which} version of the sandbox. Start that version. To start with empty data instead, move the file away or set another SANDBOX_FOLDER.`,
  );
}

/** Opens the database with its tables. */
function openDatabase(file: string): Database.Database {
  let db: Database.Database | undefined;
  try {
    db = new Database(file);
    db.exec('pragma busy_timeout = 5000');
    prepareTables(db);
    db.exec('pragma journal_mode = wal; pragma synchronous = normal');
    if (file !== ':memory:') chmodSync(file, 0o600);
    return db;
  } catch (error) {
    db?.close();
    throw explained(error, file);
  }
}

/** Prepares each statement once: the driver's own wrapper takes longer than an insert. */
function preparedStatements(db: Database.Database) {
  const statements = new Map<Sql, Database.Statement<unknown[]>>();
  return (sql: Sql): Database.Statement<unknown[]> => {
    // The driver crashes the process if a late request uses a closed database.
    if (!db.open) throw new Problem(503, 'The sandbox is closed.');
    let found = statements.get(sql);
    if (!found) {
      found = db.prepare<unknown[]>(typeof sql === 'string' ? sql : sql.join('?'));
      statements.set(sql, found);
    }
    return found;
  };
}

/** The driver crashes the process for a value of another type. */
function checked(values: Value[]): Value[] {
  for (const value of values) {
    if (value !== null && !/^(string|number)$/.test(typeof value) && !Buffer.isBuffer(value)) {
      throw new TypeError(`No value for the database: ${typeof value}`);
    }
  }
  return values;
}

function writersOf(run: (sql: string, ...values: Value[]) => number) {
  /** Adds a row. `otherwise` decides about an existing one. @returns the number of added rows. */
  const insert = (table: string, row: Record<string, Value>, otherwise = ''): number => {
    const names = Object.keys(row);
    const places = names.map(() => '?');
    const sql = `insert into ${table} (${names}) values (${places}) ${otherwise}`;
    return run(sql, ...Object.values(row));
  };
  /** Adds a row, or replaces the row with the same `key`. */
  const put = (table: string, key: string, row: Record<string, Value>): number => {
    const others = Object.keys(row).filter((name) => name !== key);
    const changes = others.map((name) => `${name} = excluded.${name}`);
    return insert(table, row, `on conflict (${key}) do update set ${changes}`);
  };
  return { insert, put };
}

/**
 * Opens the database and creates its tables. `file` is a path or `:memory:`.
 * @throws Error with advice if the file is damaged.
 */
export function openStore(file: string) {
  const db = openDatabase(file);
  const prepared = preparedStatements(db);
  const all = (sql: Sql, values: Value[]) => prepared(sql).all(...checked(values));
  const get = (sql: Sql, values: Value[]) => {
    const row = prepared(sql).get(...checked(values)) as { _metadata?: object } | undefined;
    // The driver adds its own timing.
    delete row?._metadata;
    return row;
  };
  const run = (sql: Sql, ...values: Value[]): number =>
    prepared(sql).run(...checked(values)).changes;
  return {
    get: <T = Row>(sql: Sql, ...values: Value[]) => get(sql, values) as T | undefined,
    all: <T = Row>(sql: Sql, ...values: Value[]) => all(sql, values) as T[],
    run,
    ...writersOf(run),
    /** The JSON in the column `data` of the first row. */
    record: <T>(sql: Sql, ...values: Value[]): T | undefined => {
      const row = get(sql, values) as { data: string } | undefined;
      return row && (JSON.parse(row.data) as T);
    },
    /** The JSON in the column `data` of every row. */
    records: <T>(sql: Sql, ...values: Value[]): T[] =>
      (all(sql, values) as { data: string }[]).map(({ data }) => JSON.parse(data) as T),
    /** Runs `work` as one transaction. */
    atomic<T>(work: () => T): T {
      const begin = prepared('begin');
      if (db.inTransaction) return work();
      begin.run();
      try {
        const result = work();
        prepared('commit').run();
        return result;
      } catch (error) {
        // A full disk already ended the transaction.
        if (db.inTransaction) prepared('rollback').run();
        throw error;
      }
    },
    /** Empties all tables except these. */
    clear(except: string[] = []) {
      const names = all(`select name from sqlite_master where type = 'table'`, []);
      for (const { name } of names as { name: string }[])
        if (!name.startsWith('sqlite_') && !except.includes(name)) db.exec(`delete from ${name}`);
    },
    close: () => db.close(),
  };
}

export type Store = ReturnType<typeof openStore>;

/** An unguessable id such as `app_7Hc2Lw9QyT3k`. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('base64url')}`;
