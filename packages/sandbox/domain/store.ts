/** The embedded database: documents in SQLite, in one file or in memory. No other file knows SQL. */
import Database from 'libsql';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { Problem } from './problem.ts';

/** Increase it with each change of the table: a folder of another version is refused. */
const version = 20;

/**
 * Everything is a document in one table. A collection says with each of its documents by what else
 * than the id it is found.
 */
const schema = `
create table documents (
  seq integer primary key autoincrement,
  collection text not null, id text not null,
  ref text, list text, at, search text,
  data text not null, content blob,
  unique (collection, id)
);
create index in_order on documents (collection);
create index by_ref on documents (collection, ref, list, at);
create index by_list on documents (collection, list, at);
create index by_place on documents (collection, at, search);
`;

type Value = string | number | null | Buffer;

/** What a document is found by, besides its id. */
interface Keys {
  /** What it belongs to, such as its case. */
  ref?: string | null;
  /** The list of the collection in which it is. */
  list?: string | null;
  /** Its place in the list. */
  at?: string | number;
  /** The text that a search looks through. */
  search?: string;
}
/** Chooses documents. Without any choice, it is all of them in the order of their arrival. */
interface Query extends Pick<Keys, 'ref' | 'list'> {
  /** The number of a document. */
  seq?: number;
  /** A part of the searched text. */
  text?: string;
  /** By place, instead of by arrival. Equal places have no order. */
  byPlace?: boolean;
  /** The last one first. */
  newest?: boolean;
  limit?: number;
}
/** A document with its number, which grows with each new one. */
export interface Row<T> {
  seq: number;
  value: T;
}

/** True for a full disk, or a locked or damaged database: these errors have SQLite's code. */
export const isStorageError = (error: Error): boolean =>
  String((error as { code?: unknown }).code).startsWith('SQLITE_');

/** An error that says why the database cannot be opened, and what to do. */
function explained(error: unknown, file: string): Error {
  const text = String((error as Error).message ?? error);
  if (/is locked/.test(text)) {
    return new Error(`Another sandbox uses ${file}. Stop it, or choose another SANDBOX_FOLDER.`);
  }
  if (/not a database|malformed|corrupt/i.test(text)) {
    return new Error(
      `${file} is damaged. Move it away. The sandbox then starts with an empty one.`,
    );
  }
  return new Error(`${file} cannot be opened: ${text}`);
}

/** Creates the table of a new database. @throws Error for another version. */
function prepareTable(db: Database.Database): void {
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

/**
 * Opens the database with its table. Only the owner can read it, and one sandbox uses it at a time:
 * two would deliver every event twice.
 */
function openDatabase(folder: string | undefined): Database.Database {
  const file = folder === undefined ? ':memory:' : join(resolve(folder), 'sandbox.db');
  let db: Database.Database | undefined;
  try {
    if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 });
    db = new Database(file);
    db.exec('pragma locking_mode = exclusive');
    prepareTable(db);
    db.exec('pragma journal_mode = wal; pragma synchronous = normal');
    if (folder) chmodSync(file, 0o600);
    return db;
  } catch (error) {
    db?.close();
    throw explained(error, file);
  }
}

/** Prepares each statement once: the driver's own wrapper takes longer than an insert. */
function preparedStatements(db: Database.Database) {
  const statements = new Map<string, Database.Statement<unknown[]>>();
  return (sql: string): Database.Statement<unknown[]> => {
    // The driver crashes the process if a late request uses a closed database.
    if (!db.open) throw new Problem(503, 'The sandbox is closed.');
    let found = statements.get(sql);
    if (!found) {
      found = db.prepare<unknown[]>(sql);
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

/** The conditions of a query, and their values. */
function conditionsOf(collection: string, query: Query) {
  const given: [condition: string, value: Value | undefined][] = [
    ['collection = ?', collection],
    ['seq = ?', query.seq],
    ['ref = ?', query.ref ?? undefined],
    ['list = ?', query.list ?? undefined],
    ['instr(search, ?) > 0', query.text || undefined],
  ];
  const conditions = given.filter(([, value]) => value !== undefined);
  return {
    where: conditions.map(([condition]) => condition).join(' and '),
    values: conditions.map(([, value]) => value!),
  };
}

/** Reads and writes rows. */
interface Sql {
  all<Found>(sql: string, values: Value[]): Found[];
  /** @returns the number of changed rows. */
  run(sql: string, values: Value[]): number;
}

/** The documents of one kind. `keysOf` says by what they are found, for those who write them. */
class Collection<T extends object> {
  constructor(
    private readonly sql: Sql,
    private readonly name: string,
    private readonly keysOf: (value: T) => Keys,
  ) {}

  rows(query: Query = {}): Row<T>[] {
    const { where, values } = conditionsOf(this.name, query);
    const { byPlace, newest, limit = -1 } = query;
    const direction = newest ? 'desc' : 'asc';
    // The plus keeps SQLite from reading a whole collection, which is in this order.
    const bySeq = query.ref || query.list ? '+seq' : 'seq';
    const order = `${byPlace ? 'at' : bySeq} ${direction}`;
    const text = `select seq, data from documents where ${where} order by ${order} limit ?`;
    return this.sql
      .all<{ seq: number; data: string }>(text, [...values, limit])
      .map(({ seq, data }) => ({ seq, value: JSON.parse(data) as T }));
  }

  list(query?: Query): T[] {
    return this.rows(query).map(({ value }) => value);
  }

  first(query?: Query): T | undefined {
    return this.list({ ...query, limit: 1 })[0];
  }

  get(id: string): T | undefined {
    const text = 'select data from documents where collection = ? and id = ?';
    const [found] = this.sql.all<{ data: string }>(text, [this.name, id]);
    return found && (JSON.parse(found.data) as T);
  }

  count(query: Query = {}): number {
    const { where, values } = conditionsOf(this.name, query);
    const text = `select count(*) as n from documents where ${where}`;
    return this.sql.all<{ n: number }>(text, values)[0]!.n;
  }

  /** The bytes that came with a document. */
  content(id: string): Buffer | undefined {
    const text = 'select content from documents where collection = ? and id = ?';
    const [found] = this.sql.all<{ content: Uint8Array | null }>(text, [this.name, id]);
    return found?.content ? Buffer.from(found.content) : undefined;
  }

  private write(id: string, value: T, content: Buffer | null, otherwise: string): number {
    const { ref = null, list = null, at = null, search = null } = this.keysOf(value);
    return this.sql.run(
      `insert into documents (collection, id, ref, list, at, search, data, content)
       values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do ${otherwise}`,
      [this.name, id, ref, list, at, search, JSON.stringify(value), content],
    );
  }

  /** Adds a document. @returns false if there is one with this id. */
  add(id: string, value: T, content: Buffer | null = null): boolean {
    return this.write(id, value, content, 'nothing') > 0;
  }

  /** Adds a document, or replaces the one with this id, which keeps its number and its bytes. */
  put(id: string, value: T): void {
    const change = ['ref', 'list', 'at', 'search', 'data'].map(
      (name) => `${name} = excluded.${name}`,
    );
    this.write(id, value, null, `update set ${change}`);
  }

  remove(id: string): void {
    this.sql.run('delete from documents where collection = ? and id = ?', [this.name, id]);
  }
}

/**
 * Opens the database of a folder, or one in memory.
 * @throws Error with advice if another sandbox uses it, or its file is damaged.
 */
export function openStore(folder?: string) {
  const db = openDatabase(folder);
  const prepared = preparedStatements(db);
  const sql: Sql = {
    all: <Found>(text: string, values: Value[]) =>
      prepared(text).all(...checked(values)) as Found[],
    run: (text, values) => prepared(text).run(...checked(values)).changes,
  };
  return {
    collection: <T extends object>(name: string, keysOf: (value: T) => Keys = () => ({})) =>
      new Collection(sql, name, keysOf),
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
    /** Empties all collections. The sandbox's own key stays. */
    clear: () => sql.run("delete from documents where collection <> 'own_key'", []),
    close() {
      if (!db.open) return;
      // Statements outlive the driver's close, and with them the lock.
      db.exec('pragma journal_mode = delete; pragma locking_mode = normal');
      db.exec('select count(*) from documents');
      db.close();
    },
  };
}

export type Store = ReturnType<typeof openStore>;

/** An unguessable id such as `app_7Hc2Lw9QyT3k`. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('base64url')}`;
