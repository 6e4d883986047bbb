/** Child process: the least a service does for "create a case": validation, one insert, commit. */
import { serve } from '@hono/node-server';
import Database from 'libsql';
import { Hono } from 'hono';

import { CreateApplicationBody } from '../../../service/contract.ts';

const db = new Database(':memory:');
db.exec('create table cases (application_id text primary key, data text not null)');
const insert = db.prepare('insert into cases (application_id, data) values (?,?)');
let seq = 0;

const app = new Hono();
app.post('/api/applications', async (c) => {
  const body = CreateApplicationBody.parse(await c.req.json());
  const stored = { application_id: `app_${++seq}`, ...body };
  db.transaction(() => insert.run(stored.application_id, JSON.stringify(stored)))();
  return c.json(stored, 201);
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`Base URL http://127.0.0.1:${port}`),
);
