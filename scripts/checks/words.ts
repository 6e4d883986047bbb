/**
 * `npm run check -- words`: prints the words of each page and the longest sentences of pages and
 * editor. Fails if all pages or the README have too many words.
 */
import { readFileSync } from 'node:fs';

import app from '../../index.ts';
import { compiled, inputFieldsOf, operationsOf } from '../../test/support/definition.ts';
import { trackedFiles } from './run.ts';

const most = { all: 20_000, 'README.md': 900 };
const longest = 20;

/** Removes code blocks, link addresses and table lines, which are not prose. */
const readable = (markdown: string) =>
  markdown.replace(/^( *)```[\s\S]*?^\1```/gm, '').replace(/\]\([^)]*\)/g, ']');
const words = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

/**
 * Sentences of a text. A cell, a heading and an item of a list also end one; code counts as one
 * word.
 */
const sentences = (text: string) =>
  text
    .replace(/`[^`]*`(, `[^`]*`)+/g, '`…`')
    .split(/\||<br>|\n\s*(?:\n|[-*#]|\d+\.)|(?<=[.!?:]["*)]?)\s+(?=[`\d]|["*[(]*\p{Lu})/u)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());

const pages = trackedFiles('README.md', 'CONTRIBUTING.md', 'docs/*.md', 'packages/*/README.md');
const texts = pages.map((page) => ({ page, text: readable(readFileSync(page, 'utf8')) }));

/** Texts of the editor, each with its place. */
const editor = operationsOf(compiled(app)).flatMap((operation): [string, string][] => [
  [operation.key, operation.display.description],
  ...inputFieldsOf(operation).map(({ key, helpText = '' }): [string, string] => [
    `${operation.key}.${key}`,
    helpText,
  ]),
]);

const counts = texts.map(({ page, text }) => ({ page, count: words(text).length }));
const all = counts.reduce((sum, { count }) => sum + count, 0);
for (const { page, count } of counts.toSorted((a, b) => b.count - a.count)) {
  console.log(`${String(count).padStart(6)} ${page}`);
}
console.log(`${String(all).padStart(6)} in all, at most ${most.all}\n`);

// The specification is not ours.
const own = texts.filter(({ page }) => page !== 'docs/service-interface.md');
const said = new Map<string, string>();
for (const { page, text } of own) for (const part of sentences(text)) said.set(part, page);
for (const [where, text] of editor) for (const part of sentences(text)) said.set(part, where);
const ranked = [...said]
  .map(([sentence, where]) => ({ sentence, where, count: words(sentence).length }))
  .toSorted((a, b) => b.count - a.count);
for (const { sentence, where, count } of ranked.slice(0, longest)) {
  console.log(`${String(count).padStart(6)} ${where}: ${sentence}`);
}
const short = ranked.filter(({ count }) => count <= 18).length;
console.log(`${Math.round((100 * short) / ranked.length)} % have at most 18 words`);

const problems = [
  ...(all > most.all ? [`${all} words in all pages, more than ${most.all}`] : []),
  ...counts
    .filter(({ page, count }) => page === 'README.md' && count > most['README.md'])
    .map(({ page, count }) => `${page}: ${count} words, more than ${most['README.md']}`),
];
problems.forEach((problem) => console.error(problem));
// Exits despite a timer of the platform.
process.exit(problems.length ? 1 : 0);
