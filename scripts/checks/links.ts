/**
 * `npm run check -- links`: every relative link and image in the Markdown pages has a target, and some
 * page shows every picture.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { anchorOf } from '../pages/markdown.ts';
import { trackedFiles } from './run.ts';

const pages = trackedFiles('*.md');
const anchors = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));

const linked = new Set<string>();
const dead = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path, anchor] = link.split('#');
    const target = path ? join(dirname(page), path) : page;
    linked.add(target);
    if (!existsSync(target)) return [`${page}: ${link}`];
    return anchor && !anchors(target).includes(anchor)
      ? [`${page}: ${link} (no such heading)`]
      : [];
  }),
);
/** Pictures that no page shows. */
const unused = trackedFiles('docs/images/*')
  .filter((path) => existsSync(path) && !linked.has(path))
  .map((path) => `${path}: no page shows it. Use it, or take it out of scripts/screenshots.ts.`);
console.log(`${pages.length} pages, ${dead.length} dead links, ${unused.length} unused pictures`);
[...dead, ...unused].forEach((problem) => console.error(problem));
process.exit(dead.length || unused.length ? 1 : 0);
