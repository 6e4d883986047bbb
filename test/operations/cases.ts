/** What the steps of a case do. */
import { values } from './values.ts';
import {
  aCase,
  get,
  id,
  inEach,
  merged,
  post,
  put,
  redirected,
  type Row,
  type Rows,
} from './table.ts';

const deal = { subject: 'business', organization_name: 'Lumen Studio SAS', country: 'France' };
const { business } = aCase;
const found = { id, name: 'Lumen Studio SAS', risk_level_name: 'Low' };
const withoutName = {
  input: { subject: 'business' },
  halts:
    'Organization Name is empty. Fill in the Organization Name or the Registration Number of the business.',
};
/** A case of a deal, whose POST the service answers so. */
const ofDeal = (answer: unknown, status: number) => ({
  input: { ...deal, external_reference: 'deal-1' },
  requests: [post('/api/applications', { business, external_reference: 'deal-1' }, answer, status)],
});

const mayBeMade =
  'The service may have carried out the request: look for the External Reference "deal-1" in the service before you replay the run.';

/** A number that the service shows otherwise in the case of a reference. */
const numberAs = (country: string, typed: string, shown: string, not_taken: string[] = []): Row => {
  const sent = { ...business, country, registration_number: typed };
  const answer = { ...aCase, business: { ...sent, registration_number: shown } };
  const reference = { external_reference: 'deal-1' };
  return {
    input: { ...deal, ...reference, country, registration_number: typed },
    requests: [post('/api/applications', { business: sent, ...reference }, answer)],
    returns: { business: { registration_number: shown }, not_taken },
  };
};

const phone = '+33 1 42 60 30 30';
const cut = { ...aCase, business: { ...business, phone_number: '+33 1 42 60' } };

/** A deal whose reference has the case of somebody else, or a case that looks so. */
const taken = (subject: 'business' | 'person', input: object, sent: object, inCase: object) => {
  const external_reference = 'deal-1';
  return {
    input: { subject, ...input, external_reference },
    requests: [
      post(
        '/api/applications',
        { [subject]: sent, external_reference },
        { detail: 'The reference exists.', application_id: id },
        409,
      ),
      get(`/api/applications/${id}`, { application_id: id, external_reference, [subject]: inCase }),
    ],
  };
};
const orUse =
  'To use the case as it is, choose "Use it, whoever the client is" in When a Case Exists.';
/** Two persons with something in common, whose names a message shows. */
const persons = (mark: string, [ours, theirs]: [string, string]) => ({
  halts: inEach(
    ({ unit, map, updateCase }) =>
      `External Reference: "deal-1" belongs to case app_1, and it is unclear whether that is about the same client. ${mark} in this ${unit}, ${mark.replace(/.*: /, '')} in the case. First Name and Last Name: "${ours}" in this ${unit}, "${theirs}" in the case. If it is the same client, use ${updateCase} for case app_1 with First Name and Last Name "${ours}". If it is not, ${map.toLowerCase()} the reference of this deal; a second applicant needs a reference of its own. ${orUse}`,
  ),
});
const home = { last_name: 'Ferrer', email: 'home@ferrer.example' };
const born = { birth_date: '1985-11-02' };

export const create_case: Rows = {
  usual: {
    input: { ...deal, external_reference: 'deal-1' },
    requests: [post('/api/applications', { business, external_reference: 'deal-1' }, aCase)],
    returns: { ...found, already_existed: false, not_taken: [] },
  },
  ...values,
  'required fields alone': withoutName,
  'a country with two readings': {
    input: { ...deal, country: 'Nga' },
    halts:
      'Country: "Nga" may be Nigeria (NG) or Russian Federation (RU). Use the code of the country that you mean.',
  },
  'a date with two readings': {
    input: { ...deal, registration_date: '03/04/2024' },
    halts: 'Registration Date: "03/04/2024" is not a clear date. Write it like 2024-05-31.',
  },
  'a field of the other subject': {
    input: { ...deal, last_name: 'Ferrer' },
    halts:
      'Last Name is filled in, but the Subject is Business (KYB). Empty Last Name, or choose the other subject.',
  },
  'a value that the service refuses': {
    input: { ...deal, registration_number: '1' },
    requests: [
      post(
        '/api/applications',
        { business: { ...business, registration_number: '1' } },
        { detail: [{ loc: ['body', 'business', 'registration_number'], msg: 'Too short' }] },
        422,
      ),
    ],
    halts: 'The service refused these values. Registration Number: Too short.',
  },
  'a telephone number that comes back shorter': {
    input: { ...deal, business_phone: phone },
    requests: [post('/api/applications', { business: { ...business, phone_number: phone } }, cut)],
    returns: { id, not_taken: ['Business Phone'] },
  },
  'a number that the service shows as its register writes it': numberAs(
    'GBR',
    'SC12345',
    'SC012345',
  ),
  'the number of an Australian business that the service shows as its company': numberAs(
    'AUS',
    'ABN 43 002 724 334',
    '002 724 334',
    ['Registration Number'],
  ),
  'custom fields with names that every object has': {
    input: { ...deal, custom_fields: { constructor: 'Ada', toString: 'yes' } },
    requests: [
      post(
        '/api/applications',
        { business, custom_fields: { constructor: 'Ada', toString: 'yes' } },
        aCase,
      ),
    ],
    returns: { not_taken: ['Custom Fields: Constructor', 'Custom Fields: To String'] },
  },
  'a couple with one e-mail address and one reference': {
    ...taken(
      'person',
      { first_name: 'Ana', ...home },
      { given_names: 'Ana', ...home },
      { given_names: 'Jon', ...home },
    ),
    ...persons('Email: "home@ferrer.example"', ['Ana Ferrer', 'Jon Ferrer']),
  },
  'two writings of a name, and one date of birth': {
    ...taken(
      'person',
      { first_name: 'Una', last_name: "O'Connor", ...born },
      { given_names: 'Una', last_name: "O'Connor", ...born },
      { given_names: 'Una', last_name: 'O CONNOR', ...born },
    ),
    ...persons('Birth Date: "1985-11-02"', ["Una O'Connor", 'Una O CONNOR']),
  },
  'a cut number beside that of the case': {
    ...taken(
      'business',
      { organization_name: 'Lumen', country: 'FR', vat_number: 'FR4732' },
      { organization_name: 'Lumen', country: 'FRA', vat_number: 'FR4732' },
      { organization_name: 'Lumen', country: 'FRA', vat_number: 'FR47323456789' },
    ),
    halts: inEach(
      ({ unit, map }) =>
        `External Reference: "deal-1" belongs to the case of another client, app_1, which was left as it is. VAT Number: "FR4732" in this ${unit}, "FR47323456789" in the case. If it is the same client, correct VAT Number in this ${unit}. If it is not, ${map.toLowerCase()} the reference of this deal. ${orUse}`,
    ),
  },
  'a list in place of the case': {
    ...ofDeal([], 201),
    fails: `The answer of the service about the case cannot be read. ${mayBeMade} For your engineer: examine the service with npm run doctor.`,
  },
  ...Object.fromEntries(
    [302, 303].map((status) => [
      `another address in the answer: the case may have been made (${status})`,
      { ...ofDeal('', status), fails: `The service answered with another address. ${mayBeMade}` },
    ]),
  ),
  'the subject as the editor shows it': {
    input: { ...deal, subject: 'Business (KYB)' },
    requests: [post('/api/applications', { business }, aCase)],
    returns: found,
  },
};

const draft = { ...aCase, external_reference: 'deal-2', is_draft: true, status_review: 'pending' };

export const start_onboarding: Rows = {
  usual: {
    input: {
      ...deal,
      external_reference: 'deal-2',
      related_persons: [{ related_person_last_name: 'Ferrer' }],
    },
    requests: [
      post('/api/applications', { business, external_reference: 'deal-2', is_draft: true }, draft),
      post(
        `/api/applications/${id}/persons`,
        { last_name: 'Ferrer' },
        { person_id: 'per_1', last_name: 'Ferrer' },
      ),
      post(
        `/api/applications/${id}/portals`,
        {},
        { portal_id: 'ptl_1', application_id: id, link: 'tok123' },
      ),
    ],
    returns: { ...found, portal_link: '{base_url}/portals/tok123', not_taken: [] },
  },
  'required fields alone': withoutName,
  'a related business in a case that is there, whose number is shown in another spelling': {
    input: {
      ...deal,
      external_reference: 'deal-2',
      related_businesses: [
        { related_business_country: 'GBR', related_business_registration_number: '445790' },
      ],
    },
    requests: [
      post(
        '/api/applications',
        { business, external_reference: 'deal-2', is_draft: true },
        { application_id: id },
        201,
        { 'idempotent-replayed': 'true' },
      ),
      get(`/api/applications/${id}`, {
        ...draft,
        persons: [],
        businesses: [{ country: 'GBR', registration_number: '00445790' }],
      }),
      post(
        `/api/applications/${id}/portals`,
        {},
        { portal_id: 'ptl_1', application_id: id, link: 'tok123' },
      ),
    ],
    returns: { ...found, not_taken: [] },
  },
  'a redirect with an expression': {
    input: { ...deal, redirect_url: 'https://x.example/thanks?deal={{123456__id}}' },
    halts: inEach(
      ({ map, earlier }) =>
        `Redirect URL: "https://x.example/thanks?deal={{123456__id}}" contains an expression that was not filled in. ${map} its value from ${earlier}, and see there why it is empty.`,
    ),
  },
  'a portal that fails, without a reference: no repeat may make a second case': {
    input: { ...deal, ask_for: 'identity' },
    requests: [
      post('/api/applications', { business, is_draft: true }, draft),
      post(
        `/api/applications/${id}/portals`,
        { configuration: { steps: [{ step: 'identity-verification' }] } },
        { detail: 'No.' },
        503,
      ),
    ],
    halts: inEach(
      ({ replay, createPortal }) =>
        `The service is busy or under maintenance. No. Case app_1 exists already. Continue with it, for example with ${createPortal}. ${replay} would create a second case, because there is no External Reference.`,
    ),
  },
  'a portal that fails, where nothing remembers the case': {
    input: { ...deal, external_reference: 'deal-2' },
    requests: [
      post('/api/applications', { business, external_reference: 'deal-2', is_draft: true }, draft),
      post(`/api/applications/${id}/portals`, {}, { detail: 'No.' }, 500),
    ],
    fails:
      'The service failed on its side. The service may have carried out the request: look in the service before you replay the run. No. Case app_1 exists already. A replay continues with it if the service recognises repeats. Look in the service first.',
  },
};

const changed = {
  ...aCase,
  business: { ...business, vat_number: 'FR1' },
  risk_level: 2,
};

export const update_case: Rows = {
  usual: {
    input: { application_id: id, vat_number: 'FR1', risk_level: 'HIGH' },
    requests: [
      put(`/api/applications/${id}`, { business: { vat_number: 'FR1' }, risk_level: 2 }, changed),
    ],
    returns: { id, risk_level_name: 'High', not_taken: [] },
  },
  'required fields alone': {
    input: { application_id: id },
    halts: 'Nothing to update: fill in at least one field besides Case.',
  },
  'a case that was merged into another one': {
    input: { application_id: id, risk_level: 'HIGH' },
    requests: [
      redirected(
        put(`/api/applications/${id}`, { risk_level: 2 }, ''),
        '/api/applications/app_2',
        308,
      ),
    ],
    ...merged,
  },
  'a reference where nothing can be noted': {
    input: { application_id: id, external_reference: 'deal-2' },
    requests: [
      get(`/api/applications/${id}`, aCase),
      put(
        `/api/applications/${id}`,
        { external_reference: 'deal-2' },
        { ...aCase, external_reference: 'deal-2' },
      ),
    ],
    returns: {
      not_taken: [],
      not_taken_text:
        'External Reference: it could not be noted that case app_1 has "deal-2" now. Steps with that reference may not find it, or make another case. Use the ID of the case, or replay the run.',
    },
  },
};

const withParties = { ...aCase, persons: [], businesses: [] };

export const enrich_case: Rows = {
  usual: {
    input: { application_id: id },
    requests: [
      get(`/api/applications/${id}`, withParties),
      post(`/api/applications/${id}/enrich`, { force_fetch_official_data: true }, {}),
      get(`/api/applications/${id}`, {
        ...withParties,
        persons: [{ id: 'per_1', last_name: 'Ferrer' }],
      }),
    ],
    returns: { id, has_arrived: true, persons: [{ id: 'per_1', last_name: 'Ferrer' }] },
  },
};

const submission = (answer: unknown, status: number) =>
  put(`/api/applications/${id}/submit`, undefined, answer, status);

export const submit_case: Rows = {
  usual: { input: { application_id: id }, requests: [submission(aCase, 200)], returns: found },
  'a case that the service does not know': {
    input: { application_id: id },
    requests: [submission({ detail: 'Not Found' }, 404)],
    halts: inEach(
      ({ map, step }) =>
        `The service knows no such case. ${map} the ID from the ${step} that created or found it. Not Found.`,
    ),
  },
  'a case that is no draft any more': {
    input: { application_id: id },
    requests: [
      submission({ detail: 'It is submitted.' }, 409),
      get(`/api/applications/${id}`, { ...aCase, status_review: 'in_review' }),
    ],
    returns: { id, is_draft: false, status_review: 'in_review' },
  },
};

/** What an engineer does about a key that the service does not accept. */
const otherForm =
  ' For your engineer: if the key is right, npm run doctor shows whether the service expects another header or prefix for it.';

export const find_case: Rows = {
  usual: {
    input: { application_id: id },
    requests: [get(`/api/applications/${id}`, aCase)],
    returns: [found],
  },
  'a case with signs that nobody sees at its end': {
    input: { application_id: `${id}\u200b` },
    requests: [get(`/api/applications/${id}`, aCase)],
    returns: [found],
  },
  'a case that shows the ID of its person alone': {
    input: { application_id: id },
    requests: [get(`/api/applications/${id}`, { application_id: id, person_id: 'per_1' })],
    returns: [{ id, subject: 'person', person_id: 'per_1' }],
  },
  'required fields alone': {
    input: {},
    halts: inEach(
      ({ map }) =>
        `Case and External Reference are empty. ${map} the ID of the case, or the ID of the deal as External Reference.`,
    ),
  },
  'a key that the service does not accept': {
    input: { application_id: id },
    requests: [get(`/api/applications/${id}`, {}, 401)],
    reconnects: {
      zapier: `The service does not accept the API key. Reconnect the account with a valid key.${otherForm}`,
      n8n: `The service does not accept the API key. Enter a valid key in the credential.${otherForm}`,
      mcp: `The service does not accept the API key. Start this server with a valid key.${otherForm}`,
    },
  },
  'a case that was merged into another one': {
    input: { application_id: id },
    requests: [redirected(get(`/api/applications/${id}`, ''), '/api/applications/app_2/?v=1')],
    ...merged,
  },
  ...Object.fromEntries(
    [
      ['the same case', `/api/applications/${id}/`],
      ['another path', '/v2/api/applications/app_2'],
      ['another host', 'https://elsewhere.example/api/applications/app_2'],
    ].map(([what, location]): [string, Row] => [
      `another address, which leads to ${what}`,
      {
        input: { application_id: id },
        requests: [redirected(get(`/api/applications/${id}`, ''), location!)],
        fails:
          'The service redirects to another address. Enter the new address as Base URL of the connection.',
      },
    ]),
  ),
  'a refusal in a form of its own': {
    input: { application_id: id },
    requests: [get(`/api/applications/${id}`, { reason: { hint: 'Name too short' } }, 422)],
    halts:
      'The service refused these values. The service answered 422: {"reason":{"hint":"Name too short"}}.',
  },
};
