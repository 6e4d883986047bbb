/** Our definition as it is built, with each operation's function replaced by the floor's. */
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

import { perform } from './floor.mjs';

const { default: app } = await import(pathToFileURL(resolve('dist/index.js')).href);

const bare = (operations) =>
  Object.fromEntries(
    Object.entries(operations).map(([key, { operation, ...rest }]) => [
      key,
      { ...rest, operation: { ...operation, perform } },
    ]),
  );

/** A search and a trigger answer with lists. */
const listing = (operations) =>
  Object.fromEntries(
    Object.entries(bare(operations)).map(([key, { operation, ...rest }]) => [
      key,
      {
        ...rest,
        operation: { ...operation, perform: async (z, bundle) => [await perform(z, bundle)] },
      },
    ]),
  );

export default {
  ...app,
  creates: bare(app.creates),
  searches: listing(app.searches),
  triggers: listing(app.triggers),
};
