/** The arguments of `npm run demo`. */
import { parseArgs } from 'node:util';

import type { Flow } from './world.ts';

export const usage = `npm run demo -- [options] [deals.csv]
  deals.csv       your deals, with the columns of demo/deals.csv
  --portal-first  sends the link before there is a case
  --stay          keeps the sandbox running, and prints where to follow each deal`;

interface Options {
  file: string;
  flow: Flow;
  stay: boolean;
  help: boolean;
}

/** @throws Error for an argument that the demo does not have. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    options: {
      'portal-first': { type: 'boolean' },
      stay: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  });
  const [file = 'demo/deals.csv', ...more] = positionals;
  if (more.length) throw new Error(`The demo reads one list of deals.\n${usage}`);
  const { stay, help } = values;
  return { file, flow: values['portal-first'] ? 'portal-first' : 'deal-to-case', stay, help };
}
