/** The back office: reviewers decide here, staff make cases by hand, newcomers look around. */
import { Hono } from 'hono';
import { contextStorage } from 'hono/context-storage';
import { csrf } from 'hono/csrf';

import type { Faults } from '../api/faults.ts';
import type { RequestLog } from '../api/request-log.ts';
import { Problem } from '../domain/problem.ts';
import type { SeedName } from '../domain/seeds.ts';
import type { Services } from '../domain/services.ts';
import type { Post } from '../mail/post.ts';
import { accountRoutes } from './account-routes.tsx';
import { caseRoutes } from './case-routes.tsx';
import { developerRoutes } from './developer-routes.tsx';
import { importRoutes } from './import-routes.tsx';
import { letterRoutes } from './letter.tsx';
import { listRoutes } from './list-routes.tsx';
import { mailboxRoutes } from './mailbox.tsx';
import { newCaseRoutes } from './new-case-routes.tsx';
import { asksWho, staffRoutes } from './staff.tsx';

interface Around {
  url: () => string;
  log: RequestLog;
  faults: Faults;
  post: Post;
  reset: (seed: SeedName) => void;
}

export function backOfficeRoutes(services: Services, around: Around) {
  const { post } = around;
  const app = new Hono();
  app.use(csrf(), contextStorage(), asksWho);
  app.route('/', listRoutes(services));
  app.route('/cases', caseRoutes(services, post));
  app.route('/new', newCaseRoutes(services));
  app.route('/import', importRoutes(services, post));
  app.route('/letter', letterRoutes(services.store));
  app.route('/mailbox', mailboxRoutes(services.store));
  app.route('/account', accountRoutes(services));
  app.route('/staff', staffRoutes(services));
  app.route('/developer', developerRoutes(services, around));
  app.all('*', () => {
    throw new Problem(404, 'There is no such page.');
  });
  return app;
}
