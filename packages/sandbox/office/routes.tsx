/** The back office: reviewers decide here, staff make cases by hand, newcomers look around. */
import { Hono } from 'hono';
import { contextStorage } from 'hono/context-storage';
import { csrf } from 'hono/csrf';

import { Problem } from '../domain/problem.ts';
import type { Services } from '../domain/services.ts';
import { documentRoutes } from './account-documents.tsx';
import { fieldRoutes } from './account-fields.tsx';
import { fileRoutes } from './account-file.tsx';
import { keyRoutes } from './account-keys.tsx';
import { lookRoutes } from './account-portal.tsx';
import { hookRoutes } from './account-webhooks.tsx';
import { caseRoutes } from './case-routes.tsx';
import { developerRoutes, type Around } from './developer-routes.tsx';
import { importRoutes } from './import-routes.tsx';
import { letterRoutes } from './letter.tsx';
import { listRoutes } from './list-routes.tsx';
import { mailboxRoutes } from './mailbox.tsx';
import { newCaseRoutes } from './new-case.tsx';
import { asksWho, staffRoutes } from './staff.tsx';

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
  app.route('/account/documents', documentRoutes(services));
  app.route('/account/portal', lookRoutes(services));
  app.route('/account/webhooks', hookRoutes(services));
  app.route('/account/keys', keyRoutes(services));
  app.route('/account/file', fileRoutes(services));
  app.route('/account', fieldRoutes(services));
  app.route('/staff', staffRoutes(services));
  app.route('/developer', developerRoutes(services, around));
  app.all('*', () => {
    throw new Problem(404, 'There is no such page.');
  });
  return app;
}
