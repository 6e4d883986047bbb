/** The report of the measurements: console and docs/performance.md. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

import { page } from '../pages/markdown.ts';

export interface Goal {
  text: string;
  met(ours: number, floor: number): boolean;
  /** The other figure is a floor: nothing with the same result can be faster. */
  isOverFloor: boolean;
}

export const atMost = (ratio: number): Goal => ({
  text: `at most ${ratio.toFixed(2)}`,
  met: (ours, floor) => ours <= floor * ratio,
  isOverFloor: ratio >= 1,
});

/** What a row shows. A floor that ours beats is no floor, so such a row shows nothing. */
function resultOf(goal: Goal, ours: number, floor: number): string {
  if (!goal.met(ours, floor)) return '**missed**';
  return goal.isOverFloor && ours < floor ? 'no result: faster than its floor' : 'met';
}
const sorted = (values: number[]) => [...values].sort((a, b) => a - b);
export const quantile = (values: number[], part: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))]!;
export const median = (values: number[]) => quantile(values, 0.5);

/**
 * Runs both in turn, so both meet the same noise.
 * @returns a function that gives the figures of all runs.
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

/** The median. With several values, the middle half follows. */
function figure(values: number[], unit: string): string {
  const middle = `${digits(median(values))} ${unit}`;
  if (values.length < 3) return middle;
  return `${middle} (${digits(quantile(values, 0.25))}–${digits(quantile(values, 0.75))})`;
}

interface Measured {
  /** The operation that a user waits for. */
  wait: string;
  /** The same without our code. */
  beside: string;
  ours: number[];
  floor: number[];
  unit: string;
  goal: Goal;
}

/** Collects the rows of a run. */
export function openReport() {
  const pageRows: string[] = [];
  let missed = 0;
  return {
    add(row: string, { wait, beside, ours, floor, unit, goal }: Measured) {
      const [mine, theirs] = [median(ours), median(floor)];
      const result = resultOf(goal, mine, theirs);
      if (result === '**missed**') missed++;
      const ratio = (mine / theirs).toFixed(2);
      const figures = [figure(ours, unit), figure(floor, unit), ratio, goal.text, result];
      const cells = [wait, beside, ...figures];
      pageRows.push(`| \`npm run bench -- ${row}\` | ${cells.join(' | ')} |`);
      console.log([row, ...cells].join('  '));
    },

    /** Prints the number of missed goals. @returns it. */
    end() {
      console.log(missed ? `${missed} goals missed` : 'Every goal is met');
      return missed;
    },

    /** Writes the page. */
    write() {
      writeFileSync(
        'docs/performance.md',
        page(
          '# Performance',
          `For operators. Each row compares a user's wait with the same work done otherwise. Medians, with the middle half in brackets, on Node ${process.versions.node} and ${cpus().length} shared cores. Compare the ratios only. A row that is faster than the same work without our code shows only how coarse the measurement is.`,
          '`npm run bench` measures every row and writes this page. The commands in the first column measure single rows.',
          [
            '| Command | Wait | Compared with | Ours | Other | Ratio | Goal | Result |',
            '|---|---|---|---|---|---|---|---|',
            ...pageRows,
          ].join('\n'),
          '[TryGhost/Zapier](https://github.com/TryGhost/Zapier) is the Zapier app of Ghost, a publishing platform. `PEER_APP` names the folder of an installed clone; without it, that row is left out.',
          "Most of a warm step is the time of Zapier's core, as *bare functions* shows. That limits the last row, too. The upload also hashes every byte, to recognise a repeat. [Why fields are functions](decisions/README.md#why-are-fields-functions) says what keeps that time short.",
        ),
      );
      console.log('Written to docs/performance.md');
    },
  };
}

export type Report = ReturnType<typeof openReport>;
