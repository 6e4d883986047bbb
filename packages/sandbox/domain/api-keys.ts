/** The API keys of the sandbox. */
import { randomBytes, randomUUID } from 'node:crypto';

import type { Clock } from './clock.ts';
import { existing, Problem } from './problem.ts';
import type { Store } from './store.ts';

/** The own key of a sandbox that other computers do not reach. Everybody knows it. */
export const ownKey = 'sandbox_key';

export interface ApiKey {
  api_key: string;
  /** The sandbox's own key has none: its pages need it, so it cannot be revoked. */
  id?: string;
  name: string;
  revoked_at: string | null;
}

const newKey = () => `key_${randomBytes(24).toString('base64url')}`;

export class ApiKeys {
  private readonly keys;
  private readonly made;
  /** The sandbox's own key. */
  own = ownKey;
  /** True if this start made it. */
  isNew = false;

  constructor(
    store: Store,
    private readonly clock: Clock,
  ) {
    this.keys = store.collection<ApiKey>('api_keys');
    this.made = store.collection<Pick<ApiKey, 'api_key'>>('own_key');
  }

  /**
   * Protects a sandbox that others reach: its own key is the chosen one, else the stored one, else a
   * new one. @throws Error for a chosen one that is revoked, or can be guessed.
   */
  protect(chosen?: string): void {
    if (chosen !== undefined && !/^[\w.~+/-]{16,}=*$/.test(chosen)) {
      const takes = 'at least 16 characters, of letters, digits and -._~+/, without blanks';
      throw new Error(`SANDBOX_API_KEY takes ${takes}.`);
    }
    const known = chosen ?? this.made.get('key')?.api_key;
    this.isNew = known === undefined;
    this.own = known ?? newKey();
    if (this.keys.get(this.own)?.revoked_at) {
      throw new Error('SANDBOX_API_KEY is a key that was revoked. Choose another one.');
    }
  }

  /** Stores a new own key for the next start. */
  keep(): void {
    if (this.isNew) this.made.put('key', { api_key: this.own });
  }

  /** True for a header with a key, alone or after any scheme. @throws Problem 401 for a revoked key. */
  accept(authorization = ''): boolean {
    const sent = [authorization, authorization.replace(/^\S+ +/, '')];
    const found = sent.map((key) => this.keys.get(key)).find(Boolean);
    if (found?.revoked_at) throw new Problem(401, 'This API key was revoked.');
    return found !== undefined || sent.includes(this.own);
  }

  /** Makes a key. */
  make(name: string): string {
    const key = { api_key: newKey(), id: randomUUID(), name: name.slice(0, 80), revoked_at: null };
    this.keys.add(key.api_key, key);
    return key.api_key;
  }

  /** Revokes a key. @throws Problem 404. */
  revoke(id: string): void {
    const found = this.list().find((key) => key.id === id);
    const key = existing(found, 'There is no such API key.');
    this.keys.put(key.api_key, { ...key, revoked_at: key.revoked_at ?? this.clock.iso() });
  }

  /** The keys, the newest first, and the own one. */
  list(): ApiKey[] {
    const own = { api_key: this.own, name: 'Of the sandbox', revoked_at: null };
    return [...this.keys.list({ newest: true }), own];
  }
}
