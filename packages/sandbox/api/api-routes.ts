/** The API of the service: the specification's endpoints, publicly known ones, and webhooks. */
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ZodMiniType } from 'zod/mini';

import * as contract from '../../../service/contract.ts';
import type { AccountSettings } from '../domain/account.ts';
import { storedCountry } from '../domain/countries.ts';
import { DocumentChange, NewDocument, type Kind, type Party } from '../domain/case.ts';
import { maxFile, storeFile, tooLarge } from '../domain/files.ts';
import { CasePortal } from '../domain/portals.ts';
import { fieldProblem, json, Problem, valid } from '../domain/problem.ts';
import { asCandidate, asKnownCompany, readRegistry, searchRegistry } from '../domain/registry.ts';
import type { Services } from '../domain/services.ts';
import { NewWebhook } from '../domain/subscriptions.ts';
import { sendLetter } from '../mail/letters.ts';
import { served, type EndpointName } from './further-endpoints.ts';
import {
  applicationId as id,
  bodiesOf,
  deprecatedNames,
  keyed,
  type ApiContext,
  type ApiEnv,
  type Bodies,
  type Work,
} from './bodies.ts';

const countries = new Set<string>(contract.Country.options as string[]);

/** The country in a path. @throws Problem 422. */
const countryOf = (c: ApiContext): string => {
  const country = storedCountry(String(c.req.param('country')));
  if (countries.has(country)) return country;
  throw fieldProblem('country', 'must be a country code such as FRA', 'value_error', 'path');
};

/** The portal's steps as clients of the service read them. */
const stepsOf = ({ expected_documents }: AccountSettings) => [
  {
    step: 'documents',
    type: 'documents',
    data: {
      expectedDocumentsIds: expected_documents
        .filter(({ onboarding_document }) => onboarding_document)
        .map((document) => document.id),
    },
  },
];

/** The origin of a request. A proxy says whether it used TLS. */
function originOf(c: ApiContext): string {
  const url = new URL(c.req.url);
  const proxied = c.req.header('x-forwarded-proto');
  return proxied === 'https' || proxied === 'http' ? `${proxied}://${url.host}` : url.origin;
}

/** The most registrations in a list. */
const mostWebhooks = 1000;

/** Answers about cases, their parties and their portals. */
function ofCases(services: Services, { read, once }: Bodies) {
  const { cases, enrich, portals } = services;
  const addParty =
    (kind: Kind, schema: ZodMiniType): Work =>
    async (c) => {
      const body = (await read(c, schema)) as Party;
      return once(c, () => cases.addParty('API', id(c), kind, body));
    };
  /** Sends the link to the client's sign-in address. */
  const invited = (to: unknown, portal: { portal_id: string; link: string }) => {
    if (typeof to !== 'string') return portal;
    const { portal_id, link } = portal;
    const key = `sign in ${portal_id} ${to}`;
    sendLetter(services, { key, who: 'API', to, kind: 'link', lang: 'en', values: { link } });
    return portal;
  };
  return {
    async createCase(c) {
      const body = await read(c, contract.CreateApplicationBody, deprecatedNames);
      return once(c, () => cases.create('API', body));
    },
    getCase: (c) => c.json(cases.show(id(c))),
    async updateCase(c) {
      const body = await read(c, contract.UpdateApplicationBody, deprecatedNames);
      const updated = cases.change('API', id(c), (one) => one.update(body));
      if (deprecatedNames.some((name) => name in body)) c.header('deprecation', 'true');
      return c.json(updated);
    },
    submitCase: (c) => c.json(cases.change('API', id(c), (one) => one.submit())),
    async recordDecision(c) {
      const body = await read(c, contract.RecordDecisionBody);
      return once(c, () => cases.change('API', id(c), (one) => one.decide(body)));
    },
    async enrichCase(c) {
      await read(c, contract.EnrichCaseBody);
      enrich(id(c));
      return c.json(cases.show(id(c)));
    },
    addRelatedPerson: addParty('person', contract.RelatedPerson),
    addRelatedBusiness: addParty('business', contract.RelatedBusiness),
    listRelatedPersons: (c) => c.json(cases.show(id(c)).persons),
    listRelatedBusinesses: (c) => c.json(cases.show(id(c)).businesses),
    async createPortal(c) {
      const body = await read(c, contract.CreatePortalBody);
      return once(c, () => invited(body.email, portals.create('API', body)));
    },
    async createCasePortal(c) {
      const body = await read(c, CasePortal);
      return once(c, () => invited(body.email, portals.openForCase(id(c), body)));
    },
  } satisfies Record<string, Work>;
}

/** Answers about documents, companies, the account and its webhooks. */
const ofOthers = (
  { account, cases, outbox, store, subscriptions }: Services,
  { read, once }: Bodies,
) =>
  ({
    async uploadFile(c) {
      if (!c.req.header('content-type')?.startsWith('multipart/form-data')) {
        throw new Problem(415, 'Send the file as multipart/form-data.');
      }
      const form = await c.req.parseBody().catch(() => {
        throw new Problem(400, 'The upload is not complete.');
      });
      const stored = await storeFile(store, form.file);
      return c.json({ id: stored.file_id, ...stored }, 201);
    },
    async attachDocument(c) {
      const body = await read(c, NewDocument);
      return once(c, () => cases.attach('API', body));
    },
    async updateDocument(c) {
      const body = await read(c, DocumentChange);
      const document_id = c.req.param('document_id')!;
      return c.json(
        cases.changeOf('API', document_id, (one) => one.changeDocument(document_id, body)),
      );
    },
    removeDocument(c) {
      const document_id = c.req.param('document_id')!;
      cases.changeOf('API', document_id, (one) => one.removeDocument(document_id));
      return c.body(null, 204);
    },
    searchCompanies(c) {
      const q = c.req.query('q')?.trim();
      if (!q) throw fieldProblem('q', 'must not be empty', 'missing', 'query');
      return c.json(searchRegistry(countryOf(c), q).map(asCandidate));
    },
    getCompany(c) {
      const company = readRegistry(countryOf(c), c.req.param('registration_number')!);
      if (!company) throw new Problem(404, 'The registry has no company with this number.');
      return c.json(asKnownCompany(company));
    },
    listCustomFields: (c) => c.json(account.read().custom_fields),
    listExpectedDocuments: (c) => c.json(account.read().expected_documents),
    getPortalConfiguration(c) {
      const settings = account.read();
      const steps = stepsOf(settings);
      return c.json({ portal_type: 'onboarding', steps, ...settings.portal });
    },
    async registerWebhook(c) {
      const hook = subscriptions.add(valid(NewWebhook, await json(c.req)));
      // Absolute, so that a tool can send DELETE to it as it stands.
      const location = `${originOf(c)}${served.registerWebhook.path}/${hook.id}`;
      return c.json(hook, 201, { location });
    },
    listWebhooks: (c) => c.json(subscriptions.list(mostWebhooks)),
    removeWebhook(c) {
      outbox.unsubscribe(c.req.param('webhook_id')!);
      return c.body(null, 204);
    },
  }) satisfies Record<string, Work>;

const limit = (maxSize: number, detail: string): MiddlewareHandler<ApiEnv> => {
  const onError = () => {
    throw new Problem(413, detail);
  };
  return bodyLimit({ maxSize, onError });
};

export function apiRoutes(services: Services) {
  const api = new Hono<ApiEnv>();
  const small = limit(1024 * 1024, 'The body is larger than 1 MB.');
  const large = limit(maxFile + 64 * 1024, tooLarge);
  for (const prefix of ['/api/*', '/applications/*']) {
    api.use(prefix, keyed(services));
    // Reading the empty body of a GET costs as much as the rest of its answer.
    api.on(['POST', 'PUT'], prefix, (c, next) =>
      (c.req.path === '/api/files' ? large : small)(c, next),
    );
  }
  const bodies = bodiesOf(services);
  const work: Record<EndpointName, Work> = {
    ...ofCases(services, bodies),
    ...ofOthers(services, bodies),
  };
  for (const [name, endpoint] of Object.entries(served) as [EndpointName, contract.Endpoint][]) {
    // Hono's notation: `{country}` is `:country`.
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    api.on(endpoint.method, path, work[name]);
  }
  return api;
}
