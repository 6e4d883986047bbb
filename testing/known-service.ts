/**
 * A stand-in for the one public service with this interface, written from what is publicly known of
 * it and, where that is silent, from the specification; from nothing of the connector or the
 * sandbox. What it takes is checked strictly, as the framework of that service does. Each choice in
 * which services may differ is an argument; the defaults are those of the known service.
 */
import countries from 'i18n-iso-countries/index.js';
import * as z from 'zod';

import { listen, type Received } from './listen.ts';

/** In what services of this interface may differ. */
export interface Choices {
  key: 'raw' | 'Bearer' | 'Token' | 'X-Api-Key';
  countries: 'alpha-3' | 'alpha-2';
  /** Where the portal of an existing case is made. */
  casePortal: 'under the case' | '/api/portals';
  /** A second portal for the same case. */
  portalAgain: 'reopens' | 'refused';
  link: 'token' | 'url';
  /** Portals are on a host of their own, or on that of the API. */
  portalHost: 'own' | 'same';
  givenNames: 'given_names' | 'first_name';
  nationality: 'nationalities' | 'nationality';
  nationalityForm: 'list' | 'single';
  /** Whether related parties may come with the case that is made. */
  relatedParties: 'inline' | 'single';
  documents: 'files' | 'flat';
  fileField: string;
  decisions: 'under /api' | 'as written';
  decisionStatus: string;
  ids: 'id' | 'application_id';
  envelope: 'bare' | 'data';
  webhooks: 'by hand' | 'registered';
  customFields: 'there' | 'not there';
  unknownFields: 'dropped' | 'refused';
}

export const known: Choices = {
  key: 'raw',
  countries: 'alpha-3',
  casePortal: 'under the case',
  portalAgain: 'reopens',
  link: 'token',
  portalHost: 'own',
  givenNames: 'given_names',
  nationality: 'nationalities',
  nationalityForm: 'list',
  relatedParties: 'inline',
  documents: 'files',
  fileField: 'file',
  decisions: 'under /api',
  decisionStatus: 'status',
  ids: 'id',
  envelope: 'bare',
  webhooks: 'by hand',
  customFields: 'there',
  unknownFields: 'dropped',
};

type Item = Record<string, any>;
/** An outcome that is no success; `detail` as the framework words it. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly detail: unknown,
  ) {
    super(String(detail));
  }
}

export const theKey = 'ond_live_9f31c7';
const page = (text: string) =>
  `<!doctype html><html><body><div id="root">${text}</div></body></html>`;

export const customFields = [
  {
    id: 'cf-1',
    name: 'plan',
    display_name: 'Subscription plan',
    type: 'dropdown_single',
    accepted_values: ['Basic', 'Premium'],
    description: 'What the client pays for',
    is_required: false,
    display_in_portal: false,
    required_in_portal: false,
    display_order_in_portal: 1,
  },
  {
    id: 'cf-2',
    name: 'seats',
    display_name: 'Number of seats',
    type: 'number',
    accepted_values: null,
    description: null,
    is_required: false,
    display_in_portal: true,
    required_in_portal: false,
    display_order_in_portal: 2,
  },
];
export const expectedDocuments = [
  {
    id: 'ed-1',
    name: 'Certificate of incorporation',
    slug: 'certificate-of-incorporation',
    attached_to: 'APPLICATION_BUSINESS',
    is_mandatory: true,
    is_required_in_onboarding_portal: true,
    onboarding_document: true,
  },
  {
    id: 'ed-2',
    name: 'Identity document',
    slug: 'identity-document',
    attached_to: 'PERSON',
    is_mandatory: true,
    is_required_in_onboarding_portal: true,
    onboarding_document: true,
  },
];
const registry = [
  {
    organization_name: 'Lumen Studio SAS',
    registration_number: '552100554',
    legal_type: 'SIMPLIFIED_JOINT_STOCK_COMPANY',
    legal_type_raw: 'SAS',
    official_address: {
      building_number: '12',
      street: 'rue de la Paix',
      town: 'Paris',
      postcode: '75002',
    },
  },
];

/** The bodies, as the choices make them. Made once for each service. */
function bodiesOf(choices: Choices) {
  const object = (shape: z.ZodRawShape) =>
    choices.unknownFields === 'refused' ? z.strictObject(shape) : z.object(shape);
  const codes = Object.keys(
    choices.countries === 'alpha-3' ? countries.getAlpha3Codes() : countries.getAlpha2Codes(),
  );
  const country = z.enum(codes as [string, ...string[]]);
  const text = z.string().min(1);
  const date = z.iso.date();
  const open = z.record(z.string(), z.unknown());
  const address = z.looseObject({ country: country.nullish() });
  const business = {
    organization_name: text.nullish(),
    country: country.nullish(),
    registration_number: text.nullish(),
    local_number: text.nullish(),
    vat_number: text.nullish(),
    registration_date: date.nullish(),
    legal_type: text.nullish(),
    address: address.nullish(),
  };
  const person = {
    [choices.givenNames]: text.nullish(),
    last_name: text.nullish(),
    email: z.email().nullish(),
    birth_date: date.nullish(),
    [choices.nationality]: (choices.nationalityForm === 'list'
      ? z.array(country)
      : country
    ).nullish(),
    address: address.nullish(),
    address_single_line: text.nullish(),
  };
  const tie = (roles: [string, ...string[]]) => ({
    roles: z.array(z.enum(roles)).nullish(),
    direct_ownership_percentage: z.number().min(0).max(100).nullish(),
  });
  const relatedPerson = object({
    ...person,
    ...tie(['ACCOUNT_OWNER', 'DIRECTOR', 'UBO', 'SHAREHOLDER']),
  });
  const relatedBusiness = object({ ...business, ...tie(['DIRECTOR', 'SHAREHOLDER']) });
  const shared = {
    business: object(business).nullish(),
    person: object(person).nullish(),
    external_reference: text.nullish(),
    custom_fields: open.nullish(),
    meta: open.nullish(),
    risk_level: z.literal([-1, 0, 1, 2, 3]).nullish(),
  };
  const target = {
    application_id: text.nullish(),
    person_id: text.nullish(),
    business_id: text.nullish(),
  };
  const portal = {
    configuration: open.nullish(),
    redirect_url: z.url().nullish(),
    default_custom_fields: open.nullish(),
  };
  return {
    codes,
    application: object({
      ...shared,
      is_draft: z.boolean().nullish(),
      ...(choices.relatedParties === 'inline' && {
        persons: z.array(relatedPerson).nullish(),
        businesses: z.array(relatedBusiness).nullish(),
      }),
    }),
    change: object(shared),
    relatedPerson,
    relatedBusiness,
    enrich: object({ force_fetch_official_data: z.boolean().nullish() }),
    casePortal: object({ ...portal, email: z.email().nullish() }),
    portal: object({
      ...portal,
      ...(choices.casePortal === '/api/portals' && { application_id: text.nullish() }),
    }),
    document:
      choices.documents === 'files'
        ? object({
            ...target,
            name: text.nullish(),
            expected_document_id: text.nullish(),
            document_files: z
              .array(object({ file_id: text, side: z.enum(['front', 'back']).nullish() }))
              .min(1),
          })
        : object({ ...target, file_id: text, type: text }),
    decision: object({
      [choices.decisionStatus]: z.enum(['approved', 'rejected']),
      text: z.string().nullish(),
    }),
    webhook: object({ url: z.url(), events: z.array(text).min(1) }),
  };
}

/** Starts it on free ports: the application with its API, and the host of the portals. */
export async function startKnownService(different: Partial<Choices> = {}) {
  const choices = { ...known, ...different };
  const bodies = bodiesOf(choices);
  const requests: Received[] = [];
  const cases = new Map<string, Item>();
  const files = new Map<string, string>();
  const documents = new Map<string, Item>();
  /** Token -> what the portal is for; without a case the client's submission makes one. */
  const portals = new Map<
    string,
    { id: string; application_id?: string; custom_fields?: unknown }
  >();
  const webhooks = new Map<string, { url: string; events?: string[] }>();
  let count = 0;
  const newId = (thing: string) => `${thing}-${(++count).toString(16).padStart(6, '0')}`;

  /** The thing under the name its id goes by: `id`, or `<thing>_id`. */
  const named = (thing: string, { id, ...rest }: Item): Item => ({
    [choices.ids === 'id' ? 'id' : `${thing}_id`]: id,
    ...rest,
  });
  const portalLinkOf = (application_id: string) => {
    const [token] =
      [...portals].find(([, portal]) => portal.application_id === application_id) ?? [];
    return token && linkTo(token);
  };
  const shown = (one: Item): Item => {
    const link = portalLinkOf(one.id as string);
    return named('application', {
      ...one,
      persons: one.persons.map((person: Item) => named('person', person)),
      businesses: one.businesses.map((business: Item) => named('business', business)),
      portals: link ? { link } : null,
    });
  };
  const find = (id: string): Item => {
    const one = cases.get(id);
    if (!one) throw new Refusal(404, 'Application not found');
    return one;
  };

  /** The body in its form. @throws Refusal as the framework words it. */
  function read(schema: z.ZodType, { headers, content }: Received): Item {
    let given: unknown;
    try {
      given = JSON.parse(content || 'null');
    } catch {
      throw new Refusal(422, [
        { loc: ['body', 0], msg: 'JSON decode error', type: 'json_invalid' },
      ]);
    }
    const isJson = headers['content-type']?.startsWith('application/json');
    const { success, data, error } = schema.safeParse(isJson ? given : content || null);
    if (success) return data as Item;
    const problems = error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            loc: ['body', ...issue.path, key],
            msg: 'Extra inputs are not permitted',
            type: 'extra_forbidden',
          }))
        : [{ loc: ['body', ...issue.path], msg: issue.message, type: issue.code }],
    );
    throw new Refusal(422, problems);
  }
  const countryOf = (code: string) => {
    if (bodies.codes.includes(code)) return code;
    throw new Refusal(422, [
      { loc: ['path', 'country'], msg: 'Input should be a country', type: 'enum' },
    ]);
  };

  async function emit(type: string, object: Item) {
    const event = {
      event_id: newId('evt'),
      type,
      created_at: new Date().toISOString(),
      data: { object },
    };
    const wanted = [...webhooks.values()].filter(({ events }) => events?.includes(type) ?? true);
    await Promise.all(
      wanted.map(({ url }) =>
        fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(event),
        }).catch(() => undefined),
      ),
    );
  }

  function makePortal(application_id: string | undefined, custom_fields?: unknown): Item {
    const token = `${newId('tok')}${crypto.randomUUID().slice(0, 8)}`;
    const id = newId('prt');
    portals.set(token, { id, application_id, custom_fields });
    return named('portal', { id, link: linkTo(token), ...(application_id && { application_id }) });
  }
  function casePortal(application_id: string): Item {
    find(application_id);
    const [token, portal] =
      [...portals].find(([, { application_id: of }]) => of === application_id) ?? [];
    if (!token || !portal) return makePortal(application_id);
    if (choices.portalAgain === 'refused') {
      throw new Refusal(409, 'A portal exists already for this application');
    }
    return named('portal', { id: portal.id, link: linkTo(token), application_id });
  }
  const party =
    (kind: 'persons' | 'businesses', schema: z.ZodType) => (given: Received, id: string) => {
      const one = find(id);
      const added: Item = { id: newId(kind.slice(0, 3)), ...read(schema, given) };
      one[kind].push(added);
      return named(kind === 'persons' ? 'person' : 'business', added);
    };
  const withId = (kind: string) => (body: Item) => ({ id: newId(kind), ...body });

  const routes: [method: string, path: RegExp, (given: Received, ...parts: string[]) => unknown][] =
    [
      [
        'POST',
        /^\/api\/applications$/,
        (given) => {
          const body = read(bodies.application, given);
          if (!body.business === !body.person) {
            throw new Refusal(422, 'Either business or person is required');
          }
          const one: Item = {
            id: newId('app'),
            is_draft: false,
            custom_fields: {},
            meta: {},
            risk_level: -1,
            risk_score: null,
            status_review: 'pending',
            status_execution: 'waiting_for_user_input',
            ...body,
            persons: (body.persons ?? []).map(withId('per')),
            businesses: (body.businesses ?? []).map(withId('bus')),
            updated_at: new Date().toISOString(),
          };
          cases.set(one.id, one);
          return shown(one);
        },
      ],
      ['GET', /^\/api\/applications\/([^/]+)$/, (_, id) => shown(find(id!))],
      [
        'PUT',
        /^\/api\/applications\/([^/]+)$/,
        (given, id) => {
          const one = find(id!);
          const body = read(bodies.change, given);
          for (const [key, value] of Object.entries(body)) {
            const isPart = ['business', 'person', 'custom_fields', 'meta'].includes(key) && value;
            one[key] = isPart ? { ...one[key], ...(value as Item) } : value;
          }
          one.updated_at = new Date().toISOString();
          return shown(one);
        },
      ],
      [
        'PUT',
        /^\/api\/applications\/([^/]+)\/submit$/,
        (_, id) => {
          const one = find(id!);
          if (!one.is_draft) throw new Refusal(409, 'Application is not a draft');
          Object.assign(one, { is_draft: false, status_execution: 'done' });
          return shown(one);
        },
      ],
      [
        'GET',
        /^\/api\/applications\/([^/]+)\/persons$/,
        (_, id) => find(id!).persons.map((person: Item) => named('person', person)),
      ],
      [
        'GET',
        /^\/api\/applications\/([^/]+)\/businesses$/,
        (_, id) => find(id!).businesses.map((business: Item) => named('business', business)),
      ],
      [
        'POST',
        /^\/api\/applications\/([^/]+)\/persons$/,
        (given, id) => party('persons', bodies.relatedPerson)(given, id!),
      ],
      [
        'POST',
        /^\/api\/applications\/([^/]+)\/businesses$/,
        (given, id) => party('businesses', bodies.relatedBusiness)(given, id!),
      ],
      [
        'POST',
        /^\/api\/applications\/([^/]+)\/enrich$/,
        (given, id) => {
          const one = find(id!);
          read(bodies.enrich, given);
          one.persons.push({
            id: newId('per'),
            [choices.givenNames]: 'Claire',
            last_name: 'Ferrer',
            roles: ['DIRECTOR'],
          });
          return shown(one);
        },
      ],
      [
        'POST',
        choices.casePortal === 'under the case' ? /^\/api\/applications\/([^/]+)\/portals$/ : /^$/,
        (given, id) => {
          read(bodies.casePortal, given);
          return casePortal(id!);
        },
      ],
      [
        'POST',
        /^\/api\/portals$/,
        (given) => {
          const { application_id, default_custom_fields } = read(bodies.portal, given);
          return application_id
            ? casePortal(application_id)
            : makePortal(undefined, default_custom_fields);
        },
      ],
      [
        'POST',
        /^\/api\/files$/,
        ({ content, headers }) => {
          const isForm = headers['content-type']?.startsWith('multipart/form-data');
          const [, field] = /name="([^"]*)"; filename=/.exec(content) ?? [];
          if (!isForm || field !== choices.fileField) {
            throw new Refusal(422, [
              { loc: ['body', choices.fileField], msg: 'Field required', type: 'missing' },
            ]);
          }
          const id = newId('fil');
          files.set(id, content);
          return named('file', { id });
        },
      ],
      [
        'POST',
        /^\/api\/documents$/,
        (given) => {
          const body = read(bodies.document, given);
          const targets = ['application_id', 'person_id', 'business_id'].filter(
            (name) => body[name],
          );
          if (targets.length !== 1)
            throw new Refusal(422, 'One of application_id, person_id is required');
          if (body.application_id) find(body.application_id);
          const held: string[] = body.document_files?.map((file: Item) => file.file_id) ?? [
            body.file_id,
          ];
          const missing = held.find((id) => !files.has(id));
          if (missing) throw new Refusal(404, 'File not found');
          const made = { id: newId('doc'), ...body };
          documents.set(made.id, made);
          return named('document', made);
        },
      ],
      [
        'GET',
        /^\/api\/companies\/([^/]+)\/search\?q=(.*)$/,
        (_, code, q) => {
          const isFrance = ['FRA', 'FR'].includes(countryOf(code!));
          const wanted = decodeURIComponent(q!.replaceAll('+', ' ')).toLowerCase();
          return registry
            .filter(
              (company) => isFrance && company.organization_name.toLowerCase().includes(wanted),
            )
            .map(({ organization_name, registration_number }) => ({
              name: organization_name,
              registration_number,
              source: 'official',
            }));
        },
      ],
      [
        'GET',
        /^\/api\/companies\/([^/]+)\/([^/?]+)$/,
        (_, code, wanted) => {
          const country = countryOf(code!);
          const found = registry.find(({ registration_number }) => registration_number === wanted);
          if (!found) throw new Refusal(404, 'Company not found');
          const { official_address, ...company } = found;
          return {
            ...company,
            country_code: country,
            official_address: { ...official_address, country },
          };
        },
      ],
      [
        'POST',
        choices.decisions === 'under /api'
          ? /^\/api\/applications\/([^/]+)\/decisions$/
          : /^\/applications\/([^/]+)\/decisions$/,
        async (given, id) => {
          const body = read(bodies.decision, given);
          const one = find(id!);
          const status = body[choices.decisionStatus] as string;
          if (status === 'approved' && one.risk_level === 3) {
            throw new Refusal(409, 'A forbidden application cannot be approved');
          }
          one.status_review = status;
          one.decision_text = body.text;
          one.updated_at = new Date().toISOString();
          await emit('application.review_updated', shown(one));
          return { ...named('decision', { id: newId('dec') }), ...body };
        },
      ],
      ...(choices.customFields === 'there'
        ? ([
            ['GET', /^\/api\/custom_fields$/, () => customFields],
            ['GET', /^\/api\/expected_documents_configuration$/, () => expectedDocuments],
          ] as [string, RegExp, () => unknown][])
        : []),
      ...(choices.webhooks === 'registered'
        ? ([
            [
              'POST',
              /^\/api\/webhooks$/,
              (given: Received) => {
                const { url, events } = read(bodies.webhook, given);
                const id = newId('hook');
                webhooks.set(id, { url, events });
                return { id };
              },
            ],
            [
              'DELETE',
              /^\/api\/webhooks\/([^/]+)$/,
              (_: Received, id: string) => {
                if (!webhooks.delete(id)) throw new Refusal(404, 'Webhook not found');
                return {};
              },
            ],
          ] as [string, RegExp, (given: Received, id: string) => unknown][])
        : []),
    ];

  const isKey = ({ headers }: Received) => {
    if (choices.key === 'X-Api-Key') return headers['x-api-key'] === theKey;
    const given = choices.key === 'raw' ? theKey : `${choices.key} ${theKey}`;
    return headers.authorization === given;
  };
  async function answer(given: Received): Promise<[status: number, body: unknown]> {
    try {
      if (!isKey(given)) throw new Refusal(401, 'Invalid authentication credentials');
      const path = given.path.replace(/\?(?!q=).*$/, '');
      const there = routes.filter(([, pattern]) => pattern.test(path));
      if (!there.length) throw new Refusal(404, 'Not Found');
      const route = there.find(([method]) => method === given.method);
      if (!route) throw new Refusal(405, 'Method Not Allowed');
      const [, pattern, work] = route;
      const parts = pattern
        .exec(path)!
        .slice(1)
        .map((part) => decodeURIComponent(part));
      const result = await work(given, ...parts);
      return [200, choices.envelope === 'data' ? { data: result } : result];
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      return [problem.status, { detail: problem.detail }];
    }
  }
  const portalPage = (path: string): [status: number, body: string] => {
    const [, token] = /^\/portals\/([^/?]+)$/.exec(path) ?? [];
    const portal = token && portals.get(token);
    return portal
      ? [200, page(`Portal of ${portal.application_id ?? 'a new case'}`)]
      : [404, page('Not found')];
  };
  const isApi = (path: string) =>
    path.startsWith('/api/') ||
    (choices.decisions === 'as written' && /^\/applications\/[^/]+\/decisions$/.test(path));

  const app = await listen(async (given, response) => {
    requests.push(given);
    if (isApi(given.path)) {
      const [status, body] = await answer(given);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    // Anything beside the API is the web application.
    const isPortal = choices.portalHost === 'same' && given.path.startsWith('/portals/');
    const [status, html] = isPortal ? portalPage(given.path) : [200, page('Application')];
    response.writeHead(status, { 'content-type': 'text/html' }).end(html);
  });
  const collect = await listen(({ path }, response) => {
    const [status, html] = portalPage(path);
    response.writeHead(status, { 'content-type': 'text/html' }).end(html);
  });
  const portalHost = choices.portalHost === 'own' ? collect.url : app.url;
  function linkTo(token: string): string {
    return choices.link === 'url' ? `${portalHost}/portals/${token}` : token;
  }

  /** The portal behind a link as it was handed to the client. @throws where it leads nowhere. */
  async function open(link: string) {
    const opened = await fetch(link);
    const portal = portals.get(link.split('/').at(-1)!);
    const isPortal = opened.ok && (await opened.text()).includes('Portal of ');
    if (!isPortal || !portal) throw new Error(`${link} is no portal.`);
    return portal;
  }

  return {
    url: app.url,
    key: theKey,
    portalHost,
    choices,
    requests,
    cases,
    documents,
    files,
    portals,
    webhooks,
    /** The case whose portal a link opens; undefined for that of a new case. */
    caseBehind: async (link: string) => (await open(link)).application_id,
    /** The client fills in the portal and submits it. @returns the case's id. */
    async submit(link: string): Promise<string> {
      const portal = await open(link);
      portal.application_id ??= newId('app');
      const id = portal.application_id;
      const one: Item = cases.get(id) ?? {
        id,
        business: { organization_name: 'Filled in Ltd' },
        persons: [],
        businesses: [],
        custom_fields: portal.custom_fields ?? {},
        status_review: 'pending',
      };
      Object.assign(one, { is_draft: false, status_execution: 'done' });
      cases.set(id, one);
      await emit('application.submitted', shown(one));
      return id;
    },
    /** The staff ask the client for more: the portal is opened again. */
    async requestInformation(id: string) {
      const one = find(id);
      if (!portalLinkOf(id)) makePortal(id);
      await emit('collect.opened', shown(one));
    },
    /** Staff enter an address for all events by hand. */
    enterWebhook: (url: string) => void webhooks.set(newId('hook'), { url }),
    close() {
      app.close();
      collect.close();
    },
  };
}

export type KnownService = Awaited<ReturnType<typeof startKnownService>>;
