/** The requests of the app, compared with test/golden file by file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import app from '../index.ts';
import { folder, goldenFiles } from './support/golden.ts';

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.json'));

let files: Record<string, string>;
beforeAll(async () => (files = await goldenFiles(app)));

it('has a file for each operation and flow, and none besides (npm run golden)', () =>
  expect(names.sort()).toEqual(Object.keys(files).sort()));

it.each(names)('is as test/golden/%s says (npm run golden)', (name) =>
  expect(files[name]).toBe(readFileSync(join(folder, name), 'utf8')),
);
