/** The report of the measurements: docs/performance.md. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

import { page } from '../../scripts/pages/markdown.ts';

/** What a user waits for, and the same work done otherwise. */
export interface Row {
  wait: string;
  beside: string;
  ours: number[];
  other: number[];
  unit: string;
  /** The largest ratio that is good enough. */
  goal: number;
  /** Why it may be larger. */
  reason?: string;
}

const sorted = (values: number[]) => [...values].sort((a, b) => a - b);
export const quantile = (values: number[], part: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))]!;
const median = (values: number[]) => quantile(values, 0.5);

const ratioOf = ({ ours, other }: Row) => median(ours) / median(other);
export const isMet = (row: Row) => ratioOf(row) <= row.goal;

/** Runs both in turn, so both meet the same noise. @returns the figures of all runs. */
export async function inTurn(
  times: number,
  measureOurs: () => Promise<number>,
  measureOther: () => Promise<number>,
) {
  const figures = { ours: [] as number[], other: [] as number[] };
  for (let run = 0; run < times; run++) {
    figures.ours.push(await measureOurs());
    figures.other.push(await measureOther());
  }
  return figures;
}

const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

/** The median. With several values, the middle half follows. */
function figure(values: number[], unit: string): string {
  const middle = `${digits(median(values))} ${unit}`;
  if (values.length < 3) return middle;
  return `${middle} (${digits(quantile(values, 0.25))}–${digits(quantile(values, 0.75))})`;
}

const lineOf = (row: Row) => {
  const { wait, beside, ours, other, unit, goal } = row;
  const ratios = [ratioOf(row).toFixed(2), `at most ${goal.toFixed(2)}`];
  const result = isMet(row) ? 'met' : '**missed**';
  return `| ${[wait, beside, figure(ours, unit), figure(other, unit), ...ratios, result].join(' | ')} |`;
};

const reasonOf = ({ wait, reason = '' }: Row) => `- ${wait}: ${reason}`;

/** Prints the table and writes the page. */
export function writePage(rows: Row[]): void {
  const table = [
    '| Wait | Compared with | Ours | Other | Ratio | Goal | Result |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(lineOf),
  ].join('\n');
  console.log(table);
  writeFileSync(
    'docs/performance.md',
    page(
      '# Performance',
      `For operators. \`npm run bench\` compares a wait with the same work in an app that has that operation alone, and writes this page. Medians, with the middle half in brackets, on Node ${process.versions.node} and ${cpus().length} shared cores: compare the ratios only.`,
      table,
      ['Why a row misses its goal:', ...rows.filter((row) => !isMet(row)).map(reasonOf)].join('\n'),
      '[Why fields are functions](decisions/README.md#why-are-fields-functions) says what keeps a step short.',
    ),
  );
}
