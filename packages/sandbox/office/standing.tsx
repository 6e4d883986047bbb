/** The bar on every page of the office while faults are in force or the clock is moved. */
import { tryGetContext } from 'hono/context-storage';
import type { Context, MiddlewareHandler } from 'hono';

import type { Faults } from '../api/faults.ts';
import type { Parts } from '../domain/services.ts';

/** A page of the office; its list for any other address. */
export const officePage = (value: unknown): string =>
  typeof value === 'string' && /^\/back-office(?:[/?].*)?$/.test(value) ? value : '/back-office';

/** This page, else the page of the form that was sent. */
function pageHere({ req }: Context): string {
  const { pathname, searchParams } = new URL(req.url);
  // What the form before this page has done is no part of it.
  searchParams.delete('done');
  if (req.method === 'GET') return searchParams.size ? `${pathname}?${searchParams}` : pathname;
  return /^\/back-office\/(cases\/[^/]+|[^/]+)/.exec(pathname)?.[0] ?? '/back-office';
}

type Env = { Variables: { standing: () => string[] } };

/** Hands each page what is not as usual. Faults are shown as the control plane takes them. */
export const standing =
  ({ clock, outbox }: Parts<'clock' | 'outbox'>, faults: Faults): MiddlewareHandler<Env> =>
  (c, next) => {
    c.set('standing', () => {
      const isDisturbed = Object.values(outbox.disturbance).flat().length > 0;
      const hours = Math.round(clock.ahead() / 3600_000);
      const [time, unit] = hours < 48 ? [hours, 'hour'] : [Math.round(hours / 24), 'day'];
      const words = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' });
      return [
        ...faults.list().map((fault) => `Fault: ${JSON.stringify(fault)}`),
        ...(isDisturbed ? [`Deliveries: ${JSON.stringify(outbox.disturbance)}`] : []),
        ...(hours > 0 ? [`The clock is ${words.format(time)} ahead`] : []),
      ];
    });
    return next();
  };

/** What is not as usual, and the button that undoes it. */
export function Standing() {
  const c = tryGetContext<Env>();
  const texts = c?.get('standing')?.() ?? [];
  if (!c || !texts.length) return null;
  return (
    <form
      id="standing"
      method="post"
      action="/back-office/developer/undo"
      class="note warning hstack justify-between"
    >
      <input type="hidden" name="to" value={pageHere(c)} />
      <span>{texts.join(' · ')}</span>
      <button class="outline small">Undo</button>
    </form>
  );
}
