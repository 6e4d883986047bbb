/** What the generated pages share: tables, and writing only what changed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { markdownTable } from 'markdown-table';

/** A table; cells may hold any text. */
export const table = (head: string[], rows: unknown[][]): string =>
  markdownTable(
    [head, ...rows].map((row) =>
      row.map((cell) =>
        String(cell ?? '')
          .replaceAll('|', '\\|')
          .replaceAll('\n', ' '),
      ),
    ),
    { alignDelimiters: false },
  );

/** Writes a page, unless it says the same already. */
export function writePage(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`Written: ${path}`);
}
