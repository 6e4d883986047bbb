/** What was measured, as lines on the console and as docs/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

import { page } from '../pages/markdown.ts';

export interface Goal {
  text: string;
  met(ours: number, floor: number): boolean;
}

export const atMost = (ratio: number): Goal => ({
  text: `at most ${ratio.toFixed(2)}`,
  met: (ours, floor) => ours <= floor * ratio,
});
export const atLeast = (ratio: number): Goal => ({
  text: `at least ${ratio.toFixed(2)}`,
  met: (ours, floor) => ours >= floor * ratio,
});
export const within = (extra: number, unit: string): Goal => ({
  text: `at most +${extra} ${unit}`,
  met: (ours, floor) => ours - floor <= extra,
});

const sorted = (values: number[]) => [...values].sort((a, b) => a - b);
export const quantile = (values: number[], part: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))]!;
export const median = (values: number[]) => quantile(values, 0.5);

/**
 * Runs both in turn, so that they meet the same noise.
 * @returns what gives the figures of all runs, one or several of each.
 */
export async function inTurn<Run>(
  times: number,
  ours: () => Promise<Run>,
  floor: () => Promise<Run>,
) {
  const runs = { ours: [] as Run[], floor: [] as Run[] };
  for (let run = 0; run < times; run++) {
    runs.ours.push(await ours());
    runs.floor.push(await floor());
  }
  return (figures: (run: Run) => number | number[]) => ({
    ours: runs.ours.flatMap(figures),
    floor: runs.floor.flatMap(figures),
  });
}

const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

/** The median, with the middle half of the values behind it where there are several. */
function shown(values: number[], unit: string): string {
  const middle = `${digits(median(values))} ${unit}`;
  if (values.length < 3) return middle;
  return `${middle} (${digits(quantile(values, 0.25))}–${digits(quantile(values, 0.75))})`;
}

interface Measured {
  what: string;
  ours: number[];
  floor: number[];
  unit: string;
  /** Left out where a figure stands for comparison only. */
  goal?: Goal;
}

/** Collects the rows of a run. */
export function openReport() {
  const lines: string[] = [];
  let missed = 0;
  return {
    add(row: string, { what, ours, floor, unit, goal }: Measured) {
      const [mine, theirs] = [median(ours), median(floor)];
      const met = goal?.met(mine, theirs) ?? true;
      if (!met) missed++;
      const ratio = (mine / theirs).toFixed(2);
      const cells = [row, what, shown(ours, unit), shown(floor, unit), ratio, goal?.text ?? ''];
      lines.push(`| ${[...cells, goal ? (met ? 'yes' : '**no**') : ''].join(' | ')} |`);
      console.log(`${goal ? (met ? 'met   ' : 'MISSED') : '      '} ${cells.join('  ')}`);
    },

    /** Says how many goals were missed. @returns that number. */
    end() {
      console.log(missed ? `${missed} goals missed` : 'Every goal is met');
      return missed;
    },

    /** Writes the page: the table, then the findings kept in docs/performance-notes.md. */
    write() {
      writeFileSync(
        'docs/performance.md',
        page(
          '# Performance',
          `Written by \`npm run bench\`; one row alone: \`npm run bench -- warm\`. Medians, with the middle half of the values in brackets. Node ${process.versions.node} where nothing else is said, ${cpus().length} cores of a shared machine: only the ratios can be compared with another run.`,
          'The floor is an app on the same platform core that sends the same requests with no code of ours; what else a row is compared with, it says.',
          [
            '| Row | What | Ours | Floor | Ratio | Goal | Met |',
            '|---|---|---|---|---|---|---|',
            ...lines,
          ].join('\n'),
          readFileSync('docs/performance-notes.md', 'utf8').trimEnd(),
        ),
      );
      console.log('Written to docs/performance.md');
    },
  };
}

export type Report = ReturnType<typeof openReport>;
