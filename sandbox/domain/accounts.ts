/** API keys and the accounts they open. */
import type { Store } from './store.ts';

export function openAccounts(store: Store) {
  /** Looked up with each request. */
  const known = new Map<string, string>();
  for (const { api_key, account } of store.all<{ api_key: string; account: string }>(
    'select api_key, account from accounts',
  )) {
    known.set(api_key, account);
  }
  return {
    /** The account of a key; undefined for a key that is none. */
    find: (key: string) => known.get(key),

    add(key: string, account: string) {
      store.run('insert or ignore into accounts (api_key, account) values (?,?)', key, account);
      known.set(key, account);
    },
  };
}

export type Accounts = ReturnType<typeof openAccounts>;
