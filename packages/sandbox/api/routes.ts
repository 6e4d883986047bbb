/** The API of the service: the endpoints of the specification, those known besides, and webhooks. */
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { infer as Infer, ZodMiniType } from 'zod/mini';

import * as contract from '../../../api/contract.ts';
import { maxFile, storeFile } from '../domain/files.ts';
import type { Party } from '../domain/parties.ts';
import { answered, keptCountry } from '../domain/countries.ts';
import { fieldProblem, json, Problem } from '../domain/problem.ts';
import type { Services } from '../domain/services.ts';
import { asCandidate, asKnownCompany, readRegistry, searchRegistry } from '../domain/registry.ts';
import { logoAddress } from '../portal/look.ts';
import { bodyAs } from './bodies.ts';
import * as known from './known.ts';
import {
  ofWebhooks,
  webhookEndpoints,
  type ApiContext,
  type ApiEnv,
  type Work,
} from './webhooks.ts';

const countries = new Set<string>(contract.Country.options as string[]);

const knownCountry = (c: ApiContext): string => {
  const country = String(keptCountry(String(c.req.param('country'))));
  if (countries.has(country)) return country;
  throw fieldProblem('country', 'must be a country code such as FRA', 'value_error', 'path');
};
const id = (c: ApiContext) => String(c.req.param('application_id'));

/** The body of a request, as the account is set to take it. */
async function bodyOf<S extends ZodMiniType>(
  { account }: Services,
  c: ApiContext,
  schema: S,
  also?: string[],
): Promise<Infer<S>> {
  return bodyAs(schema, await json(c.req), account.read(c.var.account).unknown_fields, also);
}

/** Answers a POST once per Idempotency-Key: a repeat gets the first answer again. */
async function once({ repeats }: Services, c: ApiContext, work: () => object) {
  const given = c.req.header('idempotency-key');
  const key = given && `${c.req.path} ${given}`;
  const sent = { account: c.var.account, key, body: await c.req.text() };
  const { answer, isReplay } = repeats.once(sent, work);
  if (isReplay) c.header('idempotent-replayed', 'true');
  return c.json(answer, 201);
}

const addParty = (kind: 'person' | 'business', schema: ZodMiniType): Work =>
  async function add(services, c) {
    const body = (await bodyOf(services, c, schema)) as Party;
    return once(services, c, () =>
      services.workflow.addParty(c.var.account, id(c), kind, body, 'API'),
    );
  };
const listParties =
  (kind: 'person' | 'business'): Work =>
  ({ cases, parties }, c) => {
    cases.find(c.var.account, id(c));
    return c.json(parties.list(id(c), kind));
  };

const served = { ...contract.endpoints, ...known.knownEndpoints, ...webhookEndpoints };
type Name = keyof typeof served;
/** What answers each of them. */
const work: Record<Name, Work> = {
  async createCase(services, c) {
    const also = Object.keys(contract.deprecatedFields);
    const body = await bodyOf(services, c, contract.CreateApplicationBody, also);
    return once(services, c, () => services.workflow.create(c.var.account, body, 'API'));
  },
  getCase: ({ workflow }, c) => c.json(workflow.show(c.var.account, id(c))),
  async updateCase(services, c) {
    const also = Object.keys(contract.deprecatedFields);
    const body = await bodyOf(services, c, contract.UpdateApplicationBody, also);
    const updated = services.workflow.update(c.var.account, id(c), body, 'API');
    if (also.some((name) => name in body)) c.header('deprecation', 'true');
    return c.json(updated);
  },
  submitCase: ({ workflow }, c) => c.json(workflow.submit(c.var.account, id(c), 'API')),
  async recordDecision(services, c) {
    const body = await bodyOf(services, c, contract.RecordDecisionBody);
    return once(services, c, () => services.workflow.decide(c.var.account, id(c), body, 'API'));
  },
  async enrichCase(services, c) {
    await bodyOf(services, c, contract.EnrichCaseBody);
    services.enrichment.enrich(c.var.account, id(c));
    return c.json(services.workflow.show(c.var.account, id(c)));
  },

  addRelatedPerson: addParty('person', contract.RelatedPerson),
  addRelatedBusiness: addParty('business', contract.RelatedBusiness),
  listRelatedPersons: listParties('person'),
  listRelatedBusinesses: listParties('business'),

  async createPortal(services, c) {
    const body = await bodyOf(services, c, contract.CreatePortalBody);
    return once(services, c, () => services.portals.create(c.var.account, body, 'API'));
  },
  async createCasePortal(services, c) {
    const body = await bodyOf(services, c, known.CasePortal);
    return once(services, c, () => services.portals.openForCase(c.var.account, id(c), body));
  },

  async uploadFile({ store }, c) {
    if (!c.req.header('content-type')?.startsWith('multipart/form-data')) {
      throw new Problem(415, 'Send the file as multipart/form-data.');
    }
    const form = await c.req.parseBody().catch(() => {
      throw new Problem(400, 'The upload is not complete.');
    });
    const stored = await storeFile(store, c.var.account, form.file);
    return c.json({ id: stored.file_id, ...stored }, 201);
  },
  async attachDocument(services, c) {
    const body = await bodyOf(services, c, known.NewDocument);
    return once(services, c, () => services.workflow.attachDocument(c.var.account, body, 'API'));
  },
  async updateDocument(services, c) {
    const body = await bodyOf(services, c, known.DocumentChange);
    const document_id = String(c.req.param('document_id'));
    return c.json(services.workflow.changeDocument(c.var.account, document_id, body, 'API'));
  },
  removeDocument({ workflow }, c) {
    workflow.removeDocument(c.var.account, String(c.req.param('document_id')), 'API');
    return c.body(null, 204);
  },

  searchCompanies(_, c) {
    const q = c.req.query('q')?.trim();
    if (!q) throw fieldProblem('q', 'must not be empty', 'missing', 'query');
    return c.json(searchRegistry(knownCountry(c), q).map(asCandidate));
  },
  getCompany(_, c) {
    const company = readRegistry(knownCountry(c), String(c.req.param('registration_number')));
    if (!company) throw new Problem(404, 'The registry has no company with this number.');
    return c.json(asKnownCompany(company));
  },

  listCustomFields: ({ account }, c) => c.json(account.read(c.var.account).custom_fields),
  listExpectedDocuments: ({ account }, c) => c.json(account.read(c.var.account).expected_documents),
  getPortalConfiguration({ account }, c) {
    const { portal } = account.read(c.var.account);
    const logo = logoAddress(c.var.account, portal);
    return c.json({ ...portal, logo_url: logo ? new URL(logo, c.req.url).href : null });
  },

  ...ofWebhooks,
};

const limit = (maxSize: number, detail: string): MiddlewareHandler<ApiEnv> => {
  const onError = () => {
    throw new Problem(413, detail);
  };
  return bodyLimit({ maxSize, onError });
};

/**
 * Lets in who has a key: alone, or behind the name of any scheme. What is answered from there on has
 * its countries in the account's form.
 */
const keyed =
  (services: Services): MiddlewareHandler<ApiEnv> =>
  (c, next) => {
    const { accounts } = services;
    const sent = c.req.header('authorization') ?? '';
    const account = accounts.find(sent) ?? accounts.find(sent.replace(/^\S+ +/, ''));
    if (!account) throw new Problem(401, 'The API key is missing or not valid.');
    c.set('account', account);
    const form = services.account.read(account).country_codes;
    const say = c.json;
    c.json = ((value: object, ...rest: []) => say(answered(value, form), ...rest)) as typeof say;
    return next();
  };

export function apiRoutes(services: Services) {
  const api = new Hono<ApiEnv>();
  const small = limit(1024 * 1024, 'The body is larger than 1 MB.');
  const large = limit(maxFile + 64 * 1024, 'The file is larger than 25 MB.');
  for (const prefix of ['/api/*', '/applications/*']) {
    api.use(prefix, keyed(services));
    // Reading the body of a GET, even to find none, costs as much as the rest of its answer.
    api.on(['POST', 'PUT'], prefix, (c, next) =>
      (c.req.path === '/api/files' ? large : small)(c, next),
    );
  }
  for (const [name, endpoint] of Object.entries(served) as [Name, contract.Endpoint][]) {
    // Hono's form of a path: `{country}` is `:country`.
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    api.on(endpoint.method, path, (c) => work[name](services, c));
  }
  return api;
}
