/**
 * The journey of a deal in each tool: the built app in Zapier's platform, and the tools of an
 * assistant. The nodes of n8n go the same way in packages/n8n/test/n8n-journey.test.ts.
 */
// @ts-expect-error The bundle has no types.
import built from '../../dist/app.cjs';
import standardApp from '../../index.ts';
import { delays } from '../../client/basics/time.ts';
import {
  agree,
  asCall,
  clients,
  startServer,
  type Assistant,
} from '../../packages/mcp/test/support.ts';
import { failure } from '../support/app.ts';
import { loadApp } from '../support/dialect.ts';
import { startCache, type Cache } from '../../zapier/local/cache.ts';
import { offered } from '../../zapier/local/definition.ts';
import { withoutAlarms, type Host, type Item } from '../support/journey.ts';
import { specified, type Choices } from '../known-service/choices.ts';
import { checks, type ZapierJourney } from '../known-service/journey.ts';
import { startService, type StartedService } from '../known-service/service.ts';
import { zapierHost } from '../support/zapier-host.ts';
import { itGoesTheWholeWay, type Account } from './journey-table.ts';

// The sandbox brings what the registry knows a moment later.
delays.polls = 1000;

let cache: Cache;
beforeAll(async () => (cache = await startCache()));
afterAll(() => cache.close());
beforeEach(() => cache.clear());

const openZapier = (app: object, { url, key }: Account, portalAddress = '') =>
  zapierHost(app, cache, { base_url: url, api_key: key, portal_address: portalAddress });

/** The ID of what an operation makes or finds, which an assistant gets under its name alone. */
const idNames: Partial<Record<string, string>> = {
  add_related_person: 'person_id',
  find_related_persons: 'person_id',
  add_related_business: 'business_id',
  upload_document: 'document_id',
};

/** An assistant that calls tools; it has no triggers. */
const assistantHost = (assistant: Assistant): Host => ({
  async run(key, input) {
    const { isError, text, structured } = await assistant.call(...asCall(key, input));
    if (isError) throw new Error(`${key}: ${text}`);
    const { result, results } = structured!;
    const items = (results ?? [result]) as Item[];
    return items.map((item) => ({ id: item[idNames[key] ?? 'application_id'], ...item }));
  },
});

async function openAssistant({ url, key }: Account) {
  const server = await startServer(url, { authData: { base_url: url, api_key: key } });
  const [, open] = clients[0]!;
  const assistant = await open(server.url, agree);
  return {
    ...assistantHost(assistant),
    async close() {
      await assistant.close();
      await server.close();
    },
  };
}

itGoesTheWholeWay({
  Zapier: async (account) => openZapier(built, account),
  'An assistant': openAssistant,
});

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
  let service: StartedService;
  let app: Record<string, any>;
  let journey: ZapierJourney;
  beforeAll(async () => {
    service = await startService(choices);
    process.env.SERVICE_DIALECT = dialect;
    app = dialect === 'standard' ? standardApp : await loadApp();
    const zapier = openZapier(app, service, service.portalHost);
    // Beside files with sides, a document of the known service has a name and no type.
    journey = { service, host: withoutAlarms(zapier, 'Document Type') };
  });
  afterAll(() => {
    delete process.env.SERVICE_DIALECT;
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
