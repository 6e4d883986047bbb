/** The pages and actions of the developer section. */
import { Hono, type Context } from 'hono';
import * as z from 'zod/mini';

import { clientName } from '../../../service/contract.ts';
import type { Around } from '../api/control.ts';
import { valid } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { seedNames } from '../domain/seeds.ts';
import { countMails } from '../mail/mails.ts';
import { dealPath } from './deal-page.tsx';
import { Developer, latest } from './developer.tsx';
import { after } from './parts.tsx';
import { officePage } from './standing.tsx';

const page = '/back-office/developer';

type Services = Parts<'store' | 'clock' | 'cases' | 'outbox'>;

/** The page with everything. */
function showPage(c: Context, { store, clock, cases, outbox }: Services, { log }: Around) {
  /** The name of a case's client; undefined for an event about no case. */
  const clientOf = (id: string) => {
    const found = cases.named(id);
    return found && clientName(found);
  };
  return c.html(
    <Developer
      requests={log.latest().slice(0, latest)}
      deliveries={outbox
        .latest(latest)
        .map((row) => ({ ...row, client: clientOf(row.application_id) }))}
      now={clock.iso()}
      cases={cases.count()}
      mails={countMails(store)}
    />,
  );
}

/** The actions of the page's forms, by path, with an `id` from the path. @returns the next page. */
const actsOf = (
  { clock, outbox }: Services,
  { faults, reset }: Around,
): Record<string, (form: Record<string, unknown>, id: string) => string> => ({
  '/deliveries/:id/again': (_, id) => after(dealPath(outbox.sendAgain(id)), 'sentAgain'),
  /** Ends all faults and sets the clock back to now. */
  '/undo'({ to }) {
    faults.clear();
    outbox.disturb({});
    clock.backToNow();
    outbox.followClock();
    return after(officePage(to), 'undone');
  },
  '/clock'({ seconds }) {
    clock.advance(Math.min(Math.max(Number(seconds) || 0, 0), 366 * 24 * 3600) * 1000);
    outbox.look();
    return after(page, 'clockMoved');
  },
  '/reset'({ seed, account }) {
    reset(valid(z.enum(seedNames), seed), account !== 'too');
    return after('/back-office', 'reset');
  },
});

export function developerRoutes(services: Services, around: Around) {
  const app = new Hono();
  app.get('/', (c) => showPage(c, services, around));
  for (const [path, act] of Object.entries(actsOf(services, around))) {
    app.post(path, async (c) =>
      c.redirect(act(await c.req.parseBody(), c.req.param('id') ?? ''), 303),
    );
  }
  return app;
}
