/** Style sheets, scripts and pictures of the pages. Each file is read once. */
import { Hono } from 'hono';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { colourOf } from '../domain/colour.ts';
import { themeSheet } from './colours.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

/** The file of a package: beside the bundle of the sandbox, else where npm installed it. */
const fromPackage = (name: string, file: string) => {
  const beside = join(import.meta.dirname, '../web', file);
  return readFileSync(
    existsSync(beside) ? beside : createRequire(import.meta.url).resolve(`${name}/${file}`),
    'utf8',
  );
};

export function assetRoutes() {
  const assets: Record<string, [type: string, content: string]> = {
    'style.css': [
      'text/css',
      fromPackage('@knadh/oat', 'oat.min.css') + themeSheet() + read('web/style.css'),
    ],
    'office.js': ['text/javascript', read('office/office.js')],
    'portal.js': ['text/javascript', read('portal/portal.js')],
    'docs.js': ['text/javascript', read('office/docs.js')],
  };
  const kinds: Record<string, string> = {
    'swagger-ui-bundle.js': 'text/javascript',
    'swagger-ui.css': 'text/css',
  };
  const routes = new Hono();
  routes.get('/theme/:colour', (c) => {
    const colour = colourOf(`#${c.req.param('colour').replace(/\.css$/, '')}`);
    if (!colour) return c.notFound();
    return c.body(themeSheet(colour), 200, { 'content-type': 'text/css' });
  });
  return routes.get('/:name', (c) => {
    const name = c.req.param('name');
    // Read when the reference is opened: most starts do not need it.
    if (Object.hasOwn(kinds, name)) {
      assets[name] ??= [kinds[name]!, fromPackage('swagger-ui-dist', name)];
    }
    const found = assets[name];
    return found ? c.body(found[1], 200, { 'content-type': found[0] }) : c.notFound();
  });
}
