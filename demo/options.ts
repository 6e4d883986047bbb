/** The arguments of `npm run demo`. */
import { parseArgs } from 'node:util';

import type { ListOptions } from './deals/deals.ts';

export const usage = `npm run demo -- [options] [deals.csv]
  deals.csv                  your deals, with the columns of demo/deals.csv, or with usual ones of
                             exports of HubSpot, Salesforce and Pipedrive
  --check                    prints what a run would refuse, and ends
  --subject business|person  the subject of every row
  --email ADDRESS            the address of every row
  --column "Column=Field"    reads a column as this field, or leaves it out with "Column="; may be
                             repeated
  --portal-first             sends the link before there is a case
  --stay                     keeps the sandbox running, and prints where to follow each deal`;

export interface Options extends ListOptions {
  file: string;
  isCheck: boolean;
  isPortalFirst: boolean;
  stay: boolean;
  help: boolean;
}

/** @throws Error for an argument that the demo does not have. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    options: {
      check: { type: 'boolean', default: false },
      subject: { type: 'string' },
      email: { type: 'string' },
      column: { type: 'string', multiple: true },
      'portal-first': { type: 'boolean', default: false },
      stay: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  });
  const [file = 'demo/deals.csv', ...more] = positionals;
  if (more.length) throw new Error(`The demo reads one list of deals.\n${usage}`);
  const { check: isCheck, 'portal-first': isPortalFirst, ...others } = values;
  return { file, isCheck, isPortalFirst, ...others };
}
