/**
 * One row per operation: its least input, its requests with their answers, and what it returns.
 * Tests, the fault matrix and the benchmark all use this table.
 */
import { events, type Endpoint } from '../../service/contract.ts';

export interface Exchange {
  method: Endpoint['method'];
  path: string;
  answer: object;
  /** What the request carries: JSON, or a pattern in the content. */
  body?: object | RegExp;
}
export interface Example {
  /** The method of the app, for example `creates.create_case.operation.perform`. */
  run: string;
  bundle: { inputData: Record<string, unknown>; [key: string]: unknown };
  /** At least one. */
  requests: [Exchange, ...Exchange[]];
  /** A part of the only thing that it returns. */
  result: object;
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
const post = (path: string, body: Exchange['body'], answer: object): Exchange => ({
  method: 'POST',
  path,
  body,
  answer,
});
const put = (path: string, body: Exchange['body'], answer: object): Exchange => ({
  method: 'PUT',
  path,
  body,
  answer,
});

const trigger = (key: string, type: string, result: object): [string, Example] => [
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
    result: { id: 'evt_1', application_id: id, ...result },
  },
];

const company = {
  organization_name: 'Lumen Studio SAS',
  country: 'FRA',
  registration_number: '552100554',
};
const deal = { subject: 'business', organization_name: 'Lumen Studio SAS', country: 'France' };
const portal = { portal_id: 'ptl_1', application_id: id, link: 'tok123' };
const caseResult = { id, name: 'Lumen Studio SAS', risk_level_name: 'Low' };
const companyResult = { id: 'FRA-552100554', ...company, country_name: 'France' };

/** An input, what comes of it, and the requests. */
type Row = [inputData: Record<string, unknown>, result: object, ...requests: Example['requests']];

const creates: Record<string, Row> = {
  start_onboarding: [
    {
      ...deal,
      external_reference: 'deal-2',
      related_persons: [{ related_person_last_name: 'Ferrer' }],
    },
    { ...caseResult, portal_link: 'https://api.example.com/portals/tok123', not_taken: [] },
    post(
      '/api/applications',
      { business: aCase.business, external_reference: 'deal-2', is_draft: true },
      { ...aCase, external_reference: 'deal-2', is_draft: true, status_review: 'pending' },
    ),
    post(
      `/api/applications/${id}/persons`,
      { last_name: 'Ferrer' },
      { person_id: 'per_1', last_name: 'Ferrer' },
    ),
    post(`/api/applications/${id}/portals`, {}, portal),
  ],
  create_case: [
    { ...deal, external_reference: 'deal-1' },
    { ...caseResult, already_existed: false, not_taken: [] },
    post('/api/applications', { business: aCase.business, external_reference: 'deal-1' }, aCase),
  ],
  create_portal: [
    // Without the check for an open request, so the POST fails.
    { application_id: id, redirect_url: 'https://www.example.com/thanks', ask_again: true },
    { id: 'ptl_1', portal_link: 'https://api.example.com/portals/tok123' },
    post(
      `/api/applications/${id}/portals`,
      {
        redirect_url: 'https://www.example.com/thanks',
        configuration: { redirect_url: 'https://www.example.com/thanks' },
      },
      portal,
    ),
  ],
  add_related_person: [
    {
      application_id: id,
      last_name: 'Ferrer',
      roles: ['DIRECTOR'],
      direct_ownership_percentage: '12,5 %',
    },
    { id: 'per_1', last_name: 'Ferrer', direct_ownership_percentage: 12.5 },
    post(
      `/api/applications/${id}/persons`,
      { last_name: 'Ferrer', roles: ['DIRECTOR'], direct_ownership_percentage: 12.5 },
      { person_id: 'per_1' },
    ),
  ],
  add_related_business: [
    { application_id: id, organization_name: 'Nordwind GmbH', country: 'DEU' },
    { id: 'biz_1', organization_name: 'Nordwind GmbH', country_name: 'Germany' },
    post(
      `/api/applications/${id}/businesses`,
      { organization_name: 'Nordwind GmbH', country: 'DEU' },
      { business_id: 'biz_1' },
    ),
  ],
  upload_document: [
    { application_id: id, file: 'plain text', type: 'ID' },
    { id: 'doc_1', file_id: 'fil_1', type: 'ID' },
    get(`/api/applications/${id}`, aCase),
    post('/api/files', /name="file"; filename="[^]*plain text/, { file_id: 'fil_1' }),
    post(
      '/api/documents',
      {
        application_id: id,
        type: 'ID',
        file_id: 'fil_1',
        name: 'plain-text-c9ecf5e5.txt',
        document_files: [{ file_id: 'fil_1', side: 'front' }],
      },
      { document_id: 'doc_1' },
    ),
  ],
  update_case: [
    { application_id: id, vat_number: 'FR1', risk_level: 'HIGH' },
    { id, risk_level_name: 'High', not_taken: [] },
    put(
      `/api/applications/${id}`,
      { business: { vat_number: 'FR1' }, risk_level: 2 },
      { ...aCase, business: { ...aCase.business, vat_number: 'FR1' }, risk_level: 2 },
    ),
  ],
  enrich_case: [
    { application_id: id },
    { id, has_arrived: true, persons: [{ id: 'per_1', last_name: 'Ferrer' }] },
    get(`/api/applications/${id}`, { ...aCase, persons: [], businesses: [] }),
    post(`/api/applications/${id}/enrich`, { force_fetch_official_data: true }, {}),
    get(`/api/applications/${id}`, {
      ...aCase,
      persons: [{ id: 'per_1', last_name: 'Ferrer' }],
      businesses: [],
    }),
  ],
  submit_case: [
    { application_id: id },
    caseResult,
    put(`/api/applications/${id}/submit`, undefined, aCase),
  ],
  record_decision: [
    { application_id: id, decision: 'rejected' },
    { id: 'dec_1', application_id: id, status: 'rejected' },
    post(`/applications/${id}/decisions`, { status: 'rejected' }, { decision_id: 'dec_1' }),
  ],
  call_api: [
    { method: 'GET', path: `/api/applications/${id}` },
    { status: 200, data: aCase },
    get(`/api/applications/${id}`, aCase),
  ],
};

const searches: Record<string, Row> = {
  find_case: [{ application_id: id }, caseResult, get(`/api/applications/${id}`, aCase)],
  find_related_persons: [
    { application_id: id },
    { id: 'per_1', application_id: id, last_name: 'Ferrer' },
    get(`/api/applications/${id}/persons`, [{ person_id: 'per_1', last_name: 'Ferrer' }]),
  ],
  search_companies: [
    { country: 'FR', q: 'Lumen' },
    companyResult,
    get('/api/companies/FRA/search?q=Lumen', [company]),
  ],
  get_company: [
    { country: 'FR', registration_number: '552100554' },
    companyResult,
    get('/api/companies/FRA/552100554', company),
  ],
};

const stepsOf = (kind: string, rows: Record<string, Row>) =>
  Object.entries(rows).map(([key, [inputData, result, ...requests]]): [string, Example] => [
    key,
    { run: `${kind}.${key}.operation.perform`, bundle: { inputData }, requests, result },
  ]);

export const examples: Record<string, Example> = Object.fromEntries([
  ...stepsOf('creates', creates),
  ...stepsOf('searches', searches),
  ...Object.entries(events).map(([key, name]) =>
    trigger(key, name, { name: 'Lumen Studio SAS', external_reference: 'deal-1' }),
  ),
  trigger('event_received', events.case_updated, {
    event_name: events.case_updated,
    external_reference: 'deal-1',
  }),
]);

/** The methods that are not triggers. */
export const steps = Object.entries(examples).filter(([, { run }]) => !run.startsWith('triggers.'));

/** The bundle of an example, for another case. */
export const bundleFor = ({ bundle }: Example, application_id: string): object =>
  JSON.parse(JSON.stringify(bundle).replaceAll(id, application_id)) as object;
