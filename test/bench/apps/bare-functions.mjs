/** Our built definition. Each operation's function is replaced with the floor's. */
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

import { perform } from './floor.mjs';

const { default: app } = await import(pathToFileURL(resolve('dist/index.js')).href);

const performing = (own, operations) =>
  Object.fromEntries(
    Object.entries(operations).map(([key, { operation, ...rest }]) => [
      key,
      { ...rest, operation: { ...operation, perform: own } },
    ]),
  );
/** A search and a trigger return lists. */
const listing = async (z, bundle) => [await perform(z, bundle)];

export default {
  ...app,
  creates: performing(perform, app.creates),
  searches: performing(listing, app.searches),
  triggers: performing(listing, app.triggers),
};
