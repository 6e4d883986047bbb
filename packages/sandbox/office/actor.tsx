/**
 * The person in this browser: the header of each page has the name, and the timeline records it.
 */
import { Hono, type Context } from 'hono';
import { tryGetContext } from 'hono/context-storage';
import { getCookie, setCookie } from 'hono/cookie';

import { Problem } from '../domain/problem.ts';

const cookie = 'name';
const year = 365 * 24 * 3600;
/** Names that a timeline reserves: no person may use them. */
const reserved = ['api', 'client', 'import', 'seed', 'service', 'workflow'];

/** The acting person. Without a name, and for programs, the reviewer. */
export const actorOf = (c: Context): string =>
  getCookie(c, cookie)?.trim().slice(0, 80) || 'Reviewer';

/** A path of the back office; undefined for any other address. */
export const pathOf = (value: unknown): string =>
  typeof value === 'string' && /^\/back-office(?:[/?].*)?$/.test(value) ? value : '/back-office';

/** This page, else the page of the form that was sent. */
export function pageHere({ req }: Context): string {
  const { pathname, search } = new URL(req.url);
  if (req.method === 'GET') return pathname + search;
  return /^\/back-office\/(cases\/[^/]+|[^/]+)/.exec(pathname)?.[0] ?? '/back-office';
}

/** The field in the header. */
export function ActorField() {
  const c = tryGetContext();
  if (!c) return null;
  return (
    <form method="post" action="/back-office/name" class="hstack">
      <input type="hidden" name="to" value={pageHere(c)} />
      <label>
        Your name{' '}
        <input name="name" value={actorOf(c)} maxlength={80} autocomplete="name" required />
      </label>
      <button class="outline small" aria-label="Save your name">
        Save
      </button>
    </form>
  );
}

export function actorRoutes() {
  const app = new Hono();
  app.post('/', async (c) => {
    const form = await c.req.parseBody();
    const name = String(form.name ?? '')
      .trim()
      .replace(/\s+/g, ' ')
      .slice(0, 80);
    if (!name) throw new Problem(422, 'Enter your name.');
    if (reserved.includes(name.toLowerCase())) {
      const reason = `“${name}” stands for somebody else in the timeline. Enter another name.`;
      throw new Problem(422, reason);
    }
    setCookie(c, cookie, name, { path: '/back-office', sameSite: 'Lax', maxAge: year });
    return c.redirect(pathOf(form.to), 303);
  });
  return app;
}
