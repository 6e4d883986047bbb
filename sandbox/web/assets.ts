/** Style sheet and script of the pages, read once. */
import { Hono } from 'hono';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import brand from './brand.json' with { type: 'json' };

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const colours = `:root{--brand:${brand.colour};--brand-dark:${brand.colourDark};--accent:${brand.accent}}\n`;

export function assetRoutes() {
  const assets: Record<string, [type: string, content: string]> = {
    'style.css': ['text/css', colours + read('web/style.css')],
    'office.js': ['text/javascript', read('back-office/office.js')],
    'portal.js': ['text/javascript', read('portal/portal.js')],
  };
  return new Hono().get('/:name', (c) => {
    const found = assets[c.req.param('name')];
    return found ? c.body(found[1], 200, { 'content-type': found[0] }) : c.notFound();
  });
}
