/** `npm run contract`: writes the contract as the code has it now. Its diff is what changes for users. */
import { writeFileSync } from 'node:fs';
import { format } from 'prettier';

import '../jest/short-waits.ts';
import { names, promiseNow } from './contract.ts';

for (const name of names) {
  const text = JSON.stringify(await promiseNow(name));
  writeFileSync(
    `test/contract/${name}.json`,
    await format(text, { parser: 'json', printWidth: 100 }),
  );
}
// Exits despite a timer of the platform.
process.exit();
