/** Every request of every operation under every fault, compared with the page that shows it. */
import { readFileSync } from 'node:fs';

import {
  badCells,
  faultMatrix,
  faultMatrixPage,
  type Cell,
} from '../scripts/pages/fault-matrix.ts';

let cells: Cell[];
beforeAll(async () => {
  cells = await faultMatrix();
}, 240_000);

it('ends each of them with a clear message, and makes nothing twice', () =>
  expect(badCells(cells)).toEqual([]));

it('is what docs/fault-matrix.md shows (npm run docs)', () =>
  expect(faultMatrixPage(cells).split('\n')).toEqual(
    readFileSync('docs/fault-matrix.md', 'utf8').split('\n'),
  ));
