/**
 * One row per operation: its least input, its requests, and their answers. Tests, the fault matrix
 * and the benchmark all use this table.
 */
import { events, type Endpoint } from '../../service/contract.ts';

export interface Exchange {
  method: Endpoint['method'];
  path: string;
  answer: object;
}
export interface Example {
  /** The method of the app, for example `creates.create_case.operation.perform`. */
  run: string;
  bundle: { inputData: Record<string, unknown>; [key: string]: unknown };
  /** At least one. */
  requests: [Exchange, ...Exchange[]];
  /** Finds nothing on 404, where other operations fail. */
  finds?: true;
}

/** The case of all examples. */
export const id = 'app_1';
export const aCase = {
  application_id: id,
  business: { organization_name: 'Lumen Studio SAS', country: 'FRA' },
  person: null,
  external_reference: 'deal-1',
  is_draft: false,
  custom_fields: { plan: 'Premium' },
  status_review: 'approved',
  risk_score: 12,
  risk_level: 0,
};

const get = (path: string, answer: object): Exchange => ({ method: 'GET', path, answer });
const post = (path: string, answer: object): Exchange => ({ method: 'POST', path, answer });
const put = (path: string, answer: object): Exchange => ({ method: 'PUT', path, answer });

const trigger = (key: string, type: string): [string, Example] => [
  key,
  {
    run: `triggers.${key}.operation.perform`,
    bundle: {
      inputData: {},
      subscribeData: { id: 'wh_1' },
      rawRequest: {
        content: JSON.stringify({
          event_id: 'evt_1',
          type,
          data: { object: { application_id: id } },
        }),
      },
    },
    requests: [get(`/api/applications/${id}`, aCase)],
    finds: true,
  },
];

const company = {
  organization_name: 'Lumen Studio SAS',
  country: 'FRA',
  registration_number: '552100554',
};
const deal = { subject: 'business', organization_name: 'Lumen Studio SAS', country: 'France' };
const portal = { portal_id: 'ptl_1', application_id: id, link: 'tok123' };

/** An input, and its requests. */
type Row = [inputData: Record<string, unknown>, ...requests: Example['requests']];

const creates: Record<string, Row> = {
  start_onboarding: [
    {
      ...deal,
      external_reference: 'deal-2',
      related_persons: [{ related_person_last_name: 'Ferrer' }],
    },
    post('/api/applications', aCase),
    post(`/api/applications/${id}/persons`, { person_id: 'per_1', last_name: 'Ferrer' }),
    post(`/api/applications/${id}/portals`, portal),
  ],
  create_case: [{ ...deal, external_reference: 'deal-1' }, post('/api/applications', aCase)],
  create_portal: [
    // Without the check for an open request, so the POST fails.
    { application_id: id, redirect_url: 'https://www.example.com/thanks', ask_again: true },
    post(`/api/applications/${id}/portals`, portal),
  ],
  add_related_person: [
    {
      application_id: id,
      last_name: 'Ferrer',
      roles: ['DIRECTOR'],
      direct_ownership_percentage: '12,5 %',
    },
    post(`/api/applications/${id}/persons`, { person_id: 'per_1' }),
  ],
  add_related_business: [
    { application_id: id, organization_name: 'Nordwind GmbH', country: 'DEU' },
    post(`/api/applications/${id}/businesses`, { business_id: 'biz_1' }),
  ],
  upload_document: [
    { application_id: id, file: 'plain text', type: 'ID' },
    get(`/api/applications/${id}`, aCase),
    post('/api/files', { file_id: 'fil_1' }),
    post('/api/documents', { document_id: 'doc_1' }),
  ],
  update_case: [
    { application_id: id, vat_number: 'FR1', risk_level: 'HIGH' },
    put(`/api/applications/${id}`, aCase),
  ],
  enrich_case: [
    { application_id: id },
    get(`/api/applications/${id}`, { ...aCase, persons: [], businesses: [] }),
    post(`/api/applications/${id}/enrich`, {}),
    get(`/api/applications/${id}`, {
      ...aCase,
      persons: [{ id: 'per_1', last_name: 'Ferrer' }],
      businesses: [],
    }),
  ],
  submit_case: [{ application_id: id }, put(`/api/applications/${id}/submit`, aCase)],
  record_decision: [
    { application_id: id, decision: 'rejected' },
    post(`/applications/${id}/decisions`, { decision_id: 'dec_1', status: 'rejected' }),
  ],
  call_api: [
    { method: 'GET', path: `/api/applications/${id}` },
    get(`/api/applications/${id}`, aCase),
  ],
};

const searches: Record<string, Row> = {
  find_case: [{ application_id: id }, get(`/api/applications/${id}`, aCase)],
  find_related_persons: [
    { application_id: id },
    get(`/api/applications/${id}/persons`, [{ person_id: 'per_1', last_name: 'Ferrer' }]),
  ],
  search_companies: [
    { country: 'FR', q: 'Lumen' },
    get('/api/companies/FRA/search?q=Lumen', [company]),
  ],
  get_company: [
    { country: 'FR', registration_number: '552100554' },
    get('/api/companies/FRA/552100554', company),
  ],
};

const stepsOf = (kind: string, rows: Record<string, Row>, more?: Pick<Example, 'finds'>) =>
  Object.entries(rows).map(([key, [inputData, ...requests]]): [string, Example] => [
    key,
    { run: `${kind}.${key}.operation.perform`, bundle: { inputData }, requests, ...more },
  ]);

export const examples: Record<string, Example> = Object.fromEntries([
  ...stepsOf('creates', creates),
  ...stepsOf('searches', searches, { finds: true }),
  ...Object.entries(events).map(([key, name]) => trigger(key, name)),
  trigger('event_received', events.case_updated),
]);

/** The methods that are not triggers. */
export const steps = Object.entries(examples).filter(([, { run }]) => !run.startsWith('triggers.'));

/** The bundle of an example, for another case. */
export const bundleFor = ({ bundle }: Example, application_id: string): object =>
  JSON.parse(JSON.stringify(bundle).replaceAll(id, application_id)) as object;
