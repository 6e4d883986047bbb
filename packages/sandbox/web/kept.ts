/**
 * What a page shows after a form: the refused values with their mistakes, or a new secret. The form
 * leads on to the page, so that neither Back nor a reload sends it again.
 */
import type { Context } from 'hono';
import { randomBytes } from 'node:crypto';

/** The oldest ones go first. */
const most = 500;
const kept = new Map<string, { page: string; content: object }>();

/** Leads to a page with this content. `path` may have a query. */
export function showOn(c: Context, path: string, content: object): Response {
  const id = randomBytes(12).toString('base64url');
  kept.set(id, { page: path.split('?')[0]!, content });
  if (kept.size > most) kept.delete(kept.keys().next().value!);
  return c.redirect(`${path}${path.includes('?') ? '&' : '?'}kept=${id}`, 303);
}

/** The content for this page, if a form has led to it. */
export function keptFor<Content extends object>(c: Context): Partial<Content> {
  const found = kept.get(c.req.query('kept') ?? '');
  return found?.page === c.req.path ? (found.content as Partial<Content>) : {};
}

/** The content for this page, which is shown only once. */
export function keptOnce<Content extends object>(c: Context): Partial<Content> {
  const content = keptFor<Content>(c);
  kept.delete(c.req.query('kept') ?? '');
  return content;
}
