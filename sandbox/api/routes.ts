/** The API of the service: the twelve endpoints of the specification, and webhook registration. */
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import * as contract from '../../api/contract.ts';
import { endpoints } from '../../api/contract.ts';
import { maxFile, storeFile } from '../domain/files.ts';
import { json, Problem, valid } from '../domain/problem.ts';
import type { Services } from '../domain/services.ts';
import { readRegistry, searchRegistry } from '../domain/registry.ts';
import { keptCountry, keptForm } from './forms.ts';
import { path, webhookRoutes, type ApiEnv } from './webhooks.ts';

const countries = new Set<string>(contract.Country.options as string[]);

const knownCountry = (c: Context): string => {
  const country = String(keptCountry(String(c.req.param('country'))));
  if (countries.has(country)) return country;
  throw new Problem(422, [
    { loc: ['path', 'country'], msg: 'must be a country code such as FR', type: 'value_error' },
  ]);
};

export function apiRoutes(services: Services) {
  const { store, accounts, parties, documents, portals, workflow, repeats } = services;
  const api = new Hono<ApiEnv>();

  const limit = (maxSize: number, detail: string): MiddlewareHandler<ApiEnv> => {
    const onError = () => {
      throw new Problem(413, detail);
    };
    return bodyLimit({ maxSize, onError });
  };
  const small = limit(1024 * 1024, 'The body is larger than 1 MB.');
  const large = limit(maxFile + 64 * 1024, 'The file is larger than 25 MB.');

  for (const prefix of ['/api/*', '/applications/*']) {
    api.use(prefix, (c, next) => {
      // The key alone, or behind the name of a scheme.
      const key = (c.req.header('authorization') ?? '').replace(/^(bearer|token) +/i, '');
      const account = accounts.find(key);
      if (!account) throw new Problem(401, 'The API key is missing or not valid.');
      c.set('account', account);
      return next();
    });
    // Reading the body of a GET, even to find none, costs as much as the rest of its answer.
    api.on(['POST', 'PUT'], prefix, (c, next) =>
      (c.req.path === '/api/files' ? large : small)(c, next),
    );
  }

  /** Answers a POST once per Idempotency-Key: a repeat gets the first answer again. */
  const once = async (c: Context<ApiEnv>, work: () => object) => {
    const given = c.req.header('idempotency-key');
    const { answer, isReplay } = repeats.once(
      {
        account: c.get('account'),
        key: given && `${c.req.path} ${given}`,
        body: await c.req.text(),
      },
      work,
    );
    if (isReplay) c.header('idempotent-replayed', 'true');
    return c.json(answer, 201);
  };

  const id = (c: Context) => String(c.req.param('application_id'));

  api.post(path(endpoints.createPortal), async (c) => {
    const body = valid(contract.CreatePortalBody, keptForm(await json(c.req)));
    return once(c, () => portals.create(c.get('account'), body, 'API'));
  });

  api.post(path(endpoints.createCasePortal), async (c) => {
    const body = valid(contract.CreatePortalBody, await json(c.req));
    return once(c, () =>
      portals.create(c.get('account'), { ...body, application_id: id(c) }, 'API'),
    );
  });

  api.get(path(endpoints.getCase), (c) => c.json(workflow.show(c.get('account'), id(c))));

  api.post(path(endpoints.createCase), async (c) => {
    const body = valid(contract.CreateApplicationBody, keptForm(await json(c.req)));
    const { persons = [], businesses = [], ...own } = body;
    return once(c, () => {
      const { application_id } = workflow.create(c.get('account'), own, 'API');
      for (const party of persons) {
        parties.add(c.get('account'), application_id, 'person', party, 'API');
      }
      for (const party of businesses) {
        parties.add(c.get('account'), application_id, 'business', party, 'API');
      }
      return workflow.show(c.get('account'), application_id);
    });
  });

  api.put(path(endpoints.updateCase), async (c) => {
    const body = valid(contract.UpdateApplicationBody, keptForm(await json(c.req)));
    const updated = workflow.update(c.get('account'), id(c), body, 'API');
    const deprecated = Object.keys(contract.deprecatedFields).filter((name) => name in body);
    if (deprecated.length) c.header('deprecation', 'true');
    return c.json(updated);
  });

  api.put(path(endpoints.submitCase), (c) =>
    c.json(workflow.submit(c.get('account'), id(c), 'API')),
  );

  api.post(path(endpoints.addRelatedPerson), async (c) => {
    const body = valid(contract.RelatedPerson, keptForm(await json(c.req)));
    return once(c, () => parties.add(c.get('account'), id(c), 'person', body, 'API'));
  });

  api.post(path(endpoints.addRelatedBusiness), async (c) => {
    const body = valid(contract.RelatedBusiness, keptForm(await json(c.req)));
    return once(c, () => parties.add(c.get('account'), id(c), 'business', body, 'API'));
  });

  const listOf = (kind: 'person' | 'business') => (c: Context<ApiEnv>) => {
    const { application_id } = workflow.show(c.get('account'), id(c));
    return c.json(parties.list(application_id, kind));
  };
  api.get(path(endpoints.listRelatedPersons), listOf('person'));
  api.get(path(endpoints.listRelatedBusinesses), listOf('business'));

  // The registry of the sandbox knows no officers: nothing arrives.
  api.post(path(endpoints.enrichCase), async (c) => {
    valid(contract.EnrichCaseBody, await json(c.req));
    return c.json(workflow.show(c.get('account'), id(c)));
  });

  api.post(path(endpoints.uploadFile), async (c) => {
    if (!c.req.header('content-type')?.startsWith('multipart/form-data')) {
      throw new Problem(415, 'Send the file as multipart/form-data.');
    }
    const form = await c.req.parseBody().catch(() => {
      throw new Problem(400, 'The upload is not complete.');
    });
    return c.json(await storeFile(store, c.get('account'), form.file), 201);
  });

  api.post(path(endpoints.attachDocument), async (c) => {
    const body = valid(contract.AttachDocumentBody, keptForm(await json(c.req)));
    return once(c, () => documents.attach(c.get('account'), body, 'API'));
  });

  api.get(path(endpoints.searchCompanies), (c) => {
    const q = c.req.query('q')?.trim();
    if (!q)
      throw new Problem(422, [{ loc: ['query', 'q'], msg: 'must not be empty', type: 'missing' }]);
    return c.json(searchRegistry(knownCountry(c), q));
  });

  api.get(path(endpoints.getCompany), (c) => {
    const company = readRegistry(knownCountry(c), String(c.req.param('registration_number')));
    if (!company) throw new Problem(404, 'The registry has no company with this number.');
    return c.json(company);
  });

  const decide = async (c: Context<ApiEnv>) => {
    const body = valid(contract.RecordDecisionBody, keptForm(await json(c.req)));
    return once(c, () => workflow.decide(c.get('account'), id(c), body, 'API'));
  };
  api.post(path(endpoints.recordDecision), decide);

  api.route('/', webhookRoutes(services));
  return api;
}
