/** The API keys of the sandbox. */
import { randomBytes, randomUUID } from 'node:crypto';

import type { Clock } from './clock.ts';
import { existing, Problem } from './problem.ts';
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
  private readonly keys;
  constructor(
    store: Store,
    private readonly clock: Clock,
  ) {
    this.keys = store.collection<ApiKey>('api_keys');
  }

  /** True for a header with a key, alone or after any scheme. @throws Problem 401 for a revoked key. */
  accept(authorization = ''): boolean {
    const found =
      this.keys.get(authorization) ?? this.keys.get(authorization.replace(/^\S+ +/, ''));
    if (found?.revoked_at) throw new Problem(401, 'This API key was revoked.');
    return found !== undefined;
  }

  /** Adds a key. A revoked key stays revoked. */
  add(api_key: string, name = 'Of the sandbox'): void {
    this.keys.add(api_key, { api_key, id: randomUUID(), name, revoked_at: null });
  }

  /** Makes a key. */
  make(name: string): string {
    const key = `key_${randomBytes(24).toString('base64url')}`;
    this.add(key, name.slice(0, 80));
    return key;
  }

  /** Revokes a key. @throws Problem 404. */
  revoke(id: string): void {
    const found = this.list().find((key) => key.id === id);
    const key = existing(found, 'There is no such API key.');
    this.keys.put(key.api_key, { ...key, revoked_at: key.revoked_at ?? this.clock.iso() });
  }

  /** The keys, the newest first. */
  list(): ApiKey[] {
    return this.keys.list({ newest: true });
  }
}
