/** A change that a running Zap, workflow, assistant or test may notice is made on purpose. */
import { readFileSync } from 'node:fs';

import { names, promiseNow } from './contract.ts';

it.each(names)('%s keeps its promises (on purpose: npm run contract)', async (name) => {
  const promised: unknown = JSON.parse(readFileSync(`test/contract/${name}.json`, 'utf8'));
  expect(await promiseNow(name)).toEqual(promised);
});
