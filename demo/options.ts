/** The arguments of `npm run demo`. */
import { parseArgs } from 'node:util';

export const usage = `npm run demo -- [options] [deals.csv]
  deals.csv       your deals, with the columns of demo/deals.csv
  --portal-first  sends the link before there is a case
  --stay          keeps the sandbox running, and prints where to follow each deal`;

interface Options {
  file: string;
  isPortalFirst: boolean;
  stay: boolean;
  help: boolean;
}

/** @throws Error for an argument that the demo does not have. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    options: {
      'portal-first': { type: 'boolean', default: false },
      stay: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  });
  const [file = 'demo/deals.csv', ...more] = positionals;
  if (more.length) throw new Error(`The demo reads one list of deals.\n${usage}`);
  const { 'portal-first': isPortalFirst, stay, help } = values;
  return { file, isPortalFirst, stay, help };
}
