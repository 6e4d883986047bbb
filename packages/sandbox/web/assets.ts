/** Style sheets, scripts and pictures of the pages. Each file is read once. */
import { Hono } from 'hono';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

/** The styles of Oat: beside the bundle of the sandbox, else where npm installed them. */
function readOat(): string {
  const beside = join(import.meta.dirname, '../web/oat.min.css');
  const path = existsSync(beside)
    ? beside
    : createRequire(import.meta.url).resolve('@knadh/oat/oat.min.css');
  return readFileSync(path, 'utf8');
}

export function assetRoutes() {
  const assets = new Map<string, [type: string, content: string]>([
    ['style.css', ['text/css', readOat() + read('web/style.css')]],
    ['office.js', ['text/javascript', read('office/office.js')]],
    ['portal.js', ['text/javascript', read('portal/portal.js')]],
  ]);
  const routes = new Hono();
  return routes.get('/:name', (c) => {
    const found = assets.get(c.req.param('name'));
    return found ? c.body(found[1], 200, { 'content-type': found[0] }) : c.notFound();
  });
}
