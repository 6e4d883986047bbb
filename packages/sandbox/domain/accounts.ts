/** API keys and their accounts. Only the hash of a staff-made key is stored. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';

import type { Clock } from './clock.ts';
import { fieldProblem, Problem } from './problem.ts';
import { bind } from './bind.ts';
import type { Store } from './store.ts';

/** A key for display, without the key itself. */
export interface ApiKey {
  id: string;
  name: string;
  /** Its last characters. */
  hint: string;
  made_by: string;
  made_at: string | null;
  used_at: string | null;
  revoked_at: string | null;
}
interface KeyEntry {
  id: string;
  account: string;
  isRevoked: boolean;
  /** Time of its last use, milliseconds since 1970. */
  used: number;
  /** The stored time of use. */
  noted: number;
}
interface Context {
  store: Store;
  clock: Clock;
  /** Hash of a key -> its account. Every request looks it up. */
  keys: Map<string, KeyEntry>;
}

/** Milliseconds between two notes of a key's use: a note per request would cost a write. */
const noteEvery = 60_000;
const hashMark = 'sha256:';
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

type KeyRow = ApiKey & { api_key: string; account: string };

/** Stored key -> its hash. The key of an empty sandbox is public and stored in plain text. */
const hashIn = ({ api_key }: KeyRow) =>
  api_key.startsWith(hashMark) ? api_key.slice(hashMark.length) : hashOf(api_key);

/** Reads all keys again. */
function load({ store, keys }: Context): void {
  keys.clear();
  for (const row of store.all<KeyRow>('select * from accounts')) {
    const { id, account, revoked_at, used_at } = row;
    const used = used_at === null ? 0 : Date.parse(used_at);
    keys.set(hashIn(row), { id, account, isRevoked: revoked_at !== null, used, noted: used });
  }
}

/**
 * The account of a key, and notes its use; undefined for an unknown key.
 * @throws Problem 401 for a revoked key.
 */
function find({ store, clock, keys }: Context, key: string): string | undefined {
  const found = keys.get(hashOf(key));
  if (!found) return undefined;
  if (found.isRevoked) throw new Problem(401, 'This API key was revoked.');
  found.used = clock.now();
  if (found.used - found.noted >= noteEvery) {
    found.noted = found.used;
    store.run`update accounts set used_at = ${clock.iso()} where id = ${found.id}`;
  }
  return found.account;
}

function keepKey(context: Context, key: string, row: Record<string, string>): void {
  const more = { id: randomUUID(), hint: key.slice(-4), made_at: context.clock.iso() };
  context.store.insert('accounts', { ...row, ...more }, 'on conflict do nothing');
  load(context);
}

/** Adds a public key, of the sandbox or a test. A revoked key stays revoked. */
function add(context: Context, key: string, account: string, name = 'Of the sandbox'): void {
  keepKey(context, key, { api_key: key, account, name, made_by: 'Sandbox' });
}

/**
 * Makes a key.
 * @returns the key, which nobody can read again.
 * @throws Problem 422 without a name.
 */
function make(context: Context, account: string, name: string, who: string): string {
  if (!name) throw fieldProblem('name', 'must not be empty');
  const key = `key_${randomBytes(24).toString('base64url')}`;
  const api_key = hashMark + hashOf(key);
  keepKey(context, key, { api_key, account, name: name.slice(0, 80), made_by: who });
  return key;
}

/** Revokes a key. @throws Problem 404. */
function revoke(context: Context, account: string, id: string): void {
  const changed = context.store
    .run`update accounts set revoked_at = coalesce(revoked_at, ${context.clock.iso()})
    where id = ${id} and account = ${account}`;
  if (!changed) throw new Problem(404, 'There is no such API key.');
  load(context);
}

/** The keys of an account, the newest first. */
function list({ store, keys }: Context, account: string): ApiKey[] {
  const used = new Map([...keys.values()].map((key) => [key.id, key.used]));
  const rows = store.all<ApiKey>`select id, name, hint, made_by, made_at, used_at, revoked_at
    from accounts where account = ${account} order by rowid desc`;
  return rows.map((row) => {
    const time = used.get(row.id) ?? 0;
    return { ...row, used_at: time > 0 ? new Date(time).toISOString() : row.used_at };
  });
}

export function openAccounts(store: Store, clock: Clock) {
  const context: Context = { store, clock, keys: new Map() };
  load(context);
  return bind(context, {
    find,
    add,
    make,
    revoke,
    list,
    /** Called after the store was emptied. */
    load,
  });
}

export type Accounts = ReturnType<typeof openAccounts>;
