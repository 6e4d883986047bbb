/** *Back office → Account*: what an account has set up. */
import { Hono } from 'hono';

import type { Services } from '../domain/services.ts';
import { documentRoutes } from './account-documents.tsx';
import { fieldRoutes } from './account-fields.tsx';
import { fileRoutes } from './account-file.tsx';
import { keyRoutes } from './account-keys.tsx';
import { lookRoutes } from './account-portal.tsx';
import { hookRoutes } from './account-webhooks.tsx';

export function accountRoutes(services: Services) {
  const app = new Hono();
  app.route('/documents', documentRoutes(services));
  app.route('/portal', lookRoutes(services));
  app.route('/webhooks', hookRoutes(services));
  app.route('/keys', keyRoutes(services));
  app.route('/file', fileRoutes(services));
  app.route('/', fieldRoutes(services));
  return app;
}
