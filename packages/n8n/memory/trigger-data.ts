/**
 * The trigger's memory, in the static data of its node, which n8n stores in its database. Only the
 * trigger writes there. A worker's execution starts with empty static data and saves it over the
 * workflow's, so an action that wrote there would delete the trigger's registration.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Store } from '../../../host/host.ts';
import { storeOn } from '../../../host/process-store.ts';

type Entry = [until: number, value: unknown];

/** n8n writes all of it with each event. */
const most = 1000;
const home = 'seen';

export function triggerStore(staticData: IDataObject): Store {
  const all = () => (staticData[home] ?? {}) as unknown as Record<string, Entry>;
  return storeOn({
    read(key) {
      const [until, value] = all()[key] ?? [0];
      return until > Date.now() ? value : undefined;
    },
    write(key, value, seconds) {
      const now = Date.now();
      const others = Object.entries(all()).filter(([name, [until]]) => name !== key && until > now);
      const entries = [...others.slice(1 - most), [key, [now + seconds * 1000, value]]];
      staticData[home] = Object.fromEntries(entries) as IDataObject;
    },
    remove(key) {
      const others = Object.entries(all()).filter(([name]) => name !== key);
      staticData[home] = Object.fromEntries(others) as IDataObject;
    },
  });
}
