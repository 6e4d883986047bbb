/** What was measured, as lines on the console and as docs/performance.md. */
import { writeFileSync } from 'node:fs';
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

/** The rows of docs/performance.md: a wait of a user. Row, begin of its name, who waits and the floor. */
const waits: [row: string, what: string, wait: string, floor: string][] = [
  ['cold', 'process start to first answer, Node 22', 'A first step', 'the same without our code'],
  ['warm', 'start_onboarding,', 'Start Onboarding', 'bare functions'],
  ['warm', 'create_case,', 'Create Case', 'bare functions'],
  ['warm', 'find_case,', 'Find Case', 'bare functions'],
  ['trips', 'create_case:', 'Create Case, in round trips', 'the goal'],
  [
    'trips',
    'start_onboarding with 5 persons and 2 businesses:',
    'A case with seven parties',
    'the goal',
  ],
  ['upload', '100 MB', 'A document of 100 MB', 'a bare upload'],
  ['events', 'the same, p99', 'An event, p99', 'the same without our code'],
  ['n8n', 'create_case', 'Create Case in n8n', 'the HTTP Request node'],
  ['mcp', 'start until', 'Start of the MCP server', 'a bare server'],
];

/** Collects the rows of a run. */
export function openReport() {
  const pageRows: string[] = [];
  let missed = 0;
  return {
    add(row: string, { what, ours, floor, unit, goal }: Measured) {
      const [mine, theirs] = [median(ours), median(floor)];
      const met = goal?.met(mine, theirs) ?? true;
      if (!met) missed++;
      const ratio = (mine / theirs).toFixed(2);
      const cells = [row, what, shown(ours, unit), shown(floor, unit), ratio, goal?.text ?? ''];
      const wait = waits.find(([kind, begins]) => kind === row && what.startsWith(begins));
      const [, , name, beside] = wait ?? [];
      if (wait) pageRows.push(`| ${[row, name, beside, ...cells.slice(2)].join(' | ')} |`);
      console.log(`${goal ? (met ? 'met   ' : 'MISSED') : '      '} ${cells.join('  ')}`);
    },

    /** Says how many goals were missed. @returns that number. */
    end() {
      console.log(missed ? `${missed} goals missed` : 'Every goal is met');
      return missed;
    },

    /** Writes the page: the rows that stand for a wait of a user. */
    write() {
      writeFileSync(
        'docs/performance.md',
        page(
          '# Performance',
          `For operators. How long a user waits, beside a floor that does the same without our code. Medians, with the middle half in brackets, on Node ${process.versions.node} and ${cpus().length} shared cores. Compare the ratios only.`,
          '`npm run bench` measures every row and writes this page. `npm run bench -- warm` measures one kind.',
          [
            '| Row | Wait | Beside | Ours | Floor | Ratio | Goal |',
            '|---|---|---|---|---|---|---|',
            ...pageRows,
          ].join('\n'),
          '[Why fields are functions](decisions/README.md#why-are-fields-functions) says where the time goes.',
        ),
      );
      console.log('Written to docs/performance.md');
    },
  };
}

export type Report = ReturnType<typeof openReport>;
