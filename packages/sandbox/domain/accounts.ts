/** API keys and their accounts. Only the hash of a staff-made key is stored. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';

import type { Clock } from './clock.ts';
import { fieldProblem, Problem } from './problem.ts';
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
/** Milliseconds between two notes of a key's use: a note per request would cost a write. */
const noteEvery = 60_000;
const hashMark = 'sha256:';
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

type KeyRow = ApiKey & { api_key: string; account: string };

/** Stored key -> its hash. The key of an empty sandbox is public and stored in plain text. */
const hashIn = ({ api_key }: KeyRow) =>
  api_key.startsWith(hashMark) ? api_key.slice(hashMark.length) : hashOf(api_key);

export class Accounts {
  /** Hash of a key -> its account. Every request looks it up. */
  private readonly keys = new Map<string, KeyEntry>();

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {
    this.load();
  }

  /** Reads all keys again. */
  load(): void {
    this.keys.clear();
    for (const row of this.store.all<KeyRow>('select * from accounts')) {
      const { id, account, revoked_at, used_at } = row;
      const used = used_at === null ? 0 : Date.parse(used_at);
      this.keys.set(hashIn(row), {
        id,
        account,
        isRevoked: revoked_at !== null,
        used,
        noted: used,
      });
    }
  }

  /**
   * The account of a key, and notes its use; undefined for an unknown key.
   * @throws Problem 401 for a revoked key.
   */
  find(key: string): string | undefined {
    const found = this.keys.get(hashOf(key));
    if (!found) return undefined;
    if (found.isRevoked) throw new Problem(401, 'This API key was revoked.');
    found.used = this.clock.now();
    if (found.used - found.noted >= noteEvery) {
      found.noted = found.used;
      this.store.run`update accounts set used_at = ${this.clock.iso()} where id = ${found.id}`;
    }
    return found.account;
  }

  private keepKey(key: string, row: Record<string, string>): void {
    const more = { id: randomUUID(), hint: key.slice(-4), made_at: this.clock.iso() };
    this.store.insert('accounts', { ...row, ...more }, 'on conflict do nothing');
    this.load();
  }

  /** Adds a public key, of the sandbox or a test. A revoked key stays revoked. */
  add(key: string, account: string, name = 'Of the sandbox'): void {
    this.keepKey(key, { api_key: key, account, name, made_by: 'Sandbox' });
  }

  /**
   * Makes a key.
   * @returns the key, which nobody can read again.
   * @throws Problem 422 without a name.
   */
  make(account: string, name: string, who: string): string {
    if (!name) throw fieldProblem('name', 'must not be empty');
    const key = `key_${randomBytes(24).toString('base64url')}`;
    const api_key = hashMark + hashOf(key);
    this.keepKey(key, { api_key, account, name: name.slice(0, 80), made_by: who });
    return key;
  }

  /** Revokes a key. @throws Problem 404. */
  revoke(account: string, id: string): void {
    const changed = this.store
      .run`update accounts set revoked_at = coalesce(revoked_at, ${this.clock.iso()})
      where id = ${id} and account = ${account}`;
    if (!changed) throw new Problem(404, 'There is no such API key.');
    this.load();
  }

  /** The keys of an account, the newest first. */
  list(account: string): ApiKey[] {
    const used = new Map([...this.keys.values()].map((key) => [key.id, key.used]));
    const rows = this.store.all<ApiKey>`select id, name, hint, made_by, made_at, used_at, revoked_at
      from accounts where account = ${account} order by rowid desc`;
    return rows.map((row) => {
      const time = used.get(row.id) ?? 0;
      return { ...row, used_at: time > 0 ? new Date(time).toISOString() : row.used_at };
    });
  }
}
