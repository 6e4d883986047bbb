/** The embedded service: one HTTP server with API, portal, back office and control plane. */
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { apiRoutes, type Services } from './api.ts';
import { backOfficeRoutes } from './back-office/routes.tsx';
import brand from './brand.json' with { type: 'json' };
import { openCases } from './cases.ts';
import { controlRoutes } from './control.ts';
import { openOutbox } from './delivery.ts';
import { openFaults } from './faults.ts';
import { startMailServer } from './mailbox.ts';
import { openPortals } from './portals.ts';
import { openApiDocument } from './openapi.ts';
import { Reference } from './reference.tsx';
import { portalRoutes } from './portal/routes.tsx';
import { Problem } from './problem.ts';
import { openRepeats } from './repeats.ts';
import { openRequestLog } from './request-log.ts';
import { seeds, type SeedName } from './seeds.ts';
import { openStore } from './store.ts';

export interface SandboxOptions {
  /** HTTP port on 127.0.0.1; 0 takes a free one. */
  port?: number;
  /** SMTP port on 127.0.0.1; 0 takes a free one; left out, no mail server starts. */
  smtpPort?: number;
  /** Folder that keeps the data; left out, nothing is kept. */
  folder?: string;
  /** Multiplies the delays of repeated deliveries. */
  deliveryFactor?: number;
  /** How long an Idempotency-Key lives; a day where left out. */
  idempotencySeconds?: number;
  /** Password of the back office (user "reviewer"); without one only this computer may open it. */
  password?: string;
}

export const defaultKey = 'sandbox_key';

const asset = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Starts a sandbox. `reset` empties it, `close` stops it. */
export async function createSandbox(options: SandboxOptions = {}) {
  const { folder, port = 0, smtpPort, password } = options;
  if (folder) mkdirSync(folder, { recursive: true });
  const store = openStore(folder ? join(folder, 'sandbox.db') : ':memory:');
  const openAccount = () =>
    store.run('insert or ignore into accounts (api_key, account) values (?,?)', defaultKey, 'main');
  openAccount();

  let url = '';
  const outbox = openOutbox(store, { url: () => url, factor: options.deliveryFactor });
  const cases = openCases(store, outbox);
  const services: Services = {
    store,
    cases,
    outbox,
    portals: openPortals(store, cases, outbox),
    repeats: openRepeats(store, Date.now, options.idempotencySeconds),
  };
  const faults = openFaults();
  const log = openRequestLog();
  const reset = (seed: SeedName = 'empty') => {
    store.clear();
    faults.clear();
    outbox.disturb({});
    log.clear();
    openAccount();
    seeds[seed](services);
  };

  const app = new Hono<{ Bindings: HttpBindings; Variables: { formAction?: string } }>();
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof Problem) return c.json({ detail: error.detail }, error.status);
    console.error(error);
    return c.json({ detail: 'The sandbox failed on its side.' }, 500);
  });
  app.notFound((c) => c.json({ detail: 'There is no such address.' }, 404));

  app.use('/api/*', log.middleware, faults.middleware);
  app.use('/applications/*', log.middleware, faults.middleware);
  app.use('*', async (c, next) => {
    if (/^\/(api|applications)\//.test(c.req.path)) return next();
    await secureHeaders({
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'DENY',
      // Served over http on this computer only.
      strictTransportSecurity: false,
    })(c, next);
    const forms = ["'self'", c.get('formAction')].filter(Boolean).join(' ');
    c.header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    );
    if (!c.req.path.startsWith('/assets/')) c.header('cache-control', 'no-store');
  });

  const colours = `:root{--brand:${brand.colour};--brand-dark:${brand.colourDark};--accent:${brand.accent}}\n`;
  const assets: Record<string, [type: string, content: string]> = {
    'style.css': ['text/css', colours + asset('style.css')],
    'portal.js': ['text/javascript', asset('portal/portal.js')],
  };
  app.get('/assets/:name', (c) => {
    const found = assets[c.req.param('name')];
    return found ? c.body(found[1], 200, { 'content-type': found[0] }) : c.notFound();
  });

  // Reviewers and tests only: this computer, or the password.
  for (const inside of ['/back-office/*', '/back-office', '/_sandbox/*']) {
    app.use(inside, async (c, next) => {
      if (password) return basicAuth({ username: 'reviewer', password })(c, next);
      const from = getConnInfo(c).remote.address ?? '';
      const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(from);
      const host = new URL(c.req.url).hostname;
      if (local && ['127.0.0.1', 'localhost', '[::1]'].includes(host)) return next();
      return c.text('The back office is open on this computer only.', 403);
    });
  }
  app.get('/', (c) => c.redirect('/back-office'));
  app.get('/openapi.json', (c) => c.json(openApiDocument()));
  app.get('/docs', (c) => c.html(<Reference document={openApiDocument()} />));
  app.route('/portals', portalRoutes(services));
  app.route('/back-office', backOfficeRoutes(services, { url: () => url, log, faults }));
  app.route('/_sandbox', controlRoutes(services, faults, reset));
  app.route('/', apiRoutes(services));

  const mail = smtpPort === undefined ? undefined : await startMailServer(store, smtpPort);
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outbox.start();

  return {
    url,
    apiKey: defaultKey,
    smtpPort: mail?.port,
    services,
    faults,
    /** The API requests since the last reset, newest first, at most 200. */
    requests: log.latest,
    reset,
    async close() {
      outbox.stop();
      await mail?.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      store.close();
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;
