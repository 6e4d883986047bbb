/** The embedded service: one HTTP server with API, portal, back office and control plane. */
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';

import { openFaults } from './api/faults.ts';
import { openApiDocument } from './api/openapi.ts';
import { openApi30, swagger20 } from './api/openapi-dialects.ts';
import { Reference } from './api/reference.tsx';
import { openRequestLog } from './api/request-log.ts';
import { apiRoutes } from './api/routes.ts';
import type { Around } from './office/developer-routes.tsx';
import { backOfficeRoutes } from './office/routes.tsx';
import { controlRoutes } from './control/routes.ts';
import { takeAccount } from './domain/account-file.ts';
import { openFolder } from './domain/folder.ts';
import { Problem } from './domain/problem.ts';
import { seeds, type SeedName } from './domain/seeds.ts';
import { openServices, type Services } from './domain/services.ts';
import { openStore } from './domain/store.ts';
import { failed } from './failures.tsx';
import { startMailServer } from './mail/mail-server.ts';
import { portalRoutes } from './portal/routes.tsx';
import { insiders, sameOrigin } from './web/access.ts';
import { assetRoutes } from './web/assets.ts';
import { pageHeaders, type PageEnv } from './web/headers.ts';

export interface SandboxOptions {
  /** HTTP port on 127.0.0.1; 0 takes a free one. */
  port?: number;
  /** Address it listens on: this computer's own where left out; any other needs a password. */
  host?: string;
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
  /** Whether events go to addresses of the machine's own network too, besides the machine itself. */
  allowPrivate?: boolean;
  /** What else is served, by its path; told where the sandbox is. */
  mounts?: Record<string, (request: Request, sandbox: Address) => Promise<Response>>;
}

export interface Address {
  url: string;
  apiKey: string;
}

export const defaultKey = 'sandbox_key';

/** All addresses of the sandbox: API, portal, back office, and the controls for tests. */
function openApp(services: Services, options: SandboxOptions, tools: Around) {
  const app = new Hono<{ Bindings: HttpBindings } & PageEnv>();
  app.onError((error, c) => failed(c, error));
  app.notFound((c) => failed(c, new Problem(404, 'There is no such address.')));
  for (const api of ['/api/*', '/applications/*']) {
    app.use(api, tools.log.middleware, tools.faults.middleware);
  }
  app.use('*', pageHeaders);
  for (const inside of ['/back-office/*', '/back-office', '/_sandbox/*']) {
    app.use(inside, insiders(options.password), sameOrigin);
  }
  app.get('/', (c) => c.redirect('/back-office'));
  app.get('/openapi.json', (c) => c.json(openApiDocument()));
  app.get('/openapi-3.0.json', (c) => c.json(openApi30(openApiDocument())));
  app.get('/swagger-2.0.json', (c) => c.json(swagger20(openApiDocument())));
  app.get('/docs', (c) => c.html(<Reference document={openApiDocument()} />));
  app.route('/assets', assetRoutes(services.account));
  app.route('/portals', portalRoutes(services));
  app.route('/back-office', backOfficeRoutes(services, tools));
  app.route('/_sandbox', controlRoutes(services, tools));
  for (const [path, serve] of Object.entries(options.mounts ?? {})) {
    app.all(path, (c) => serve(c.req.raw, { url: tools.url(), apiKey: defaultKey }));
  }
  app.route('/', apiRoutes(services));
  return app;
}

/** The data in a folder that no other sandbox uses, or in memory. */
function openData(folder?: string) {
  const kept = folder ? openFolder(folder) : undefined;
  try {
    const store = openStore(kept?.database ?? ':memory:');
    const closeStore = () => {
      store.close();
      kept?.close();
    };
    return { store, closeStore };
  } catch (error) {
    kept?.close();
    throw error;
  }
}

/** What an account has set up: its settings, its API keys and its webhooks. */
const accountTables = ['settings', 'accounts', 'webhooks'];

/** Empties what is kept, with the account unless that is to stay; its own key is there again. */
function empty({ store, enrichment, account, accounts, outbox }: Services, keepsAccount: boolean) {
  enrichment.stop();
  store.clear(keepsAccount ? accountTables : []);
  account.forget();
  accounts.load();
  outbox.disturb({});
  accounts.add(defaultKey, 'main');
}

/** Starts a sandbox. `reset` empties it, `close` stops it. */
export async function createSandbox(options: SandboxOptions = {}) {
  const { folder, port = 0, smtpPort, deliveryFactor, idempotencySeconds, allowPrivate } = options;
  const { host = '127.0.0.1', password } = options;
  if (host !== '127.0.0.1' && !password) {
    throw new Error(`To be reached at ${host} it needs a password: set SANDBOX_PASSWORD.`);
  }
  const { store, closeStore } = openData(folder);
  let url = '';
  const services = openServices(store, {
    url: () => url,
    factor: deliveryFactor,
    idempotencySeconds,
    allowPrivate,
  });
  const { accounts, outbox } = services;
  accounts.add(defaultKey, 'main');
  const faults = openFaults();
  const log = openRequestLog();
  /** The set-up of the account that was given, which a reset brings back. */
  let given: unknown;
  const reset = (seed: SeedName = 'empty', keepsAccount = false) => {
    empty(services, keepsAccount);
    faults.clear();
    log.clear();
    if (given !== undefined && !keepsAccount) takeAccount(services, 'main', given);
    seeds[seed](services);
  };

  const app = openApp(services, options, { url: () => url, log, faults, reset });
  const mail = smtpPort === undefined ? undefined : await startMailServer(store, smtpPort);
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outbox.start();
  services.enrichment.resume();

  return {
    url,
    /** Method and path of all that is served. */
    routes: app.routes.map(({ method, path }) => ({ method, path })),
    apiKey: defaultKey,
    smtpPort: mail?.port,
    services,
    faults,
    /** The API requests since the last reset, newest first, at most 200. */
    requests: log.latest,
    reset,
    /** Sets the account up as its file says, now and after each reset. @throws Problem 422. */
    setUp(content: unknown) {
      takeAccount(services, 'main', content);
      given = content;
    },
    async close() {
      services.enrichment.stop();
      await outbox.stop();
      await mail?.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      closeStore();
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;
