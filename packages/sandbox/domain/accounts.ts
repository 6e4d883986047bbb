/** API keys and their accounts. */
import { randomBytes, randomUUID } from 'node:crypto';

import type { Clock } from './clock.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';

export interface ApiKey {
  api_key: string;
  id: string;
  name: string;
  revoked_at: string | null;
}

export class Accounts {
  /** Key -> its account. Every request looks it up. */
  private readonly keys = new Map<string, { account: string; isRevoked: boolean }>();

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {
    this.load();
  }

  /** Reads all keys again. */
  load(): void {
    this.keys.clear();
    const rows = this.store.all<ApiKey & { account: string }>('select * from accounts');
    for (const { api_key, account, revoked_at } of rows)
      this.keys.set(api_key, { account, isRevoked: revoked_at !== null });
  }

  /** The account of a key; undefined for an unknown key. @throws Problem 401 for a revoked key. */
  find(key: string): string | undefined {
    const found = this.keys.get(key);
    if (found?.isRevoked) throw new Problem(401, 'This API key was revoked.');
    return found?.account;
  }

  /** Adds a key. A revoked key stays revoked. */
  add(api_key: string, account: string, name = 'Of the sandbox'): void {
    const row = { api_key, account, id: randomUUID(), name };
    this.store.insert('accounts', row, 'on conflict do nothing');
    this.load();
  }

  /** Makes a key. */
  make(account: string, name: string): string {
    const key = `key_${randomBytes(24).toString('base64url')}`;
    this.add(key, account, name.slice(0, 80));
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
    return this.store.all<ApiKey>`select api_key, id, name, revoked_at
      from accounts where account = ${account} order by rowid desc`;
  }
}
