/** The API keys of the sandbox. */
import { randomBytes, randomUUID } from 'node:crypto';

import type { Clock } from './clock.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';

/** The sandbox's own public key. */
export const ownKey = 'sandbox_key';

export interface ApiKey {
  api_key: string;
  id: string;
  name: string;
  revoked_at: string | null;
}

export class ApiKeys {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** True for a header with a key, alone or after any scheme. @throws Problem 401 for a revoked key. */
  accept(authorization = ''): boolean {
    const found = this.store.get<Pick<ApiKey, 'revoked_at'>>`select revoked_at from api_keys
      where api_key in (${authorization}, ${authorization.replace(/^\S+ +/, '')})`;
    if (found?.revoked_at) throw new Problem(401, 'This API key was revoked.');
    return found !== undefined;
  }

  /** Adds a key. A revoked key stays revoked. */
  add(api_key: string, name = 'Of the sandbox'): void {
    const row = { api_key, id: randomUUID(), name };
    this.store.insert('api_keys', row, 'on conflict do nothing');
  }

  /** Makes a key. */
  make(name: string): string {
    const key = `key_${randomBytes(24).toString('base64url')}`;
    this.add(key, name.slice(0, 80));
    return key;
  }

  /** Revokes a key. @throws Problem 404. */
  revoke(id: string): void {
    const changed = this.store
      .run`update api_keys set revoked_at = coalesce(revoked_at, ${this.clock.iso()})
      where id = ${id}`;
    if (!changed) throw new Problem(404, 'There is no such API key.');
  }

  /** The keys, the newest first. */
  list(): ApiKey[] {
    return this.store.all('select * from api_keys order by rowid desc');
  }
}
