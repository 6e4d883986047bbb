/** Requests of operations under faults, compared with what is known of them: all with `TESTS=all`. */
import { readFileSync } from 'node:fs';

import {
  badCells,
  faultMatrix,
  faultMatrixData,
  faultMatrixPage,
  type Cell,
} from '../../scripts/pages/fault-matrix.ts';
import { all } from '../support/amount.ts';

const [head, ...known] = readFileSync('test/e2e/fault-matrix.tsv', 'utf8').trimEnd().split('\n');

let cells: Cell[];
beforeAll(async () => {
  cells = await faultMatrix(all ? 1 : 14);
}, 240_000);

it('ends each of them with a clear message, and makes nothing twice', () =>
  expect(badCells(cells)).toEqual([]));

it('is what test/e2e/fault-matrix.tsv says (npm run docs)', () => {
  const tried = new Set(cells.map(({ operation, fault }) => `${operation}\t${fault}\t`));
  const isTried = (line: string) => tried.has(/^[^\t]*\t[^\t]*\t/.exec(line)![0]);
  const [headNow, ...now] = faultMatrixData(cells).trimEnd().split('\n');
  expect(headNow).toBe(head);
  expect(now).toEqual(all ? known : known.filter(isTried));
  expect(new Set(cells.map(({ fault }) => fault)).size).toBe(
    new Set(known.map((line) => line.split('\t')[1])).size,
  );
});

it('is told in a row for each fault, with every run counted', () => {
  const told = known.map((line): Cell => {
    const [operation, fault, kind, requests, after, replayed, message] = line.split('\t');
    return {
      operation: operation!,
      fault: fault!,
      kind: kind!,
      requests: Number(requests),
      after: after!,
      replayed: replayed!,
      message: message!,
    };
  });
  const page = faultMatrixPage(told);
  const rows = page.split('\n').filter((line) => /^\| (?!Fault|-)/.test(line));
  expect(rows).toHaveLength(new Set(told.map(({ fault }) => fault)).size);
  expect(page).toContain(`${told.length} runs`);
  for (const row of rows) expect(row).not.toMatch(/undefined|NaN|-Infinity/);
});
