import { readFileSync } from 'node:fs';

import { faultMatrix, faultMatrixPage } from '../scripts/fault-matrix.ts';

it('is as docs/fault-matrix.md says, with a clear message and nothing doubled in every cell', async () => {
  const cells = await faultMatrix();
  for (const cell of cells) {
    expect(cell.message).not.toMatch(/undefined|\[object|NaN|sandbox_key|\bat \S+ \(/);
    expect(`${cell.after}, ${cell.replayed}`).not.toMatch(
      /[2-9] (case|party|document|portal|decision)/,
    );
    expect(cell.requests).toBeLessThanOrEqual(6);
  }
  console.log(`${cells.length} cells`);
  expect(readFileSync('docs/fault-matrix.md', 'utf8')).toBe(faultMatrixPage(cells));
}, 120_000);
