/**
 * The journey of a deal in each tool: the built app in Zapier's platform, and the tools of an
 * assistant. The nodes of n8n go the same way in packages/n8n/test/n8n-journey.test.ts.
 */
// @ts-expect-error The bundle has no types.
import built from '../../dist/index.js';
import standardApp from '../../index.ts';
import { delays } from '../../client/exchange/time.ts';
import { agree, clients, startServer, type Assistant } from '../../packages/mcp/test/support.ts';
import { readDialect } from '../../service/dialect.ts';
import { failure } from '../support/app.ts';
import { loadApp } from '../support/app-of-dialect.ts';
import { startCache, type Cache } from '../support/cache.ts';
import { offered } from '../support/definition.ts';
import { withoutAlarms, type Host, type Item } from '../support/journey.ts';
import { specified, type Choices } from '../support/known-choices.ts';
import { checks, type ZapierJourney } from '../support/known-journey.ts';
import { startKnownService, type KnownService } from '../support/known-service.ts';
import { zapierHost } from '../support/zapier-host.ts';
import { itGoesTheWholeWay, type Account, type OpenHost } from './journey-table.ts';

// The sandbox brings what the registry knows a moment later.
delays.polls = 1000;

let cache: Cache;
beforeAll(async () => (cache = await startCache()));
afterAll(() => cache.close());
beforeEach(() => cache.clear());

async function openZapier({ url, key, dialect, portalAddress }: Account, app: Record<string, any>) {
  process.env.SERVICE_DIALECT = dialect;
  const host = zapierHost(app, cache, {
    base_url: url,
    api_key: key,
    portal_address: portalAddress,
  });
  return { ...host, close: () => delete process.env.SERVICE_DIALECT };
}

/** An assistant that calls tools; it has no triggers. */
const assistantHost = (assistant: Assistant): Host => ({
  async run(key, input) {
    const { isError, text, structured } = await assistant.call(key, input);
    if (isError) throw new Error(`${key}: ${text}`);
    const { result, results } = structured!;
    return (results ?? [result]) as Item[];
  },
});

const assistantOf =
  (open: (typeof clients)[number][1]): OpenHost =>
  async ({ url, key, dialect, portalAddress }) => {
    const server = await startServer(url, {
      authData: { base_url: url, api_key: key },
      dialect: { ...readDialect(dialect), portal_addresses: { [url]: portalAddress || url } },
    });
    const assistant = await open(server.url, agree);
    return {
      ...assistantHost(assistant),
      async close() {
        await assistant.close();
        await server.close();
      },
    };
  };

// Each tool and each service once; what follows goes the same way in Zapier on the known service.
itGoesTheWholeWay({ Zapier: (account) => openZapier(account, built) }, ['the sandbox']);
const assistants = clients.map(([version, open]) => ({
  [`An assistant of ${version}`]: assistantOf(open),
}));
itGoesTheWholeWay(assistants[0]!, ['the sandbox']);
itGoesTheWholeWay(assistants[1]!, ['the known service']);

// Of a second portal for a case, one version of its page says that it reopens, another that it is
// an error. A service that drops what it does not take differs from one that refuses it in one check.
const services: [name: string, dialect: string, choices: Partial<Choices>, check?: string][] = [
  ['the known one', 'standard', { enrichment: 'third look' }],
  ['the known one in its preset, second portals refused', 'ondorse', { portalAgain: 'refused' }],
  ['one as the specification says', 'standard', { ...specified, unknownFields: 'refused' }],
  [
    'one that drops what it does not take',
    'standard',
    { ...specified, unknownFields: 'dropped' },
    'asks for exactly what is missing',
  ],
];

describe.each(services)('Zapier with all a deal may need, on %s', (_, dialect, choices, only) => {
  let service: KnownService;
  let app: Record<string, any>;
  let journey: ZapierJourney;
  let close: () => unknown;
  beforeAll(async () => {
    service = await startKnownService(choices);
    process.env.SERVICE_DIALECT = dialect;
    app = dialect === 'standard' ? standardApp : await loadApp();
    const { url, key, portalHost: portalAddress } = service;
    const zapier = await openZapier({ url, key, dialect, portalAddress }, app);
    ({ close } = zapier);
    journey = { service, host: withoutAlarms(zapier) };
  });
  afterAll(() => {
    close();
    service.close();
  });

  const chosen = Object.entries(checks).filter(([name]) => !only || name === only);
  it.each(chosen)('%s', async (_name, check) => {
    expect.hasAssertions();
    await check(journey);
  });

  it('subscribes to events, names the key where it cannot, or shows an address', async () => {
    const isByHand = dialect === 'ondorse';
    for (const { operation } of offered(app.triggers)) {
      expect('performSubscribe' in operation).toBe(!isByHand);
    }
    if (isByHand || service.choices.webhooks !== 'by hand') return;
    const method = 'triggers.case_submitted.operation.performSubscribe';
    const subscribing = journey.host.method(method, { targetUrl: 'https://hooks.example/1' });
    const { message } = await failure(subscribing);
    expect(message).toMatch(/\bwebhooks\b.*\bdialect\b|\bdialect\b.*\bwebhooks\b/);
  });
});
