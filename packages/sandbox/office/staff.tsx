/** Who acts: chosen once in each browser, shown on every page, written into the timeline. */
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

import type { Services } from '../domain/services.ts';
import { unlessRefused } from '../domain/problem.ts';
import { addStaff, staffNames } from '../domain/staff.ts';
import { Input, Office, Submit } from './parts.tsx';

const at = '/back-office/staff';
const year = 365 * 24 * 3600;

/** The name that was chosen in this browser. */
const chosenName = (c: Context): string | undefined =>
  getCookie(c, 'staff')?.trim().slice(0, 80) || undefined;

/** Who acts; programs that call the back office have no name. */
export const actorOf = (c: Context): string => chosenName(c) ?? 'Reviewer';

/** A path of the back office; an address of anywhere else is none. */
const pathOf = (value: unknown): string =>
  typeof value === 'string' && /^\/back-office(?:[/?].*)?$/.test(value) ? value : '/back-office';

/** Asks a person who acts before the first page. Programs, which want no page, are let through. */
export const asksWho: MiddlewareHandler = async (c, next) => {
  const wantsPage = c.req.method === 'GET' && c.req.header('accept')?.startsWith('text/html');
  if (!wantsPage || chosenName(c) || c.req.path.startsWith(at)) return next();
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`${at}?${new URLSearchParams({ to: pathname + search })}`, 302);
};

function Who({ names, to, problem }: { names: string[]; to: string; problem?: string }) {
  return (
    <Office title="Who are you?" at={at} problem={problem}>
      <p class="hint">
        Your name stands in the timeline of each case and in its events, beside what you did. This
        browser remembers it.
      </p>
      {names.length > 0 && (
        <form method="post" class="card">
          <input type="hidden" name="to" value={to} />
          <div class="actions left">
            {names.map((name) => (
              <button class="plain" name="name" value={name}>
                {name}
              </button>
            ))}
          </div>
        </form>
      )}
      <form method="post" class="card">
        <input type="hidden" name="to" value={to} />
        <Input
          name="name"
          label={names.length ? 'Another name' : 'Your name'}
          maxlength={80}
          autocomplete="name"
        />
        <Submit>Go on</Submit>
      </form>
    </Office>
  );
}

export function staffRoutes({ store, clock }: Pick<Services, 'store' | 'clock'>) {
  const app = new Hono();
  app.get('/', (c) => c.html(<Who names={staffNames(store)} to={pathOf(c.req.query('to'))} />));
  app.post('/', async (c) => {
    const form = await c.req.parseBody();
    const to = pathOf(form.to);
    return unlessRefused(
      () => {
        const name = addStaff(store, clock, String(form.name ?? ''));
        setCookie(c, 'staff', name, { path: '/back-office', sameSite: 'Lax', maxAge: year });
        return c.redirect(to, 303);
      },
      ({ message }) => c.html(<Who names={staffNames(store)} to={to} problem={message} />, 422),
    );
  });
  return app;
}
