/** Tools for generated pages: tables, and writing only changed pages. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const line = (cells: unknown[]): string =>
  `| ${cells
    .map((cell) =>
      String(cell ?? '')
        .replaceAll('|', '\\|')
        .replaceAll('\n', ' '),
    )
    .join(' | ')} |`;

/** A Markdown table. Cells may contain any text. */
export const table = (head: string[], rows: unknown[][]): string =>
  [line(head), line(head.map(() => '-')), ...rows.map(line)].join('\n');

/** A page of paragraphs, without empty ones. */
export const page = (...paragraphs: string[]): string =>
  `${paragraphs.filter(Boolean).join('\n\n')}\n`;

/** `npm run docs -- --check` only compares. */
export const onlyChecks = process.argv.includes('--check');

/** Writes a page if it changed. With `--check`, a changed page is an error. */
export function writePage(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  if (onlyChecks) {
    console.error(`${path} is not what the code says: run npm run docs.`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`Written: ${path}`);
}

/**
 * The page with a new text between its comments `<!-- operations -->` and `<!-- /operations -->`.
 * @throws Error if the page lacks them.
 */
export function withList(path: string, list: string): string {
  const text = readFileSync(path, 'utf8');
  const [all, indent = ''] =
    /^( *)<!-- operations -->\n[\s\S]*?<!-- \/operations -->/m.exec(text) ?? [];
  if (!all)
    throw new Error(`${path} lacks the comments <!-- operations --> and <!-- /operations -->.`);
  const lines = `<!-- operations -->\n\n${list}\n\n<!-- /operations -->`.split('\n');
  return text.replace(all, () => lines.map((one) => one && indent + one).join('\n'));
}

/** The anchor of a heading in Markdown on GitHub. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
