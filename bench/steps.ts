/** Every step that sends requests: its input, and the requests the specification needs for it. */
import { defaultKey } from '../sandbox/server.tsx';

interface Request {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: string;
}

export interface Step {
  method: string;
  bundle: Record<string, unknown>;
  /** What the floor sends, with no code of ours. */
  requests: Request[];
}

const application_id = 'app_1';
const getCase: Request = { method: 'GET', path: '/api/applications/app_1' };
const post = (path: string): Request => ({
  method: 'POST',
  path,
  body: '{"business":{"organization_name":"Lumen"}}',
});

const create = (key: string, inputData: object, ...requests: Request[]): Step => ({
  method: `creates.${key}.operation.perform`,
  bundle: { inputData },
  requests,
});
const search = (key: string, inputData: object, path: string): Step => ({
  method: `searches.${key}.operation.perform`,
  bundle: { inputData },
  requests: [{ method: 'GET', path }],
});
const trigger = (key: string, type: string): Step => ({
  method: `triggers.${key}.operation.perform`,
  bundle: {
    inputData: {},
    rawRequest: {
      headers: {},
      content: JSON.stringify({ event_id: 'e', type, data: { object: { application_id } } }),
    },
  },
  requests: [getCase],
});

const business = { subject: 'business', organization_name: 'Lumen', country: 'FR' };
const related = { application_id, organization_name: 'Nordwind' };
const document = { application_id, type: 'ID', file: 'text' };
const registry = { country: 'FR', registration_number: '1' };

export const steps: Record<string, Step> = {
  create_case: create('create_case', business, post('/api/applications')),
  create_portal: create('create_portal', { application_id }, post('/api/portals')),
  start_onboarding: create(
    'start_onboarding',
    business,
    post('/api/applications'),
    post('/api/portals'),
  ),
  add_related_person: create(
    'add_related_person',
    { application_id, last_name: 'Ferrer' },
    post('/api/applications/app_1/persons'),
  ),
  add_related_business: create(
    'add_related_business',
    related,
    post('/api/applications/app_1/businesses'),
  ),
  upload_document: create('upload_document', document, post('/api/files'), post('/api/documents')),
  update_case: create(
    'update_case',
    { application_id, vat_number: 'FR1' },
    { ...post('/api/applications/app_1'), method: 'PUT' },
  ),
  submit_case: create(
    'submit_case',
    { application_id },
    { method: 'PUT', path: '/api/applications/app_1/submit' },
  ),
  record_decision: create(
    'record_decision',
    { application_id, decision: 'approved' },
    post('/applications/app_1/decisions'),
  ),
  call_api: create('call_api', { method: 'GET', path: getCase.path }, getCase),
  find_case: search('find_case', { application_id }, getCase.path),
  search_companies: search(
    'search_companies',
    { country: 'FR', q: 'lumen' },
    '/api/companies/FR/search?q=lumen',
  ),
  get_company: search('get_company', registry, '/api/companies/FR/1'),
  case_submitted: trigger('case_submitted', 'application.submitted'),
  case_review_updated: trigger('case_review_updated', 'application.review_updated'),
  collect_opened: trigger('collect_opened', 'collect.opened'),
};

const execute = (base_url: string, method: string, bundle: object) => ({
  command: 'execute',
  method,
  bundle: { authData: { base_url, api_key: defaultKey }, inputData: {}, meta: {}, ...bundle },
});

/** The event that runs a step of ours against the service at `url`. */
export const stepEvent = (url: string, { method, bundle }: Pick<Step, 'method' | 'bundle'>) =>
  execute(url, method, bundle);

/** The event that runs an app made by `apps/floor-app.mjs`: what it sends, or the file it uploads. */
export const floorEvent = (url: string, inputData: { requests: Request[] } | { file: string }) =>
  execute(url, 'creates.floor.operation.perform', { inputData });
