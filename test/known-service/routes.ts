/** The endpoints of the stand-in of the known service. */
import type * as z from 'zod';

import {
  customFields,
  expectedDocuments,
  registry,
  roleOf,
  stateOf,
  type Choices,
} from './choices.ts';
import type { Asked as Received } from '../support/stand-in.ts';
import {
  casePortal,
  emit,
  find,
  makePortal,
  named,
  newId,
  Refusal,
  viewOf,
  type Item,
  type State,
} from './state.ts';

/** The work of an endpoint; `parts` are the captured parts of its path. */
type Work = (state: State, received: Received, ...parts: string[]) => unknown;
export type Route = [method: string, path: RegExp, work: Work];

/** The framework's message about a value outside an enumeration. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_value') return issue.message;
  const values = issue.values.map((value) => `'${String(value)}'`);
  const [last] = values.slice(-1);
  return `Input should be ${values.length > 1 ? `${values.slice(0, -1).join(', ')} or ` : ''}${last}`;
}

/** The body in its form. @throws Refusal in the framework's words. */
function read(schema: z.ZodType, { headers, content }: Received): Item {
  let value: unknown;
  try {
    value = JSON.parse(content || 'null');
  } catch {
    throw new Refusal(422, [{ loc: ['body', 0], msg: 'JSON decode error', type: 'json_invalid' }]);
  }
  const isJson = headers['content-type']?.startsWith('application/json');
  const { success, data, error } = schema.safeParse(isJson ? value : content || null);
  if (success) return data as Item;
  const problems = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          loc: ['body', ...issue.path, key],
          msg: 'Extra inputs are not permitted',
          type: 'extra_forbidden',
        }))
      : [{ loc: ['body', ...issue.path], msg: messageOf(issue), type: issue.code }],
  );
  throw new Refusal(422, problems);
}

/** @throws Refusal for the reference of another case. */
function refuseTaken({ choices, cases }: State, { external_reference: reference }: Item): void {
  if (choices.references === 'free' || !reference) return;
  const other = [...cases.values()].find((one) => one.external_reference === reference);
  if (!other) return;
  throw new Refusal(409, `external_reference already exists on application ${other.id}`);
}

const createCase: Work = (state, received) => {
  const body = read(state.bodies.application, received);
  if (!body.business === !body.person) {
    throw new Refusal(422, 'Either business or person is required');
  }
  refuseTaken(state, body);
  const withId = (kind: string) => (one: Item) => ({ id: newId(state, kind), ...one });
  const one: Item = {
    id: newId(state, 'app'),
    is_draft: false,
    custom_fields: {},
    meta: {},
    risk_level: -1,
    risk_score: null,
    status_review: stateOf(state.choices, 'pending'),
    status_execution: stateOf(state.choices, 'waiting_for_user_input'),
    ...body,
    persons: (body.persons ?? []).map(withId('per')),
    businesses: (body.businesses ?? []).map(withId('bus')),
    updated_at: new Date().toISOString(),
  };
  state.cases.set(one.id, one);
  return viewOf(state, one);
};

const updateCase: Work = (state, received, id) => {
  const one = find(state, id!);
  for (const [key, value] of Object.entries(read(state.bodies.change, received))) {
    const isPart = ['business', 'person', 'custom_fields', 'meta'].includes(key) && value;
    one[key] = isPart ? { ...one[key], ...(value as Item) } : value;
  }
  one.updated_at = new Date().toISOString();
  return viewOf(state, one);
};

const submitCase: Work = (state, _, id) => {
  const one = find(state, id!);
  if (!one.is_draft) throw new Refusal(409, 'Application is not a draft');
  Object.assign(one, { is_draft: false, status_execution: stateOf(state.choices, 'done') });
  return viewOf(state, one);
};

const kinds = { persons: 'person', businesses: 'business' } as const;
type Kind = keyof typeof kinds;

const listParties: Work = (state, _, id, kind) =>
  find(state, id!)[kind as Kind].map((one: Item) => named(state, kinds[kind as Kind], one));

const addParty: Work = (state, received, id, kind) => {
  const schema = { persons: state.bodies.relatedPerson, businesses: state.bodies.relatedBusiness };
  const one = find(state, id!);
  const added: Item = {
    id: newId(state, kind!.slice(0, 3)),
    ...read(schema[kind as Kind], received),
  };
  one[kind as Kind].push(added);
  return named(state, kinds[kind as Kind], added);
};

const looks = { 'first look': 1, 'third look': 3 };

const enrich: Work = (state, received, id) => {
  const one = find(state, id!);
  read(state.bodies.enrich, received);
  const officer = {
    id: newId(state, 'per'),
    [state.choices.givenNames]: 'Claire',
    [state.choices.lastName]: 'Ferrer',
    roles: [roleOf(state.choices, 'DIRECTOR')],
  };
  const arrive = () => void one.persons.push(officer);
  state.arrivals.set(id!, { looks: looks[state.choices.enrichment], arrive });
  return viewOf(state, one);
};

const showCase: Work = (state, _, id) => {
  const one = find(state, id!);
  const arrival = state.arrivals.get(id!);
  if (arrival && --arrival.looks === 0) arrival.arrive();
  return viewOf(state, one);
};

const createCasePortal: Work = (state, received, id) => {
  return casePortal(state, id!, read(state.bodies.casePortal, received));
};

const createPortal: Work = (state, received) => {
  const { application_id, ...request } = read(state.bodies.portal, received);
  const { default_custom_fields } = request;
  return application_id
    ? casePortal(state, application_id, request)
    : makePortal(state, { custom_fields: default_custom_fields, asked: request });
};

const uploadFile: Work = (state, { content, headers }) => {
  const isForm = headers['content-type']?.startsWith('multipart/form-data');
  const [, field] = /name="([^"]*)"; filename=/.exec(content) ?? [];
  if (!isForm || field !== 'file') {
    throw new Refusal(422, [{ loc: ['body', 'file'], msg: 'Field required', type: 'missing' }]);
  }
  const id = newId(state, 'fil');
  state.files.set(id, content);
  return named(state, 'file', { id });
};

const targets = ['application_id', 'person_id', 'business_id'];

const attachDocument: Work = (state, received) => {
  const body = read(state.bodies.document, received);
  if (targets.filter((target) => body[target]).length !== 1) {
    throw new Refusal(422, 'One of application_id, person_id is required');
  }
  if (body.application_id) find(state, body.application_id);
  const files: string[] = body.document_files?.map((file: Item) => file.file_id) ?? [body.file_id];
  if (!files.every((id) => state.files.has(id))) throw new Refusal(404, 'File not found');
  const made = { id: newId(state, 'doc'), ...body };
  state.documents.set(made.id, made);
  return named(state, 'document', made);
};

/** @throws Refusal for a code in another form. */
function countryOf({ bodies }: State, code: string): string {
  if (bodies.codes.includes(code)) return code;
  throw new Refusal(422, [
    { loc: ['path', 'country'], msg: 'Input should be a country', type: 'enum' },
  ]);
}

const searchCompanies: Work = (state, _, code, q) => {
  const isFrance = ['FRA', 'FR'].includes(countryOf(state, code!));
  const wanted = decodeURIComponent(q!.replaceAll('+', ' ')).toLowerCase();
  return registry
    .filter((company) => isFrance && company.organization_name.toLowerCase().includes(wanted))
    .map(({ organization_name, registration_number }) => ({
      name: organization_name,
      registration_number,
      source: 'official',
    }));
};

const getCompany: Work = (state, _, code, wanted) => {
  const country = countryOf(state, code!);
  const found = registry.find(({ registration_number }) => registration_number === wanted);
  if (!found) throw new Refusal(404, 'Company not found');
  const { official_address, ...company } = found;
  const address = { ...official_address, country };
  return { ...company, country_code: country, official_address: address };
};

const recordDecision: Work = async (state, received, id) => {
  const body = read(state.bodies.decision, received);
  const one = find(state, id!);
  const status = body[state.choices.decisionStatus] as string;
  if (status === stateOf(state.choices, 'approved') && one.risk_level === 3) {
    throw new Refusal(409, 'A forbidden application cannot be approved');
  }
  Object.assign(one, {
    status_review: status,
    decision_text: body[state.choices.decisionText],
    updated_at: new Date().toISOString(),
  });
  await emit(state, 'application.review_updated', one);
  return { ...named(state, 'decision', { id: newId(state, 'dec') }), ...body };
};

const registerWebhook: Work = (state, received) => {
  const { url, events } = read(state.bodies.webhook, received);
  const id = newId(state, 'hook');
  state.webhooks.set(id, { url, events });
  return { id };
};

const removeWebhook: Work = ({ webhooks }, _, id) => {
  if (!webhooks.delete(id!)) throw new Refusal(404, 'Webhook not found');
  return {};
};

const exactly = (path: string) => new RegExp(`^${path}$`);

/** The endpoints of a service with these choices. */
export function routesOf(choices: Choices): Route[] {
  const only = (isThere: boolean, ...routes: Route[]) => (isThere ? routes : []);
  return [
    ['POST', /^\/api\/applications$/, createCase],
    ['GET', /^\/api\/applications\/([^/]+)$/, showCase],
    ['PUT', /^\/api\/applications\/([^/]+)$/, updateCase],
    ['PUT', /^\/api\/applications\/([^/]+)\/submit$/, submitCase],
    ['GET', /^\/api\/applications\/([^/]+)\/(persons|businesses)$/, listParties],
    ['POST', /^\/api\/applications\/([^/]+)\/(persons|businesses)$/, addParty],
    ['POST', /^\/api\/applications\/([^/]+)\/enrich$/, enrich],
    ...only(choices.casePortal === 'under the case', [
      'POST',
      /^\/api\/applications\/([^/]+)\/portals$/,
      createCasePortal,
    ]),
    ['POST', /^\/api\/portals$/, createPortal],
    ['POST', /^\/api\/files$/, uploadFile],
    ['POST', /^\/api\/documents$/, attachDocument],
    ['GET', /^\/api\/companies\/([^/]+)\/search\?q=(.*)$/, searchCompanies],
    ['GET', /^\/api\/companies\/([^/]+)\/([^/?]+)$/, getCompany],
    [
      'POST',
      choices.decisions === 'under /api'
        ? /^\/api\/applications\/([^/]+)\/decisions$/
        : /^\/applications\/([^/]+)\/decisions$/,
      recordDecision,
    ],
    ...only(choices.customFields !== 'not there', [
      'GET',
      exactly(choices.customFields),
      () => customFields,
    ]),
    ...only(choices.expectedDocuments !== 'not there', [
      'GET',
      exactly(choices.expectedDocuments),
      () => expectedDocuments,
    ]),
    ...only(
      choices.webhooks !== 'by hand',
      ['POST', exactly(choices.webhooks), registerWebhook],
      ['DELETE', new RegExp(`^${choices.webhooks}/([^/]+)$`), removeWebhook],
    ),
  ];
}
