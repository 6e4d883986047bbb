/** The pages and actions of the developer section. */
import { Hono } from 'hono';
import { stream } from 'hono/streaming';

import { clientName } from '../../../service/contract.ts';
import type { Around } from '../api/control.ts';
import type { Fault } from '../api/faults.ts';
import { served } from '../api/api-routes.ts';
import { play } from '../api/scenarios.ts';
import { Problem } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import type { SeedName } from '../domain/seeds.ts';
import { countMails } from '../mail/mails.ts';
import { dealPath } from './deal-page.tsx';
import { revisionOf } from './deal-routes.tsx';
import { deliveriesPath, Developer, pageSize, ResetPage, seedLabels } from './developer.tsx';
import { answerFaults, deliveryFaults } from './fault-choices.ts';
import { after } from './parts.tsx';
import { officePage } from './standing.tsx';

const page = '/back-office/developer';

/** Each endpoint by method and path. A fault affects every path that starts with the fixed part. */
const choices = Object.values(served).map(({ method, path }): [string, string] => [
  `${method} ${path.replace(/\{.*$/, '')}`,
  `${method} ${path}`,
]);

/** The row that a button names. @throws Problem 422 for an unknown name. */
function rowOf<Row>(table: Record<string, Row>, value: unknown): Row {
  const name = String(value);
  if (Object.hasOwn(table, name)) return table[name]!;
  throw new Problem(422, `“${name}” is unknown. Use one of: ${Object.keys(table).join(', ')}.`);
}

/** The page with everything, and the page of a reset. */
function pageRoutes(
  app: Hono,
  services: Parts<'store' | 'clock' | 'cases' | 'outbox'>,
  { log }: Around,
) {
  const { store, clock, cases, outbox } = services;
  /** The name of a case's client; undefined for an event about no case. */
  const clientOf = (id: string) => {
    const found = cases.named(id);
    return found && clientName(found);
  };
  app.get('/', (c) => {
    const numberOf = (name: string) => Math.max(Math.floor(Number(c.req.query(name))) || 1, 1);
    const pages = { requests: numberOf('requests'), deliveries: numberOf('deliveries') };
    const end = (name: keyof typeof pages) => pages[name] * pageSize + 1;
    return c.html(
      <Developer
        requests={log.latest().slice(end('requests') - pageSize - 1, end('requests'))}
        deliveries={outbox
          .latest(end('deliveries'))
          .slice(end('deliveries') - pageSize - 1)
          .map((row) => ({ ...row, client: clientOf(row.application_id) }))}
        pages={pages}
        endpoints={choices}
        now={clock.iso()}
        revision={revisionOf(services, log)}
      />,
    );
  });

  /** Reports a change since the page was loaded. */
  app.get('/live', (c) => {
    c.header('content-type', 'text/event-stream');
    return stream(c, async (out) => {
      let seen = c.req.query('from');
      while (!out.aborted) {
        const now = revisionOf(services, log);
        // A comment keeps the connection open.
        await out.write(now === seen ? ':\n\n' : 'event: change\ndata:\n\n');
        seen = now;
        await out.sleep(300);
      }
    });
  });

  app.get('/reset', (c) => {
    const seed = c.req.query('seed');
    rowOf(seedLabels, seed);
    const counts = { cases: cases.count(), mails: countMails(store) };
    return c.html(<ResetPage seed={seed as SeedName} {...counts} />);
  });
}

type Services = Parts<'store' | 'clock' | 'cases' | 'workflow' | 'portals' | 'outbox'>;

/** The actions of the page's forms, by path, with an `id` from the path. @returns the next page. */
const actsOf = (
  services: Services,
  { faults, reset }: Around,
): Record<string, (form: Record<string, unknown>, id: string) => string | Promise<string>> => {
  const { clock, outbox } = services;
  return {
    '/deliveries/:id/again': (_, id) => after(dealPath(outbox.sendAgain(id)), 'sentAgain'),
    async '/scenarios'({ name }) {
      const { application_id } = await play(services, faults, String(name));
      return `${dealPath(application_id)}?scenario=${String(name)}`;
    },
    '/faults'({ endpoint = '', fault, times }) {
      if (endpoint && !choices.some(([value]) => value === endpoint)) {
        throw new Problem(422, `There is no endpoint “${String(endpoint)}”.`);
      }
      const [method, path] = String(endpoint).split(' ');
      faults.add({
        path: path || '/',
        ...(path && { method: method as Fault['method'] }),
        times: Math.min(Math.max(Math.floor(Number(times)) || 1, 1), 1000),
        ...rowOf(answerFaults, fault).fault,
      });
      return after(`${page}#api-requests`, 'faultSet');
    },
    '/deliveries'({ fault }) {
      outbox.disturb(rowOf(deliveryFaults, fault).fault);
      return after(deliveriesPath, 'faultSet');
    },
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
      rowOf(seedLabels, seed);
      reset(seed as SeedName, account !== 'too');
      return after('/back-office', 'reset');
    },
  };
};

export function developerRoutes(services: Services, around: Around) {
  const app = new Hono();
  pageRoutes(app, services, around);
  for (const [path, act] of Object.entries(actsOf(services, around))) {
    app.post(path, async (c) =>
      c.redirect(await act(await c.req.parseBody(), c.req.param('id') ?? ''), 303),
    );
  }
  return app;
}
