/** What the tests share: a connection, a way to run a method, and each operation's smallest input. */
import nock from 'nock';

import app from '../index.ts';
import { createAppHandler, stepFailure, type StepFailure } from '../platform/app-handler.ts';

export const base = 'https://api.example.com';
export const key = 'key_51e7d0c2_secret';
export const authData = { base_url: base, api_key: key };

/**
 * Runs methods of an app through the platform's own handler, as Zapier does. `more` goes into the
 * event, for example the cache of platform/cache.ts.
 */
export function runner(definition: object = app, more: object = {}) {
  const handle = createAppHandler(definition);
  return async <T = Record<string, any>>(method: string, bundle: object = {}): Promise<T> => {
    const event = { command: 'execute', method, calledFromCli: true, ...more };
    const { results } = await handle({
      ...event,
      bundle: { authData, inputData: {}, meta: {}, ...bundle },
    });
    return results as T;
  };
}

export const run = runner();

/** The error a step ends with: its kind and the message the reader sees. */
export async function failure(work: Promise<unknown>): Promise<StepFailure> {
  try {
    await work;
  } catch (error) {
    return stepFailure(error as Error);
  }
  throw new Error('The step did not fail.');
}

export const id = 'app_1';
export const aCase = {
  application_id: id,
  business: { organization_name: 'Lumen Studio SAS', country: 'FR' },
  person: null,
  external_reference: 'deal-1',
  is_draft: false,
  custom_fields: { plan: 'Premium' },
  status_review: 'approved',
  risk_score: 12,
  risk_level: 0,
};

export interface Sample {
  method: string;
  input: Record<string, unknown>;
  /** The one request whose answer the failure tests replace. */
  request: [verb: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string];
  answer: object | object[];
  /** Finds nothing on 404 instead of failing. */
  search?: boolean;
}

/** Every operation that sends a request, with the least it needs. */
export const operations: Record<string, Sample> = {
  create_case: {
    method: 'creates.create_case.operation.perform',
    input: { subject: 'business', organization_name: 'Lumen Studio SAS', country: 'France' },
    request: ['POST', '/api/applications'],
    answer: aCase,
  },
  create_portal: {
    method: 'creates.create_portal.operation.perform',
    input: { application_id: id, redirect_url: 'https://www.example.com/thanks' },
    request: ['POST', '/api/portals'],
    answer: { portal_id: 'ptl_1', application_id: id, link: 'tok123' },
  },
  start_onboarding: {
    method: 'creates.start_onboarding.operation.perform',
    input: { subject: 'business', organization_name: 'Lumen Studio SAS' },
    request: ['POST', '/api/applications'],
    answer: aCase,
  },
  add_related_person: {
    method: 'creates.add_related_person.operation.perform',
    input: {
      application_id: id,
      last_name: 'Ferrer',
      roles: ['DIRECTOR'],
      direct_ownership_percentage: '12,5 %',
    },
    request: ['POST', `/api/applications/${id}/persons`],
    answer: { person_id: 'per_1' },
  },
  add_related_business: {
    method: 'creates.add_related_business.operation.perform',
    input: { application_id: id, organization_name: 'Nordwind GmbH', country: 'DEU' },
    request: ['POST', `/api/applications/${id}/businesses`],
    answer: { business_id: 'biz_1' },
  },
  update_case: {
    method: 'creates.update_case.operation.perform',
    input: { application_id: id, vat_number: 'FR1', risk_level: 'HIGH' },
    request: ['PUT', `/api/applications/${id}`],
    answer: aCase,
  },
  submit_case: {
    method: 'creates.submit_case.operation.perform',
    input: { application_id: id },
    request: ['PUT', `/api/applications/${id}/submit`],
    answer: aCase,
  },
  upload_document: {
    method: 'creates.upload_document.operation.perform',
    input: { application_id: id, file: 'plain text', type: 'ID' },
    request: ['POST', '/api/files'],
    answer: { file_id: 'fil_1' },
  },
  record_decision: {
    method: 'creates.record_decision.operation.perform',
    input: { application_id: id, decision: 'approved' },
    request: ['POST', `/applications/${id}/decisions`],
    answer: { decision_id: 'dec_1' },
  },
  call_api: {
    method: 'creates.call_api.operation.perform',
    input: { method: 'GET', path: '/api/reports' },
    request: ['GET', '/api/reports'],
    answer: { ok: true },
  },
  find_case: {
    method: 'searches.find_case.operation.perform',
    input: { application_id: id },
    request: ['GET', `/api/applications/${id}`],
    answer: aCase,
    search: true,
  },
  search_companies: {
    method: 'searches.search_companies.operation.perform',
    input: { country: 'FR', q: 'Lumen' },
    request: ['GET', '/api/companies/FR/search?q=Lumen'],
    answer: [
      { organization_name: 'Lumen Studio SAS', country: 'FR', registration_number: '552100554' },
    ],
  },
  get_company: {
    method: 'searches.get_company.operation.perform',
    input: { country: 'FR', registration_number: '552100554' },
    request: ['GET', '/api/companies/FR/552100554'],
    answer: {
      organization_name: 'Lumen Studio SAS',
      country: 'FR',
      registration_number: '552100554',
    },
    search: true,
  },
};

/** Prepares the answer to an operation's request, which carries the key and the platform's name. */
export const expectRequest = ({ request: [verb, path] }: Sample) =>
  nock(base).intercept(path, verb, undefined, {
    reqheaders: { authorization: `Bearer ${key}`, 'user-agent': 'Zapier' },
  });

/** What follows the replaced request where an operation sends two. */
export function expectRest(name: string) {
  if (name === 'start_onboarding') {
    nock(base).post('/api/portals').reply(201, { portal_id: 'ptl_1', link: 'tok123' });
  }
  if (name === 'upload_document') {
    nock(base).post('/api/documents').reply(201, { document_id: 'doc_1' });
  }
}
