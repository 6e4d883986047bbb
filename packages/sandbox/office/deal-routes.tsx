/** The page that follows a deal. */
import { Hono } from 'hono';

import type { Around } from '../api/control.ts';
import { scenarios, type ScenarioName } from '../api/scenarios.ts';
import { existing } from '../domain/problem.ts';
import type { Parts } from '../domain/services.ts';
import { DealPage, linePath, RequestPage } from './deal-page.tsx';
import { dealOf, nameIn } from './deal.ts';

/** Leads to the place of a request on the page of its deal. */
export const requestPath = (id: number | string) => `/back-office/follow/request/${id}`;

export function dealRoutes(
  services: Parts<'store' | 'clock' | 'cases' | 'parties' | 'documents' | 'outbox'>,
  { log }: Around,
) {
  const app = new Hono();
  app.get('/request/:id', (c) => {
    const request = existing(
      log.get(Number(c.req.param('id'))),
      'The log no longer has this request.',
    );
    const name = nameIn(request);
    if (name === undefined) return c.html(<RequestPage request={request} />);
    return c.redirect(linePath(name, `request-${request.id}`), 303);
  });
  app.get('/:name', (c) => {
    const deal = dealOf(services, log, c.req.param('name'));
    return c.html(
      <DealPage
        deal={deal}
        now={services.clock.iso()}
        open={c.req.query('open')}
        expected={scenarios[c.req.query('scenario') as ScenarioName]?.expected}
      />,
    );
  });
  return app;
}
