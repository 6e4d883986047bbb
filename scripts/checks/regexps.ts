/**
 * `npm run check -- regexps`: no regular expression of the product takes long for a long text. recheck
 * looks at the literals, and at what modules build while they are loaded. It does not see what functions
 * build, scripts within the sandbox's pages and other packages.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import ts from 'typescript';

import { installTools } from '../../tools/install.mjs';
import { report } from './report.ts';
import { trackedFiles } from './run.ts';

/** Where a pattern is and how it begins -> why recheck does not look at it. */
const exceptions: Record<string, string> = {
  'client/exchange/answer.ts /\\b(not|': 'Tries at most 40 characters for each word.',
  'client/exchange/answer.ts /\\b(?:case|': 'recheck does not end. No two parts share a character.',
  'client/exchange/connection.ts /\\/+$/': 'The address that an owner connects.',
  'client/exchange/answer-errors.ts built': 'Signs of a text, escaped.',
  'client/exchange/list.ts /^<': 'Node reads at most 16 KB of headers.',
  'client/basics/time.ts /(': 'Reads at most 100 characters.',
  'fields/kinds/dates.ts built': 'Reads at most 100 characters.',
  'packages/doctor/doctor-options.ts /\\/+$/': 'The address that an owner types.',
  'service/countries.ts /^(.+?)': 'Reads at most 120 characters.',
  'service/file-formats.ts /^\\W{0,9}?<[^]*(': 'Reads 4 KB; recheck takes a quarter of a minute.',
  'service/dialect.ts /\\{([^}]*)': 'A path of the dialect, which the builder writes.',
};

/** Steps, not time, so that a busy computer finds the same. */
const limits = { timeout: null, attackTimeout: null, incubationTimeout: null, attackLimit: 3e7 };

/** `key` is its file with its text, or with "built". */
interface Pattern {
  key: string;
  source: string;
  flags: string;
}

/** The literals of a file, and whether it builds others. */
function literalsIn(path: string, text: string): { literals: Pattern[]; builds: boolean } {
  const literals: Pattern[] = [];
  let builds = false;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text)!;
      literals.push({ key: `${path} ${node.text}`, source, flags });
    }
    builds ||= ts.isNewExpression(node) && node.expression.getText() === 'RegExp';
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return { literals, builds };
}

/** What modules build while they are loaded. */
async function builtBy(paths: string[]): Promise<Pattern[]> {
  const built: Pattern[] = [];
  globalThis.RegExp = new Proxy(RegExp, {
    construct(usual, [source, flags = '']: [string, string?]) {
      const caller = new Error().stack!.split('\n')[2]!;
      const path = paths.find((one) => caller.includes(`${resolve(one)}:`));
      if (path) built.push({ key: `${path} built`, source, flags });
      return new usual(source, flags);
    },
  });
  for (const path of paths) await import(resolve(path));
  return built;
}

installTools('tools/regexps');
/** Its main file would start a binary or Java. */
const { checkSync } = createRequire(resolve('tools/regexps/package.json'))(
  'recheck/lib/browser.js',
) as {
  checkSync(...pattern: [source: string, flags: string, limits: object]): {
    status: 'safe' | 'vulnerable' | 'unknown';
    complexity?: { summary: string };
  };
};
function problemsOf({ key, source, flags }: Pattern): string[] {
  const { status, complexity } = checkSync(source, flags, limits);
  return status === 'safe' ? [] : [`${key} /${source}/: ${complexity?.summary ?? status}`];
}

const sample = literalsIn('a.ts', 'const a = /^(a|a)*$/; const b = /^ab$/; new RegExp(b);');
const found = sample.literals.flatMap(problemsOf).join();
const isFound = /^a\.ts .*exponential$/.test(found) && sample.builds;
report('Finds a slow pattern, and one that is built', isFound, found);

const files = trackedFiles('*.ts', '*.tsx')
  .filter((path) => !/^(test|scripts|tools|demo)\/|\/test\//.test(path))
  .map((path) => ({ path, ...literalsIn(path, readFileSync(path, 'utf8')) }));
const builders = files.filter(({ builds }) => builds).map(({ path }) => path);
const built = await builtBy(builders);
const patterns = [...files.flatMap(({ literals }) => literals), ...built];
const unseen = builders
  .map((path) => `${path} built`)
  .filter((key) => !patterns.some((one) => one.key === key));
const keys = [...patterns.map(({ key }) => key), ...unseen];
const begins = (key: string) => Object.keys(exceptions).some((one) => key.startsWith(one));
const unused = Object.keys(exceptions).filter((one) => !keys.some((key) => key.startsWith(one)));
const looked = new Map(
  patterns.filter(({ key }) => !begins(key)).map((one) => [`/${one.source}/${one.flags}`, one]),
);
const problems = [
  ...[...looked.values()].flatMap(problemsOf),
  ...unseen.filter((key) => !begins(key)).map((key) => `${key} by a function, unseen`),
  ...unused.map((one) => `${one}: no such exception is needed`),
];
report(`Of ${looked.size} patterns, none is slow`, !problems.length, problems.join('\n'));
