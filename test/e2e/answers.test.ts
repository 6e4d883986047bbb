/**
 * An answer is read before it is believed, in Zapier: what a Zap gets from the built app in the
 * platform's handler.
 */
// @ts-expect-error The bundle has no types.
import built from '../../dist/app.cjs';
import { stepFailure } from '../../zapier/local/app-handler.ts';
import { noCache } from '../../zapier/local/cache.ts';
import { runner } from '../support/app.ts';
import { startStandIn, type Routes, type StandIn } from '../support/stand-in.ts';

let service: StandIn;
beforeAll(async () => (service = await startStandIn()));
afterAll(() => service.close());

const run = runner(built as object, noCache);
const deal = {
  subject: 'business',
  organization_name: 'Lumen Studio',
  external_reference: 'deal-7',
};
const app_1 = { application_id: 'app_1' };
const decision = { ...app_1, decision: 'approved' };
const short = {
  ...app_1,
  external_reference: 'deal-7',
  business: { organization_name: 'Lumen Studio', phone_number: '+33 1 42 60' },
};

/** What is sent comes back. */
const echo: Routes = {
  'POST .*': ({ body }) => [201, { ...app_1, ...body }],
  'GET /api/companies/(\\w+)/search': ({ parts: [country] }) => [200, [{ country }]],
};

/** What the service answers to the step, and the result or the kind of error with its message. */
const rows: [what: string, key: string, input: object, routes: Routes, result: unknown][] = [
  [
    'a party in an answer with the whole case under application_id',
    'add_related_person',
    { ...app_1, last_name: 'Ferrer' },
    {
      'POST .*/persons': [
        201,
        { ...app_1, persons: [{ person_id: 'per_1', last_name: 'Ferrer' }] },
      ],
    },
    { application_id: 'app_1', last_name: 'Ferrer' },
  ],
  [
    'a submission that is refused for a case that is no draft any more',
    'submit_case',
    app_1,
    {
      'PUT .*/submit': [409, { detail: 'It is submitted.' }],
      'GET .*/app_1': [200, { ...app_1, is_draft: false, status_review: 'in_review' }],
    },
    { id: 'app_1', is_draft: false },
  ],
  [
    'nulls',
    'update_case',
    { ...app_1, subject: 'business', organization_name: 'Lumen' },
    {
      'GET .*/app_1': [200, { ...app_1, business: {} }],
      'PUT .*/app_1': [200, { application_id: null, id: null, status_review: 'new' }],
    },
    { id: 'app_1', application_id: 'app_1' },
  ],
  [
    'a telephone number that was cut',
    'create_case',
    { ...deal, business_phone: '+33 1 42 60 30 30' },
    {
      'POST .*/applications': [201, short],
      'GET .*/app_1': [200, short],
    },
    { id: 'app_1', not_taken: ['Business Phone'] },
  ],
  ...[302, 303].map((status): (typeof rows)[number] => [
    `a redirection (${status}) of a POST`,
    'create_case',
    deal,
    { 'POST .*': [status, ''] },
    /^AppError .*look for the External Reference "deal-7"/,
  ]),
  [
    'a list in place of a case',
    'create_case',
    deal,
    { 'POST .*': [201, []] },
    /cannot be read.*look for the External Reference "deal-7"/,
  ],
  [
    'a decision that was not accepted',
    'record_decision',
    decision,
    { 'POST .*': [200, { Success: 'False', message: 'Case is locked' }] },
    /^HaltedError .*Case is locked/,
  ],
  [
    'errors beside the ID of a decision',
    'record_decision',
    decision,
    { 'POST .*': [200, { id: 'dec_1', errors: [{ message: 'locked' }] }] },
    /^HaltedError .*did not do this/,
  ],
  [
    'a refusal in a form of its own',
    'find_case',
    app_1,
    { 'GET .*': [422, { reason: { hint: 'Name too short' } }] },
    /^HaltedError .*"hint":"Name too short"/,
  ],
  ...Object.entries({
    Welsh: 'GBR',
    Gallois: 'GBR',
    'Republic of China (Taiwan)': 'TWN',
    "Hong Kong Special Administrative Region of the People's Republic of China": 'HKG',
  }).flatMap(([country, code]): typeof rows => {
    const person = { subject: 'person', last_name: 'Ferrer', nationality: country };
    return [
      [country, 'create_case', person, echo, { person: { nationality: code } }],
      [country, 'create_case', { ...deal, country }, echo, { business: { country: code } }],
      [country, 'search_companies', { country, q: 'L' }, echo, [{ country: code }]],
    ];
  }),
];

it.each(rows)('reads %s: %s', async (_, key, inputData, routes, result) => {
  service.serve(routes);
  const kind = /^(find|search)/.test(key) ? 'searches' : 'creates';
  const step = run(`${kind}.${key}.operation.perform`, {
    authData: { base_url: service.url, api_key: 'secret-key' },
    inputData,
  });
  if (!(result instanceof RegExp)) return expect(await step).toMatchObject(result as object);
  const failed = stepFailure((await step.catch((error: unknown) => error)) as Error);
  expect(`${failed.kind} ${failed.message}`).toMatch(result);
  expect(failed.message).not.toContain('secret-key');
});
