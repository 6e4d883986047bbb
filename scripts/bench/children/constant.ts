/** Child process: the sandbox's framework answering a constant. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono();
const answer = {
  application_id: 'app_1',
  business: { organization_name: 'Lumen Studio SAS', country: 'FR' },
};
app.all('*', (c) => c.json(answer));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`Base URL http://127.0.0.1:${port}`),
);
