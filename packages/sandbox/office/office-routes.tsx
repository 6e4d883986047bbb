/** The back office: reviewers decide here, and newcomers look around. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { contextStorage } from 'hono/context-storage';
import { csrf } from 'hono/csrf';

import type { Around } from '../api/control.ts';
import { Problem } from '../domain/problem.ts';
import type { Services } from '../domain/services.ts';
import { wholeForm } from '../web/form.ts';
import { accountRoutes } from './account-page.tsx';
import { banner } from './banner.tsx';
import { listRoutes } from './case-list.tsx';
import { caseRoutes } from './case-routes.tsx';
import { developerRoutes } from './developer.tsx';
import { firstRunRoutes } from './first-run.tsx';
import { dealRoutes } from './follow.tsx';
import { importRoutes } from './import.tsx';
import { mailboxRoutes } from './mailbox.tsx';

export function backOfficeRoutes(services: Services, around: Around) {
  const app = new Hono();
  const onError = () => {
    throw new Problem(413, 'The file is larger than 10 MB. Divide it into several.');
  };
  app.use(csrf(), contextStorage(), banner(services, around.faults));
  app.use(bodyLimit({ maxSize: 10 * 1024 * 1024, onError }), wholeForm);
  app.route('/', listRoutes(services));
  app.route('/start', firstRunRoutes(services, around));
  app.route('/cases', caseRoutes(services));
  app.route('/import', importRoutes(services));
  app.route('/mailbox', mailboxRoutes(services.store));
  app.route('/account', accountRoutes(services));
  app.route('/follow', dealRoutes(services, around));
  app.route('/developer', developerRoutes(services, around));
  app.all('*', () => {
    throw new Problem(404, 'There is no such page.');
  });
  return app;
}
