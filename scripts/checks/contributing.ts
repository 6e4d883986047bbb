/**
 * `npm run check -- contributing`: applies the diffs of CONTRIBUTING.md to a copy of the repository.
 * With whole diffs and `npm run docs`, types and affected tests must pass. Without one of its files,
 * the types or a connection test must fail and name that file.
 * `npm run check -- contributing event` runs only the lines of the report with that word.
 */
import { readFileSync } from 'node:fs';

import { report } from '../../test/support/report.ts';
import { inCopies, jest, types } from './copy.ts';

/** The diff of one file, and the file's name. */
interface Part {
  name: string;
  diff: string;
}
const changes: { title: string; files: Part[] }[] = [
  ...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/## (.*)\n[^#]*?```diff\n([\s\S]*?)```/g),
].map(([, title, diff]) => ({
  title: title!,
  files: diff!
    .split(/^(?=diff --git )/m)
    .filter(Boolean)
    .map((part) => ({ name: /^\+\+\+ b\/(.*)$/m.exec(part)![1]!, diff: part })),
}));

/** The most files that a change may touch by hand. */
const most: Record<string, number> = {
  'A field of a business and one of a person': 6,
  'A field of a case': 3,
  'An event with its trigger': 3,
  'A filter of a trigger': 3,
  'An endpoint with its search': 6,
  'A state of a case': 2,
  'A language of the portal and the letters': 2,
};

const tsx = 'node_modules/tsx/dist/cli.mjs';
/** For whole changes: the tests that check every field, event, endpoint, state or language. */
const whole = [
  `${tsx} scripts/docs.ts`,
  types,
  `${jest} test/wiring test/operations packages/doctor/test/doctor.test packages/sandbox/test/domain/states packages/sandbox/test/portal packages/sandbox/test/api/openapi packages/sandbox/test/office packages/mcp/test/tools`,
];
/** Without a file: the tests that connect files, then the types, which take several times longer. */
const connected = [
  `${jest} test/wiring packages/sandbox/test/portal/languages packages/sandbox/test/domain/states`,
  types,
];

/**
 * True if a message names the file, or its folder when a neighbour reports it. Lines of a stack do
 * not count.
 */
const names = (output: string, file: string) => {
  const short = file.split('/').slice(-2).join('/');
  return output
    .split('\n')
    .some((line) => !/^\s+at /.test(line) && line.replaceAll('./', '').includes(short));
};

interface Trial {
  what: string;
  files: Part[];
  commands: string[];
  isRight: (output: string) => boolean;
}
const wholeTrial = (together: typeof changes): Trial => ({
  what: together.map(({ title }) => title).join(', ') + ', whole',
  files: together.flatMap(({ files }) => files),
  commands: whole,
  isRight: (output) => !output,
});

/** A language would lack the texts of the fields before it. */
const isAlone = ({ title }: (typeof changes)[number]) => /language/.test(title);

const trialsWithout = ({ title, files }: (typeof changes)[number]): Trial[] =>
  (files.length > 1 ? files : []).map((left) => ({
    what: `${title}, without ${left.name}`,
    files: files.filter((file) => file !== left),
    commands: connected,
    isRight: (output) => names(output, left.name),
  }));

for (const { title, files } of changes) {
  const limit = most[title] ?? 0;
  report(
    `${title}: ${files.length} files of at most ${limit}`,
    files.length <= limit,
    'More files.',
  );
}
const wanted = process.argv[2]?.toLowerCase() ?? '';
const trials = [
  wholeTrial(changes.filter((change) => !isAlone(change))),
  wholeTrial(changes.filter(isAlone)),
  ...changes.flatMap(trialsWithout),
].filter(({ what }) => what.toLowerCase().includes(wanted));
let passed = 0;
await inCopies(trials, async ({ what, files, commands, isRight }, { withDiff }) => {
  const begun = Date.now();
  const diff = files.map((file) => file.diff).join('');
  // Where one command names the file, no other runs.
  const output = await withDiff(diff, commands, isRight);
  const isPassed = isRight(output);
  if (isPassed) passed++;
  const seconds = Math.round((Date.now() - begun) / 1000);
  report(`${what} (${seconds} s)`, isPassed, output || 'No check noticed it.');
});
console.log(`${passed} of ${trials.length} passed`);
process.exit(passed && passed === trials.length ? process.exitCode : 1);
