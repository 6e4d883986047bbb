/** The API of the stand-in: its data, what it answers to each request, and the events that it sends. */
import type * as z from 'zod';

import { answerOf, lineOf, patternOf, routesIn, type Asked, type Reply } from './answers.ts';
import { bodiesOf } from './bodies.ts';
import {
  customFields,
  expectedDocuments,
  registry,
  roleOf,
  stateOf,
  type Choices,
} from './choices.ts';

export type Item = Record<string, any>;

export const theKey = 'ond_live_9f31c7';

/** A failing answer; `detail` in the framework's words. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly detail: unknown,
  ) {
    super(String(detail));
  }
}

interface Portal {
  id: string;
  /** Without a case, the client's submission makes one. */
  application_id?: string;
  custom_fields?: unknown;
  /** The items that the portal asks for, and its design. */
  asked?: Item;
  /** The client can fill in nothing any more. */
  isClosed?: boolean;
}

/** The framework's message about a value outside an enumeration. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_value') return issue.message;
  const values = issue.values.map((value) => `'${String(value)}'`);
  const last = values.pop();
  return `Input should be ${values.length ? `${values.join(', ')} or ` : ''}${last}`;
}

/** An answer with another status than the endpoint's own, or with headers. */
class Special {
  constructor(
    readonly body: unknown,
    readonly status = 200,
    readonly headers?: Record<string, string>,
  ) {}
}

/**
 * The body in its form; any body, if there is none. @throws Refusal in the framework's words.
 */
function read(schema: z.ZodType | undefined, { headers, content, body }: Asked): Item {
  if (!schema) return body ?? {};
  if (content && body === undefined)
    throw new Refusal(422, [{ loc: ['body', 0], msg: 'JSON decode error', type: 'json_invalid' }]);
  const isJson = headers['content-type']?.startsWith('application/json');
  const { success, data, error } = schema.safeParse(isJson ? (body ?? null) : content || null);
  if (success) return data as Item;
  const problem = (path: PropertyKey[], msg: string, type: string) => ({
    loc: ['body', ...path],
    msg,
    type,
  });
  const problems = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) =>
          problem([...issue.path, key], 'Extra inputs are not permitted', 'extra_forbidden'),
        )
      : [problem(issue.path, messageOf(issue), issue.code)],
  );
  throw new Refusal(422, problems);
}

/** The data of a service, and their IDs. */
function openRecords(choices: Choices) {
  const data = {
    cases: new Map<string, Item>(),
    files: new Map<string, string>(),
    documents: new Map<string, Item>(),
    /** Portals by token. */
    portals: new Map<string, Portal>(),
    webhooks: new Map<string, { url: string; events?: string[] }>(),
  };
  /** Data that arrive in a case later, and the number of reads until then. */
  const arrivals = new Map<string, { looks: number; arrive: () => void }>();
  let count = 0;
  const newId = (kind: string) => `${kind}-${++count}`;
  /** With its ID as the service names it. */
  const named = (kind: string, { id, ...rest }: Item): Item => ({
    [choices.ids === 'id' ? 'id' : `${kind}_id`]: id,
    ...rest,
  });
  const state = (word: string) => stateOf(choices, word);
  const find = (id: string): Item => {
    const one = data.cases.get(id);
    if (!one) throw new Refusal(404, 'Application not found');
    return one;
  };
  /** Starts again without data; the first ID has the number one. */
  const forget = () => {
    const { cases, files, documents, portals, webhooks } = data;
    for (const all of [cases, files, documents, portals, webhooks, arrivals]) all.clear();
    count = 0;
  };
  return { data, arrivals, newId, named, state, find, forget };
}

/** The data with portals, and the form of a case in answers. */
function openPortals(choices: Choices) {
  const opened = openRecords(choices);
  const { data, newId, named, find, state } = opened;
  const { portals } = data;
  let host = 'https://api.example.com';
  const linkTo = (token: string) =>
    choices.link === 'url' ? `${host}${choices.portalPath}${token}` : token;
  const portalOf = (id: string) =>
    [...portals].find(([, { application_id }]) => application_id === id);

  const isWhole = choices.parties === 'whole';
  /** The case in answers. */
  const viewOf = (one: Item): Item => {
    const { persons, businesses, account: _, ...own } = one;
    const [token, portal] = portalOf(own.id as string) ?? [];
    const status = portal?.isClosed && { status: 'closed' };
    return named('application', {
      ...own,
      ...(isWhole && {
        persons: persons.map((person: Item) => named('person', person)),
        businesses: businesses.map((business: Item) => named('business', business)),
      }),
      portals: token ? { link: linkTo(token), ...status } : null,
    });
  };
  const show = (token: string, { id, application_id }: Portal) =>
    named('portal', { id, link: linkTo(token), ...(application_id && { application_id }) });
  const makePortal = (portal: Omit<Portal, 'id'>): Item => {
    const token = newId('tok');
    const made = { id: newId('prt'), ...portal };
    portals.set(token, made);
    return show(token, made);
  };
  /** The portal of a case. Of an existing one, the service's choice decides: reopening asks again. */
  const casePortal = (application_id: string, asked: Item): Item => {
    find(application_id);
    const [token, portal] = portalOf(application_id) ?? [];
    if (!token || !portal) return makePortal({ application_id, asked });
    if (choices.portalAgain === 'refused')
      throw new Refusal(409, 'A portal exists already for this application');
    if (portal.isClosed)
      Object.assign(find(application_id), { status_execution: state('waiting_for_user_input') });
    Object.assign(portal, { asked, isClosed: false });
    return show(token, portal);
  };

  /** The address of the portals. */
  const setPortalHost = (address: string) => void (host = address);
  return { ...opened, setPortalHost, portalOf, viewOf, makePortal, casePortal };
}

/** The data with what is made of them: portals, the form of a case in answers, and its events. */
export function openData(choices: Choices) {
  const opened = openPortals(choices);
  const { data, newId, viewOf } = opened;
  /** Sends an event to every registered address, and ignores the answers. */
  const emit = async (type: string, one: Item): Promise<void> => {
    const object = viewOf(one);
    const event = { event_id: newId('evt'), type, created_at: now(), data: { object } };
    const headers = { 'content-type': 'application/json' };
    const wanted = [...data.webhooks.values()].filter(
      ({ events }) => events?.includes(type) ?? true,
    );
    const sent = wanted.map(({ url }) =>
      fetch(url, { method: 'POST', headers, body: JSON.stringify(event) }).catch(() => undefined),
    );
    await Promise.all(sent);
  };
  return { ...opened, emit };
}
export type Data = ReturnType<typeof openData>;

const case_ = '/api/applications/([^/]+)';
const looks = { 'first look': 1, 'third look': 3 };
const targets = ['application_id', 'person_id', 'business_id'];
const now = () => new Date(Date.now()).toISOString();
const change = (one: Item, more: Item) => Object.assign(one, more, { updated_at: now() });

type Endpoints = Record<string, (asked: Asked) => unknown>;

function caseEndpoints(choices: Choices, opened: Data): Endpoints {
  const { data, newId, state, find, viewOf, arrivals } = opened;
  const bodies = bodiesOf(choices);
  return {
    'POST /api/applications'(asked) {
      const body = read(bodies.application, asked);
      if (bodies.application && !body.business === !body.person)
        throw new Refusal(422, 'Either business or person is required');
      const { external_reference: reference } = body;
      const account = asked.headers.authorization;
      const other = [...data.cases.values()].find(
        (one) => one.account === account && one.external_reference === reference,
      );
      if (choices.references === 'unique' && reference && other) {
        if (choices.repeats !== 'refused') return new Special(viewOf(other));
        throw new Refusal(409, `external_reference already exists on application ${other.id}`);
      }
      const withId = (kind: string) => (one: Item) => ({ id: newId(kind), ...one });
      const inline: Item = choices.relatedParties === 'inline' ? body : {};
      const one: Item = {
        id: newId('app'),
        account,
        ...(choices.repeats === 'found, dated' && { created_at: now() }),
        is_draft: false,
        custom_fields: {},
        meta: {},
        risk_level: -1,
        risk_score: null,
        status_review: state('pending'),
        status_execution: state('waiting_for_user_input'),
        ...body,
        persons: (inline.persons ?? []).map(withId('per')),
        businesses: (inline.businesses ?? []).map(withId('bus')),
      };
      data.cases.set(one.id, change(one, {}));
      return viewOf(one);
    },
    [`GET ${case_}`]({ parts: [id] }) {
      const one = find(id!);
      const arrival = arrivals.get(id!);
      if (arrival && --arrival.looks === 0) arrival.arrive();
      return viewOf(one);
    },
    [`PUT ${case_}`](asked) {
      const one = find(asked.parts[0]!);
      const values = Object.entries(read(bodies.change, asked)).map(([key, value]) => {
        const isPart = ['business', 'person', 'custom_fields', 'meta'].includes(key) && value;
        return [key, isPart ? { ...one[key], ...(value as Item) } : value];
      });
      return viewOf(change(one, Object.fromEntries(values)));
    },
    [`PUT ${case_}/submit`]({ parts: [id] }) {
      const one = find(id!);
      if (!one.is_draft) throw new Refusal(409, 'Application is not a draft');
      return viewOf(Object.assign(one, { is_draft: false, status_execution: state('done') }));
    },
  };
}

function partyEndpoints(choices: Choices, opened: Data): Endpoints {
  const { newId, named, state, find, viewOf, arrivals, emit } = opened;
  const bodies = bodiesOf(choices);
  const add = (list: string, kind: string, schema: z.ZodType | undefined, asked: Asked) => {
    const one = find(asked.parts[0]!);
    const added: Item = { id: newId(list.slice(0, 3)), ...read(schema, asked) };
    one[list].push(added);
    return named(kind, added);
  };
  /** The parties of a case; or the first part of them, in which another one is. */
  const listed = (list: string, kind: string, { path, parts: [id] }: Asked) => {
    const all: Item[] = find(id!)[list].map((one: Item) => named(kind, one));
    if (choices.parties === 'hidden') throw new Refusal(404, 'Not Found');
    if (choices.parties === 'whole' || path.includes('?')) return all;
    const hasNext = choices.parties === 'with addresses' && all.length > 0;
    const first = named(kind, { id: 'officer', [choices.lastName]: 'Officer' });
    const body = { [list]: [first], ...(hasNext && { next: '?page=2' }) };
    return new Special(body, 200, { 'x-total-count': `${all.length + 1}` });
  };
  const decisions =
    choices.decisions === 'under /api' ? `${case_}/decisions` : '/applications/([^/]+)/decisions';

  return {
    [`GET ${case_}/persons`]: (asked) => listed('persons', 'person', asked),
    [`GET ${case_}/businesses`]: (asked) => listed('businesses', 'business', asked),
    [`POST ${case_}/persons`]: (asked) => add('persons', 'person', bodies.relatedPerson, asked),
    [`POST ${case_}/businesses`]: (asked) =>
      add('businesses', 'business', bodies.relatedBusiness, asked),
    [`POST ${case_}/enrich`](asked) {
      const [id] = asked.parts;
      const one = find(id!);
      read(bodies.enrich, asked);
      const officer = {
        id: newId('per'),
        [choices.givenNames]: 'Claire',
        [choices.lastName]: 'Ferrer',
        roles: [roleOf(choices, 'DIRECTOR')],
      };
      const arrive = () => void one.persons.push(officer);
      arrivals.set(id!, { looks: looks[choices.enrichment], arrive });
      return viewOf(one);
    },
    async [`POST ${decisions}`](asked) {
      const body = read(bodies.decision, asked);
      const one = find(asked.parts[0]!);
      const status = body[choices.decisionStatus] as string;
      if (status === state('approved') && one.risk_level === 3)
        throw new Refusal(409, 'A forbidden application cannot be approved');
      change(one, { status_review: status, decision_text: body[choices.decisionText] });
      await emit('application.review_updated', one);
      return { ...named('decision', { id: newId('dec') }), ...body };
    },
  };
}

function portalEndpoints(choices: Choices, opened: Data): Endpoints {
  const { data, newId, named, find, makePortal, casePortal } = opened;
  const bodies = bodiesOf(choices);
  return {
    ...(choices.casePortal === 'under the case' && {
      'POST /api/applications/([^/]+)/portals': (asked: Asked) =>
        casePortal(asked.parts[0]!, read(bodies.casePortal, asked)),
    }),
    'POST /api/portals'(asked) {
      const { application_id, ...request } = read(bodies.portal, asked);
      const { default_custom_fields: custom_fields } = request;
      return application_id && choices.casePortal === '/api/portals'
        ? casePortal(application_id as string, request)
        : makePortal({ custom_fields, asked: request });
    },
    'POST /api/files'({ content, headers }) {
      const isForm = headers['content-type']?.startsWith('multipart/form-data');
      const [, field] = /name="([^"]*)"; filename=/.exec(content) ?? [];
      if (!isForm || field !== 'file')
        throw new Refusal(422, [{ loc: ['body', 'file'], msg: 'Field required', type: 'missing' }]);
      const id = newId('fil');
      data.files.set(id, content);
      return named('file', { id });
    },
    'POST /api/documents'(asked) {
      const body = read(bodies.document, asked);
      if (targets.filter((target) => body[target]).length !== 1)
        throw new Refusal(422, 'One of application_id, person_id is required');
      if (body.application_id) find(body.application_id as string);
      if (!filesOf(body).every((id) => data.files.has(id)))
        throw new Refusal(404, 'File not found');
      const made = { id: newId('doc'), ...body };
      data.documents.set(made.id, made);
      return named('document', made);
    },
  };
}

function accountEndpoints(choices: Choices, { data, newId }: Data): Endpoints {
  const bodies = bodiesOf(choices);
  /** @throws Refusal for a code in another form. */
  const countryOf = (code: string): string => {
    if (!bodies.application || bodies.codes.includes(code)) return code;
    throw new Refusal(422, [
      { loc: ['path', 'country'], msg: 'Input should be a country', type: 'enum' },
    ]);
  };
  const { customFields: fields, expectedDocuments: expected, webhooks } = choices;
  return {
    'GET /api/companies/([^/]+)/search'({ path, parts: [code] }) {
      const isFrance = ['FRA', 'FR'].includes(countryOf(code!));
      const wanted = new URL(path, 'http://any').searchParams.get('q')!.toLowerCase();
      return registry
        .filter((one) => isFrance && one.organization_name.toLowerCase().includes(wanted))
        .map(({ organization_name: name, registration_number }) => ({
          name,
          registration_number,
          source: 'official',
        }));
    },
    'GET /api/companies/([^/]+)/([^/]+)'({ parts: [code, wanted] }) {
      const country = countryOf(code!);
      const found = registry.find(({ registration_number }) => registration_number === wanted);
      if (!found) throw new Refusal(404, 'Company not found');
      const official_address = { ...found.official_address, country };
      return { ...found, country_code: country, official_address };
    },
    ...(fields !== 'not there' && { [`GET ${fields}`]: () => customFields }),
    ...(expected !== 'not there' && { [`GET ${expected}`]: () => expectedDocuments }),
    ...(webhooks !== 'by hand' && {
      [`POST ${webhooks}`](asked: Asked) {
        const { url, events } = read(bodies.webhook, asked);
        const id = newId('hook');
        data.webhooks.set(id, { url, events });
        return { id };
      },
      [`DELETE ${webhooks}/([^/]+)`]({ parts: [id] }: Asked) {
        if (!data.webhooks.delete(id!)) throw new Refusal(404, 'Webhook not found');
        return {};
      },
    }),
  };
}

/** The files of a document. */
export const filesOf = ({ document_files, file_id }: Item): string[] =>
  document_files?.map((file: Item) => file.file_id) ?? [file_id];

/** The answers of its API: status and JSON. */
export function openApi(choices: Choices, opened: Data) {
  const endpoints: Endpoints = {
    ...caseEndpoints(choices, opened),
    ...partyEndpoints(choices, opened),
    ...portalEndpoints(choices, opened),
    ...accountEndpoints(choices, opened),
  };
  const isKey = ({ authorization, ...headers }: Asked['headers']) => {
    if (choices.keys === 'any') return true;
    if (choices.key === 'X-Api-Key') return headers['x-api-key'] === theKey;
    return authorization === (choices.key === 'raw' ? theKey : `${choices.key} ${theKey}`);
  };
  const { envelope } = choices;
  const answering = Object.entries(endpoints).map(([line, work]) => [
    line,
    async (asked: Asked): Promise<Reply> => {
      const result = await work(asked);
      const usual = new Special(result, line.startsWith('POST') ? choices.made : 200);
      const { body, status, headers } = result instanceof Special ? result : usual;
      return [status, envelope === 'bare' ? body : { [envelope]: body }, headers];
    },
  ]);
  const routes = routesIn(Object.fromEntries(answering));
  const withoutEndpoint = (asked: Asked): Reply => {
    const paths = Object.keys(endpoints).map((line) => patternOf(line.replace(/^\w+/, '\\w+')));
    const isPath = paths.some((pattern) => pattern.test(lineOf(asked)));
    return isPath ? [405, { detail: 'Method Not Allowed' }] : [404, { detail: 'Not Found' }];
  };
  return async (asked: Asked): Promise<Reply> => {
    if (!isKey(asked.headers)) return [401, { detail: 'Invalid authentication credentials' }];
    try {
      return ((await answerOf(routes, asked)) ?? withoutEndpoint(asked)) as Reply;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      return [problem.status, { detail: problem.detail }];
    }
  };
}
