/**
 * A stand-in for the one public service with this interface. It follows the public information
 * about that service, then the specification, and uses nothing of the connector or the sandbox. It
 * checks requests as strictly as that service's framework. Each difference between services is a
 * choice, with the known service's choice as default.
 */
import type * as z from 'zod';

import type { Service } from '../support/journey.ts';
import { answerOf, startStandIn, type Asked, type Reply } from '../support/stand-in.ts';
import { bodiesOf } from './bodies.ts';
import {
  customFields,
  defaults,
  expectedDocuments,
  registry,
  roleOf,
  stateOf,
  type Choices,
} from './choices.ts';

type Item = Record<string, any>;

const theKey = 'ond_live_9f31c7';

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
}

/** The framework's message about a value outside an enumeration. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_value') return issue.message;
  const values = issue.values.map((value) => `'${String(value)}'`);
  const last = values.pop();
  return `Input should be ${values.length ? `${values.join(', ')} or ` : ''}${last}`;
}

/** The body in its form. @throws Refusal in the framework's words. */
function read(schema: z.ZodType, { headers, content, body }: Asked): Item {
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
function openData(choices: Choices) {
  const data = {
    cases: new Map<string, Item>(),
    files: new Map<string, string>(),
    documents: new Map<string, Item>(),
    /** Portals by token. */
    portals: new Map<string, Portal>(),
    webhooks: new Map<string, { url: string; events?: string[] }>(),
    /** The address of the portals. */
    portalHost: '',
  };
  /** Data that arrive in a case later, and the number of reads until then. */
  const arrivals = new Map<string, { looks: number; arrive: () => void }>();
  let count = 0;
  const newId = (kind: string) => `${kind}-${(++count).toString(16).padStart(6, '0')}`;
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
  return { data, arrivals, newId, named, state, find };
}

/** The same with portals, the form of a case in answers, and its events. */
function openPortals(choices: Choices, opened: ReturnType<typeof openData>) {
  const { data, newId, named, find } = opened;
  const { portals, webhooks } = data;
  const linkTo = (token: string) =>
    choices.link === 'url' ? `${data.portalHost}${choices.portalPath}${token}` : token;
  const portalOf = (id: string) =>
    [...portals].find(([, { application_id }]) => application_id === id);

  /** The case in answers. */
  const viewOf = (one: Item): Item => {
    const [token] = portalOf(one.id as string) ?? [];
    return named('application', {
      ...one,
      persons: one.persons.map((person: Item) => named('person', person)),
      businesses: one.businesses.map((business: Item) => named('business', business)),
      portals: token ? { link: linkTo(token) } : null,
    });
  };
  const show = (token: string, { id, application_id }: Portal) =>
    named('portal', { id, link: linkTo(token), ...(application_id && { application_id }) });
  const makePortal = (portal: Omit<Portal, 'id'>): Item => {
    const token = `${newId('tok')}${crypto.randomUUID().slice(0, 8)}`;
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
    portal.asked = asked;
    return show(token, portal);
  };

  /** Sends an event to every registered address, and ignores the answers. */
  const emit = async (type: string, one: Item): Promise<void> => {
    const created_at = new Date().toISOString();
    const event = { event_id: newId('evt'), type, created_at, data: { object: viewOf(one) } };
    const headers = { 'content-type': 'application/json' };
    const wanted = [...webhooks.values()].filter(({ events }) => events?.includes(type) ?? true);
    const sent = wanted.map(({ url }) =>
      fetch(url, { method: 'POST', headers, body: JSON.stringify(event) }).catch(() => undefined),
    );
    await Promise.all(sent);
  };
  return { ...opened, portalOf, viewOf, makePortal, casePortal, emit };
}
type Data = ReturnType<typeof openPortals>;

const case_ = '/api/applications/([^/]+)';
const looks = { 'first look': 1, 'third look': 3 };
const targets = ['application_id', 'person_id', 'business_id'];
const change = (one: Item, more: Item) =>
  Object.assign(one, more, { updated_at: new Date().toISOString() });

type Endpoints = Record<string, (asked: Asked) => unknown>;

function caseEndpoints(choices: Choices, opened: Data): Endpoints {
  const { data, newId, state, find, viewOf, arrivals } = opened;
  const bodies = bodiesOf(choices);
  return {
    'POST /api/applications'(asked) {
      const body = read(bodies.application, asked);
      if (!body.business === !body.person)
        throw new Refusal(422, 'Either business or person is required');
      const { external_reference: reference } = body;
      const other = [...data.cases.values()].find((one) => one.external_reference === reference);
      if (choices.references === 'unique' && reference && other)
        throw new Refusal(409, `external_reference already exists on application ${other.id}`);
      const withId = (kind: string) => (one: Item) => ({ id: newId(kind), ...one });
      const one: Item = {
        id: newId('app'),
        is_draft: false,
        custom_fields: {},
        meta: {},
        risk_level: -1,
        risk_score: null,
        status_review: state('pending'),
        status_execution: state('waiting_for_user_input'),
        ...body,
        persons: (body.persons ?? []).map(withId('per')),
        businesses: (body.businesses ?? []).map(withId('bus')),
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
  const add = (list: string, kind: string, schema: z.ZodType, asked: Asked) => {
    const one = find(asked.parts[0]!);
    const added: Item = { id: newId(list.slice(0, 3)), ...read(schema, asked) };
    one[list].push(added);
    return named(kind, added);
  };
  const decisions =
    choices.decisions === 'under /api' ? `${case_}/decisions` : '/applications/([^/]+)/decisions';

  return {
    [`GET ${case_}/persons`]: ({ parts: [id] }) =>
      find(id!).persons.map((one: Item) => named('person', one)),
    [`GET ${case_}/businesses`]: ({ parts: [id] }) =>
      find(id!).businesses.map((one: Item) => named('business', one)),
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
      return application_id
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
    if (bodies.codes.includes(code)) return code;
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
const filesOf = ({ document_files, file_id }: Item): string[] =>
  document_files?.map((file: Item) => file.file_id) ?? [file_id];

/** The answers of its API: status and JSON. */
function openApi(choices: Choices, endpoints: Endpoints) {
  const isKey = ({ authorization, ...headers }: Asked['headers']) => {
    if (choices.key === 'X-Api-Key') return headers['x-api-key'] === theKey;
    return authorization === (choices.key === 'raw' ? theKey : `${choices.key} ${theKey}`);
  };
  const { envelope } = choices;
  const answering = Object.entries(endpoints).map(([line, work]) => [
    line,
    async (asked: Asked): Promise<Reply> => {
      const result = await work(asked);
      return [200, envelope === 'bare' ? result : { [envelope]: result }];
    },
  ]);
  const otherMethod = Object.keys(endpoints).map((line) => [
    line.replace(/^\w+/, '\\w+'),
    [405, { detail: 'Method Not Allowed' }],
  ]);
  const routes = Object.fromEntries([...answering, ...otherMethod]);
  return async (asked: Asked) => {
    if (!isKey(asked.headers)) return [401, { detail: 'Invalid authentication credentials' }];
    try {
      return await answerOf(routes, asked);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      return [problem.status, { detail: problem.detail }];
    }
  };
}

const page = (text: string) =>
  `<!doctype html><html><body><div id="root">${text}</div></body></html>`;

/** Its client and its staff. */
function openPeople(
  choices: Choices,
  opened: Data,
): Service & { askedBehind(link: string): Promise<Item | undefined> } {
  const { data, newId, state, find, portalOf, makePortal, emit } = opened;
  /** The portal behind a link that the client got. @throws for an unknown link. */
  const open = async (link: string) => {
    const shown = await fetch(link);
    const portal = data.portals.get(link.split('/').at(-1)!);
    const isPortal = shown.ok && (await shown.text()).includes('Portal of ');
    if (!isPortal || !portal) throw new Error(`${link} is no portal.`);
    return portal;
  };
  return {
    choices,
    stored: (id) => data.cases.get(id)!,
    contents: (id) => filesOf(data.documents.get(id)!).map((file) => data.files.get(file)!),
    caseBehind: async (link) => (await open(link)).application_id,
    /** The items that the portal behind a link asks for. */
    askedBehind: async (link: string) => (await open(link)).asked,
    async submit(link) {
      const portal = await open(link);
      const id = (portal.application_id ??= newId('app'));
      const one: Item = data.cases.get(id) ?? {
        id,
        business: { organization_name: 'Filled in Ltd' },
        persons: [],
        businesses: [],
        custom_fields: portal.custom_fields ?? {},
        status_review: state('pending'),
      };
      data.cases.set(id, Object.assign(one, { is_draft: false, status_execution: state('done') }));
      await emit('application.submitted', one);
      const { redirect_url, configuration } = portal.asked ?? {};
      return redirect_url ?? configuration?.redirect_url;
    },
    async requestInformation(application_id) {
      const one = find(application_id);
      if (!portalOf(application_id)) makePortal({ application_id });
      await emit('collect.opened', one);
    },
    enterWebhook(url) {
      const id = newId('hook');
      data.webhooks.set(id, { url });
      return () => data.webhooks.delete(id);
    },
  };
}

/** Starts it on free ports: the application with its API, and the host of the portals. */
export async function startKnownService(different: Partial<Choices> = {}) {
  const choices: Choices = { ...defaults, ...different };
  const opened = openPortals(choices, openData(choices));
  const { data } = opened;
  const api = openApi(choices, {
    ...caseEndpoints(choices, opened),
    ...partyEndpoints(choices, opened),
    ...portalEndpoints(choices, opened),
    ...accountEndpoints(choices, opened),
  });
  const [app, collect] = await Promise.all([startStandIn(), startStandIn()]);
  const portalPage = ({ path }: Asked): Reply => {
    const isPortal = path.startsWith(choices.portalPath);
    const portal = isPortal && data.portals.get(path.slice(choices.portalPath.length));
    if (!portal) return [404, page('Not found')];
    return [200, page(`Portal of ${portal.application_id ?? 'a new case'}`)];
  };
  const isPortal = ({ path }: Asked) =>
    choices.portalHost === 'same' && path.startsWith(choices.portalPath);
  const decisions = choices.decisions === 'as written' ? ['.* /applications/[^/]+/decisions'] : [];
  app.serve({
    ...Object.fromEntries(['.* /api/.*', ...decisions].map((line) => [line, api])),
    // Every path outside the API belongs to the web application.
    '.*': (asked) => (isPortal(asked) ? portalPage(asked) : [200, page('Application')]),
  });
  collect.serve({ '.*': portalPage });
  data.portalHost = choices.portalHost === 'own' ? collect.url : app.url;
  return {
    ...data,
    ...openPeople(choices, opened),
    url: app.url,
    key: theKey,
    requests: app.requests,
    close() {
      app.close();
      collect.close();
    },
  };
}

export type KnownService = Awaited<ReturnType<typeof startKnownService>>;
