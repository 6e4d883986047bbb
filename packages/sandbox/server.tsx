/** The embedded service: one HTTP server with API, portal, back office and control plane. */
import { createAdaptorServer, type HttpBindings, type ServerType } from '@hono/node-server';
import { Hono } from 'hono';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';

import { actOf, controlRoutes, controlTable, type Around } from './api/control.ts';
import { openFaults } from './api/faults.ts';
import { openApiDocument } from './api/openapi.ts';
import { openRequestLog } from './api/request-log.ts';
import { apiRoutes } from './api/api-routes.ts';
import { placesOf, takeAccount } from './domain/account-file.ts';
import { Problem, unlessRefused } from './domain/problem.ts';
import { fillWith, seeds, type SeedName } from './domain/seeds.ts';
import { openServices, type Services } from './domain/services.ts';
import { openStore } from './domain/store.ts';
import { failed } from './failures.tsx';
import { startMailServer } from './mail/mail-server.ts';
import { firstRunPath, receiverPath } from './office/first-run.tsx';
import { backOfficeRoutes } from './office/office-routes.tsx';
import { portalRoutes } from './portal/portal-routes.tsx';
import {
  insiders,
  isLoopback,
  sameOrigin,
  withKeyOrPassword,
  closeUnread,
  pageHeaders,
  type PageEnv,
} from './web/access.ts';
import { assetRoutes } from './web/assets.ts';

export interface SandboxOptions {
  /** HTTP port; 0 picks a free one. */
  port?: number;
  /** Address to listen on. The default is this computer's own; any other needs a password. */
  host?: string;
  /** Public address for links in letters and events. It also needs a password. */
  publicUrl?: string;
  /**
   * SMTP port on 127.0.0.1; 0, or a port in use, picks a free one. Without it, no mail server
   * starts.
   */
  smtpPort?: number;
  /** Folder for the data. Without it, nothing is stored. */
  folder?: string;
  /** The content of an account file: the account's set-up, now and after each reset. */
  account?: unknown;
  /** The same for a sandbox without data: what its account page changes stays. */
  newAccount?: unknown;
  /** Multiplies the delays of repeated deliveries. */
  deliveryFactor?: number;
  /** Password of the back office (user "reviewer"). Without one, only this computer has access. */
  password?: string;
  /** Key of the API. The default is sandbox_key, or a made one if other computers have access. */
  apiKey?: string;
  /** Allows receivers in the machine's own network, too. */
  allowPrivate?: boolean;
  /** Further handlers by path. */
  mounts?: Record<string, (request: Request, sandbox: Address) => Promise<Response>>;
}

export interface Address {
  url: string;
  apiKey: string;
  /** True if other computers reach it. */
  isShared: boolean;
}

/** All addresses of the sandbox: API, portal, back office, and the controls for tests. */
function openApp(
  services: Services,
  options: SandboxOptions,
  table: ReturnType<typeof controlTable>,
  tools: Around,
  isShared: boolean,
) {
  const app = new Hono<{ Bindings: HttpBindings } & PageEnv>();
  app.onError((error, c) => failed(c, error));
  app.notFound((c) => failed(c, new Problem(404, 'There is no such address.')));
  for (const api of ['/api/*', '/applications/*']) {
    app.use(api, tools.log.middleware, tools.faults.middleware);
  }
  app.use('*', closeUnread);
  app.use('*', pageHeaders);
  for (const inside of ['/back-office/*', '/back-office', '/_sandbox/*']) {
    app.use(inside, insiders(options.password), sameOrigin);
  }
  app.get('/', (c) => c.redirect(firstRunPath));
  app.get('/openapi.json', (c) => c.json(openApiDocument(tools.url())));
  // Receives events for users without a receiver.
  app.post(receiverPath, (c) => c.json({ status: 'success' }));
  app.route('/assets', assetRoutes());
  app.route('/portals', portalRoutes(services));
  app.route('/back-office', backOfficeRoutes(services, tools));
  app.route('/_sandbox', controlRoutes(table, tools));
  for (const [path, serve] of Object.entries(options.mounts ?? {})) {
    const { apiKeys } = services;
    if (options.password) {
      const accepts = (sent?: string) => apiKeys.accept(sent);
      app.use(path, sameOrigin, withKeyOrPassword(accepts, options.password, isShared));
    }
    app.all(path, (c) => serve(c.req.raw, { url: tools.address(), apiKey: apiKeys.own, isShared }));
  }
  app.route('/', apiRoutes(services));
  return app;
}

/**
 * True if other computers reach the sandbox at this IP address or through a tunnel.
 * @throws Error for an invalid address, or if they reach it without a password.
 */
function checkReach(host: string, { publicUrl, password }: SandboxOptions): boolean {
  const origin = publicUrl && URL.canParse(publicUrl) && new URL(publicUrl).origin;
  const isOrigin = origin && publicUrl.replace(/\/$/, '') === origin && /^https?:/.test(origin);
  if (publicUrl && !isOrigin) {
    throw new Error(
      `SANDBOX_URL is "${publicUrl}": it takes an address without a path, such as https://a.example.`,
    );
  }
  const isShared = !isLoopback(host) || Boolean(publicUrl);
  if (password || !isShared) return isShared;
  throw new Error(
    `Other computers can reach the sandbox at ${publicUrl ?? host}. Set SANDBOX_PASSWORD.`,
  );
}

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

/** Listens, and reports a port in use. @returns the address for this computer. */
async function listen(server: ServerType, port: number, host: string): Promise<string> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new Error(`Port ${port} (PORT) is in use. Choose another, such as PORT=${port + 1}.`, {
      cause: error,
    });
  }
  const ip = ipaddr.process(host);
  const name = ip.range() === 'unspecified' ? '127.0.0.1' : ip.kind() === 'ipv6' ? `[${ip}]` : ip;
  return `http://${name}:${(server.address() as AddressInfo).port}`;
}

/** The mail server, on a free port if its own is in use. */
const listenForMail = (services: Services, port: number) =>
  startMailServer(services, port).catch((error: unknown) => {
    if (isTaken(error)) return startMailServer(services, 0);
    throw error;
  });

/** The account at the start. @throws Error with the place of each mistake. */
const setUpFirst = (services: Services, content: unknown) =>
  unlessRefused(
    () => takeAccount(services, content),
    (cause) => {
      throw new Error(`The account is invalid: ${placesOf(cause)}`, { cause });
    },
  );

/** Starts a sandbox. `reset` empties it, `close` stops it. */
export async function createSandbox(options: SandboxOptions = {}) {
  const { folder, port = 0, host, smtpPort, publicUrl, apiKey, allowPrivate = false } = options;
  // A name is resolved once: it is checked and listened on as the same address.
  const { address: bound } = await lookup(host || '127.0.0.1');
  const isShared = checkReach(bound, options);
  const store = openStore(folder);
  let address = '';
  const publicOrigin = publicUrl && new URL(publicUrl).origin;
  const url = () => publicOrigin ?? address;
  const services = openServices(store, {
    url,
    reach: () => ({ ownPort: new URL(address).port, allowPrivate }),
    factor: options.deliveryFactor,
  });
  const { apiKeys, outbox } = services;
  const faults = openFaults();
  const log = openRequestLog(services.clock);
  /** The account's initial set-up, which a reset restores. */
  let setUp = options.account ?? options.newAccount;
  const reset = (seed: SeedName = 'empty') => {
    store.clear();
    outbox.disturb({});
    services.clock.backToNow();
    faults.clear();
    log.clear();
    if (setUp !== undefined) takeAccount(services, setUp);
    seeds[seed](services);
  };

  const tools = { url, address: () => address, log, faults, reset };
  const table = controlTable(services, tools);
  const app = openApp(services, options, table, tools, isShared);
  const server = createAdaptorServer({ fetch: app.fetch });
  let mail: Awaited<ReturnType<typeof startMailServer>> | undefined;
  try {
    if (isShared || apiKey !== undefined) apiKeys.protect(apiKey);
    address = await listen(server, port, bound);
    const first = options.account ?? (services.account.isNew() ? setUp : undefined);
    if (first !== undefined) setUpFirst(services, first);
    mail = smtpPort === undefined ? undefined : await listenForMail(services, smtpPort);
  } catch (error) {
    server.close();
    store.close();
    throw error;
  }
  // Not before it can be printed: a start that fails leaves no key behind.
  apiKeys.keep();
  outbox.start();

  return {
    /** The sandbox's address on this computer. */
    url: address,
    /** The method and path of every route. */
    routes: app.routes.map(({ method, path }) => ({ method, path })),
    apiKey: apiKeys.own,
    /** True if this start made the key. */
    hasNewKey: apiKeys.isNew,
    smtpPort: mail?.port,
    /** What is done beside the API, as under /_sandbox/. */
    act: actOf(table),
    faults,
    /** The API requests since the last reset, newest first, at most a thousand. */
    requests: log.latest,
    reset,
    /** Adds the cases of a seed: its name, or bodies of the API. @throws Error. */
    fill: (seed: unknown) => fillWith(services, seed),
    /** Sets the account up from a file, now and after each reset. @throws Problem 422. */
    setUp(content: unknown) {
      takeAccount(services, content);
      setUp = content;
    },
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
