/** Every request of every operation under every fault, compared with what is known of it. */
import { readFileSync } from 'node:fs';

import {
  badCells,
  faultMatrix,
  faultMatrixData,
  faultMatrixPage,
  type Cell,
} from '../pages/fault-matrix.ts';

let cells: Cell[];
beforeAll(async () => {
  cells = await faultMatrix();
}, 240_000);

it('ends each of them with a clear message, and makes nothing twice', () =>
  expect(badCells(cells)).toEqual([]));

it('is what test/fault-matrix.tsv says (npm run docs)', () =>
  expect(faultMatrixData(cells).split('\n')).toEqual(
    readFileSync('test/fault-matrix.tsv', 'utf8').split('\n'),
  ));

it('is told in a row for each fault, with every run counted', () => {
  const page = faultMatrixPage(cells);
  const rows = page.split('\n').filter((line) => /^\| (?!Fault|-)/.test(line));
  expect(rows).toHaveLength(new Set(cells.map(({ fault }) => fault)).size);
  expect(page).toContain(`${cells.length} runs`);
  expect(page).toBe(readFileSync('docs/fault-matrix.md', 'utf8'));
  for (const row of rows) expect(row).not.toMatch(/undefined|NaN|-Infinity/);
});
