/**
 * The memory of a trigger in the static data of its node: n8n keeps it in its database. Only the
 * trigger writes there. An execution that runs on a worker starts with empty static data and saves
 * its own over that of the workflow, so that an action which wrote there would take away the
 * trigger's registration.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Store } from '../../../host.ts';

type Kept = [until: number, value: unknown];

/** n8n writes all of it with each event. */
const most = 1000;
const home = 'seen';

export function triggerStore(staticData: IDataObject): Store {
  const all = () => (staticData[home] ?? {}) as unknown as Record<string, Kept>;
  const read = (key: string) => {
    const [until, value] = all()[key] ?? [0];
    return until > Date.now() ? value : undefined;
  };
  const write = (key: string, value: unknown, seconds: number) => {
    const now = Date.now();
    const others = Object.entries(all()).filter(([name, [until]]) => name !== key && until > now);
    const entries = [...others.slice(1 - most), [key, [now + seconds * 1000, value]]];
    staticData[home] = Object.fromEntries(entries) as IDataObject;
  };
  return {
    get: async (key) => read(key),
    async set(key, value, seconds) {
      write(key, value, seconds);
    },
    async claim(key, value, seconds) {
      const found = read(key);
      if (found === undefined) write(key, value, seconds);
      return found;
    },
    onOutage: 'open',
    async delete(key) {
      const others = Object.entries(all()).filter(([name]) => name !== key);
      staticData[home] = Object.fromEntries(others) as IDataObject;
    },
  };
}
