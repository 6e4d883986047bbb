/** Making a case by hand. */
import { Hono } from 'hono';

import type { Kind } from '../domain/cases.ts';
import { toForm, toProfile } from '../domain/portals.ts';
import { Problem } from '../domain/problem.ts';
import { readRegistry, searchRegistry } from '../domain/registry.ts';
import type { Services } from '../domain/services.ts';
import { reasonOf } from './case-routes.tsx';
import { NewCase } from './new-case.tsx';
import { textsOf } from './parts.tsx';
import { actorOf } from './staff.tsx';

const kindOf = (value: unknown): Kind => (value === 'person' ? 'person' : 'business');

export function newCaseRoutes({ workflow, portals }: Services) {
  const app = new Hono();
  app.get('/', (c) => {
    const { in: country = '', q = '', number = '' } = c.req.query();
    const company = number ? readRegistry(country, number) : undefined;
    const search = { country, q, companies: q ? searchRegistry(country, q) : [] };
    const kind = kindOf(c.req.query('kind'));
    return c.html(<NewCase kind={kind} values={toForm(company)} search={search} />);
  });
  app.post('/', async (c) => {
    const { kind: asked, ...shown } = textsOf(await c.req.parseBody());
    const { external_reference = '', ...values } = shown;
    const kind = kindOf(asked);
    const who = actorOf(c);
    try {
      const { application_id } = workflow.create(
        'main',
        {
          [kind]: toProfile(values),
          ...(external_reference && { external_reference }),
          is_draft: true,
        },
        who,
      );
      portals.create('main', { application_id }, who);
      return c.redirect(`/back-office/cases/${application_id}`, 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return c.html(<NewCase kind={kind} values={shown} problem={reasonOf(error)} />, 422);
    }
  });
  return app;
}
