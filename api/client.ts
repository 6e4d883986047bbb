/**
 * One function per endpoint of the specification ("Endpoints"). Each makes one request and returns
 * the service's answer, or throws the platform's error (api/errors.ts).
 */
import { isRecord, isReplay, isSuccess, parseJson, type Answer } from './answer.ts';
import { baseUrl } from './connection.ts';
import type {
  Application,
  CaseChange,
  Company,
  Decision,
  Document,
  Endpoint,
  NewCase,
  NewDecision,
  NewDocument,
  NewPortal,
  Portal,
  RelatedBusiness,
  RelatedPerson,
  Webhook,
} from './contract.ts';
import { endpoints } from './contract.ts';
import { formOf, type File } from './download.ts';
import { errorFromAnswer, errorFromContent, halt } from './errors.ts';
import { portalLinkIn } from './events.ts';
import { makeOnce, type Made } from './memory.ts';
import { setting } from './settings.ts';
import { check, send, subjectOf, type About, type Context, type Identity } from './transport.ts';
import { fromWire } from './wire.ts';

/** A case with the link of its portal as a full URL, where it has one. */
export type Case = Application & { portal_link?: string };

/** The answer's JSON; `{}` for an empty one. Only what later steps cannot do without is checked. */
function dataOf(context: Context, endpoint: About, answer: Answer): unknown {
  const data = answer.content.trim() ? parseJson(answer.content) : {};
  if (typeof data === 'object' && data !== null) return fromWire(data, endpoint.holds);
  throw errorFromContent(answer, subjectOf(context, endpoint));
}

/** An answer that must name the thing it is about: under `idKey`, or as plain `id`. */
function identified<T>(context: Context, endpoint: About, answer: Answer, idKey: string): T {
  const data = dataOf(context, endpoint, answer);
  const id = isRecord(data) ? (data[idKey] ?? data.id) : undefined;
  if (typeof id !== 'string' && typeof id !== 'number') {
    throw errorFromContent(answer, subjectOf(context, endpoint));
  }
  return { ...(data as object), [idKey]: String(id) } as T;
}

/** `link` of a portal as a full URL: it may be a token only. `undefined` where there is none. */
export function portalUrl({ bundle }: Context, link: unknown): string | undefined {
  if (typeof link !== 'string' || !link) return undefined;
  if (/^https?:\/\//i.test(link)) return link;
  return setting('portalUrl')
    .replace('{portal_address}', () => setting('portalAddress') || '{base_url}')
    .replace('{base_url}', () => baseUrl(bundle.authData))
    .replace('{link}', () => encodeURIComponent(link));
}

const withPortalLink = (context: Context, application: Application): Case => ({
  ...application,
  portal_link: portalUrl(context, portalLinkIn(application)),
});

const caseOf = (context: Context, endpoint: About, answer: Answer): Case =>
  withPortalLink(context, identified(context, endpoint, answer, 'application_id'));

/** GET /api/applications/{application_id}; undefined for a case the service does not know. */
export async function findCase(
  context: Context,
  application_id: string,
): Promise<Case | undefined> {
  const answer = await send(context, endpoints.getCase, {
    path: { application_id },
    accept: [404, 410],
  });
  return isSuccess(answer) ? caseOf(context, endpoints.getCase, answer) : undefined;
}

/** GET /api/applications/{application_id} */
export async function getCase(context: Context, application_id: string): Promise<Case> {
  const answer = await send(context, endpoints.getCase, { path: { application_id } });
  return caseOf(context, endpoints.getCase, answer);
}

/** What makes a case the same as an earlier one: whom it is about, and the deal it is for. */
const caseIdentity = ({ business, external_reference }: NewCase): Identity => ({
  parts: ['case', business ? 'business' : 'person', external_reference],
  conflict: `A case for the External Reference "${external_reference}" exists already, with other values. To change it, use Update Case.`,
});

/**
 * POST /api/applications. A case with an external reference is made once: a repeat gets the case as
 * the service holds it now.
 */
export async function createCase(context: Context, body: NewCase): Promise<Made<Case>> {
  const identity = body.external_reference ? caseIdentity(body) : undefined;
  const make = async () => {
    const answer = await send(context, endpoints.createCase, { body, identity });
    const created = caseOf(context, endpoints.createCase, answer);
    return isReplay(answer)
      ? { thing: await getCase(context, created.application_id), existed: true }
      : { thing: { ...body, ...created }, existed: false };
  };
  if (!identity) return { ...(await make()), kept: false };
  return makeOnce<Case, string>(context, identity, {
    make,
    note: ({ application_id }) => application_id,
    find: (application_id) => findCase(context, application_id),
  });
}

/** PUT /api/applications/{application_id}. Reads the case where the answer does not carry it. */
export async function updateCase(
  context: Context,
  application_id: string,
  body: CaseChange,
): Promise<Case> {
  const answer = await send(context, endpoints.updateCase, { path: { application_id }, body });
  return caseAfter(context, endpoints.updateCase, application_id, answer);
}

/**
 * PUT /api/applications/{application_id}/submit. Reads the case where the answer does not carry
 * it. A case that is out of draft already is where it should be: an earlier answer was lost.
 */
export async function submitCase(context: Context, application_id: string): Promise<Case> {
  const endpoint = endpoints.submitCase;
  const answer = await send(context, endpoint, { path: { application_id }, accept: [409] });
  if (answer.status !== 409) return caseAfter(context, endpoint, application_id, answer);
  const found = await findCase(context, application_id);
  if (found?.is_draft === false) return found;
  throw errorFromAnswer(answer, subjectOf(context, endpoint));
}

function caseAfter(context: Context, endpoint: About, application_id: string, answer: Answer) {
  const data = dataOf(context, endpoint, answer);
  return isRecord(data) && 'status_review' in data
    ? withPortalLink(context, { ...data, application_id })
    : getCase(context, application_id);
}

/** POST /api/portals. `link` of the result is always a full URL. */
export async function createPortal(context: Context, body: NewPortal): Promise<Portal> {
  const answer = await send(context, endpoints.createPortal, { body });
  const data = dataOf(context, endpoints.createPortal, answer) as Partial<Portal>;
  const link = portalUrl(context, data.link);
  if (!link) throw errorFromContent(answer, subjectOf(context, endpoints.createPortal));
  return { ...body, ...data, link };
}

/** POST …/persons or …/businesses. `position` counts equal parties of one step. */
async function addParty<T extends RelatedPerson | RelatedBusiness>(
  context: Context,
  endpoint: Endpoint,
  idKey: string,
  application_id: string,
  body: T,
  position: number,
): Promise<T> {
  const identity: Identity = {
    parts: [endpoint.path, application_id, body, position],
    conflict: 'The case has this related party already, with other values.',
  };
  const { thing } = await makeOnce<T, string>(context, identity, {
    make: async () => {
      const answer = await send(context, endpoint, { path: { application_id }, body, identity });
      const added = identified<T>(context, endpoint, answer, idKey);
      return { thing: { ...body, ...added }, existed: isReplay(answer) };
    },
    note: (party) => String((party as Record<string, unknown>)[idKey]),
    // The specification shows no endpoint that reads a related party.
    find: async (id) => ({ ...body, [idKey]: id }),
  });
  return thing;
}

/** POST /api/applications/{application_id}/persons */
export const addRelatedPerson = (
  context: Context,
  application_id: string,
  body: RelatedPerson,
  position = 0,
): Promise<RelatedPerson> =>
  addParty(context, endpoints.addRelatedPerson, 'person_id', application_id, body, position);

/** POST /api/applications/{application_id}/businesses */
export const addRelatedBusiness = (
  context: Context,
  application_id: string,
  body: RelatedBusiness,
  position = 0,
): Promise<RelatedBusiness> =>
  addParty(context, endpoints.addRelatedBusiness, 'business_id', application_id, body, position);

/** An uploaded file: its id at the service, and what tells it from others. */
export interface Uploaded {
  file_id: string;
  name: string;
  /** Of its content. */
  digest: string;
}

/** POST /api/files: streams the file through in constant memory. */
export async function uploadFile(context: Context, file: File): Promise<Uploaded> {
  const form = await formOf(file);
  const sent = send(context, endpoints.uploadFile, { form });
  const answer = await sent.finally(() => file.body.destroy());
  // Of some files the length is known only now; nothing is attached yet.
  if (!form.bytes()) throw halt('File is empty.');
  const { file_id } = identified<{ file_id: string }>(
    context,
    endpoints.uploadFile,
    answer,
    'file_id',
  );
  return { file_id, name: file.name, digest: form.digest() };
}

/** POST /api/documents. The same file is attached to the same thing once. */
export async function attachDocument(
  context: Context,
  { file_id, name, digest }: Uploaded,
  target: Omit<NewDocument, 'file_id'>,
): Promise<Document> {
  const body = { file_id, ...target };
  const identity: Identity = {
    parts: ['document', target, name, digest],
    conflict: `This file is attached there already, as a document of this type. Nothing was attached twice.`,
  };
  const { thing } = await makeOnce<Document, string>(context, identity, {
    make: async () => {
      const answer = await send(context, endpoints.attachDocument, { body, identity });
      const attached = identified<Document>(
        context,
        endpoints.attachDocument,
        answer,
        'document_id',
      );
      return { thing: { ...body, ...attached }, existed: isReplay(answer) };
    },
    note: ({ document_id }) => String(document_id),
    find: async (document_id) => ({ ...body, document_id }),
  });
  return thing;
}

/** GET /api/companies/{country}/search: candidates, never a guess. */
export async function searchCompanies(
  context: Context,
  country: string,
  q: string,
): Promise<Company[]> {
  const answer = await send(context, endpoints.searchCompanies, {
    path: { country },
    query: `?${new URLSearchParams({ q })}`,
  });
  const data = dataOf(context, endpoints.searchCompanies, answer);
  const list = Array.isArray(data) ? data : Object.values(data as object).find(Array.isArray);
  return fromWire(((list ?? []) as unknown[]).filter(isRecord), 'business') as Company[];
}

/** GET /api/companies/{country}/{registration_number}; undefined where the registry has none. */
export async function findCompany(
  context: Context,
  country: string,
  registration_number: string,
): Promise<Company | undefined> {
  const answer = await send(context, endpoints.getCompany, {
    path: { country, registration_number },
    accept: [404, 410],
  });
  if (!isSuccess(answer)) return undefined;
  return dataOf(context, endpoints.getCompany, answer) as Company;
}

/** POST /applications/{id}/decisions, at the fallback path where the first does not exist. */
export async function recordDecision(
  context: Context,
  application_id: string,
  decision: NewDecision,
): Promise<Decision> {
  const { status, text } = decision;
  const { body: schema, ...endpoint } = endpoints.recordDecision;
  check(schema, decision, context.labels);
  const options = {
    path: { application_id },
    body: {
      [setting('decisionStatusKey')]: status,
      ...(text && { [setting('decisionTextKey')]: text }),
    },
  };
  const path = setting('decisionsPath');
  let answer = await send(context, { ...endpoint, path }, { ...options, accept: [404, 405] });
  if (!isSuccess(answer)) {
    // 404 may mean "no such path" as well as "no such case"; the second path tells them apart.
    const fallback = setting('decisionsFallbackPath');
    answer = await send(context, { ...endpoint, path: fallback }, options);
  }
  return { application_id, status, text, ...(dataOf(context, endpoint, answer) as object) };
}

export interface RawCall {
  method: Endpoint['method'];
  /** Path below the Base URL; may carry a query of its own. */
  path: string;
  /** Further parameters of the query. */
  query?: [name: string, value: string][];
  /** JSON as the user wrote it. */
  body?: string;
}

/**
 * Any call to the service that has no function here, below the connection's base URL only.
 * @throws HaltedError when the path would leave it.
 */
export async function callApi(context: Context, call: RawCall): Promise<Answer> {
  const { method, path, body } = call;
  const root = baseUrl(context.bundle.authData);
  const url =
    /^\/(?!\/)/.test(path) && URL.canParse(root + path) ? new URL(root + path) : undefined;
  if (!url || !`${url.origin}${url.pathname}`.startsWith(`${root}/`) || url.hash) {
    throw halt(
      'Path must start with "/" and stay below the Base URL, for example /api/applications/app_1.',
    );
  }
  const more = new URLSearchParams(call.query).toString();
  const query = [url.search.slice(1), more].filter(Boolean).join('&');
  return send(
    context,
    { method, path: `${url.origin}${url.pathname}`.slice(root.length), about: 'address' },
    { body, query: query && `?${query}` },
  );
}

/**
 * POST to the webhooks path of the settings: registers `url` for one event.
 * @returns undefined when the service offers no registration.
 */
export async function registerWebhook(
  context: Context,
  url: string,
  event: string,
): Promise<Webhook | undefined> {
  const endpoint = {
    method: 'POST' as const,
    path: setting('webhooksPath'),
    about: 'webhook registration',
  };
  const body = { url, events: [event] };
  const answer = await send(context, endpoint, { body, accept: [404, 405] });
  return isSuccess(answer) ? identified(context, endpoint, answer, 'id') : undefined;
}

/** DELETE of a registration; one that is already gone is no error. */
export async function removeWebhook(context: Context, id: string): Promise<void> {
  await send(
    context,
    {
      method: 'DELETE',
      path: `${setting('webhooksPath')}/{id}`,
      about: 'webhook registration',
    },
    { path: { id }, accept: [404, 405, 410] },
  );
}
