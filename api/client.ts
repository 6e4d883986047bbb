/**
 * One function per endpoint of the specification ("Endpoints"). Each makes one request and
 * returns the service's answer, or throws the platform's error (api/errors.ts).
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ExponentialBackoff, handleWhenResult, retry } from 'cockatiel';
import { safeParse } from 'zod/mini';
import type { Bundle, ZObject } from 'zapier-platform-core';

import { authHeader, baseUrl } from './connection.ts';
import type {
  Application,
  Business,
  Company,
  Decision,
  Document,
  Person,
  Portal,
  RelatedBusiness,
  RelatedPerson,
  Webhook,
} from './contract.ts';
import { endpoints, type Endpoint } from './contract.ts';
import {
  errorFromAnswer,
  errorFromContent,
  errorFromInput,
  errorFromNetwork,
  isConflict,
  isMissing,
  isRecord,
  parseJson,
  platformError,
  type Answer,
} from './errors.ts';
import { profile } from './profile.ts';

/** What every call needs of Zapier: its tools and the bundle with the connection. */
export interface Context {
  z: ZObject;
  bundle: Pick<Bundle<Record<string, unknown>>, 'authData' | 'meta'>;
  /** Set by triggers: what may pass is tried again instead of failing. */
  trigger?: boolean;
}

interface Options {
  /** Values of the `{…}` in the path. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** multipart body with its own headers. */
  form?: { body: Readable; headers: Record<string, string> };
  /** What makes this POST the same as an earlier one; see `idempotencyKey`. */
  repeatOf?: unknown[];
}

/** Answers above this many bytes are refused. */
const largestAnswer = 10 * 1024 * 1024;

/**
 * A path segment of the service: never another path or host, whatever the user mapped.
 * @throws HaltedError for an empty, overlong or unprintable value.
 */
function segment(name: string, value: unknown): string {
  const text = String(value ?? '').trim();
  if (!text || text.length > 200 || /^\.+$|\p{Cc}/u.test(text) || !text.isWellFormed()) {
    const label = name === 'application_id' ? 'Case' : name.replace('_', ' ');
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    throw platformError(
      'halt',
      text
        ? `${label}: "${shown}" cannot be one. Map the value from an earlier step.`
        : `${label} is empty. Map the value from an earlier step.`,
      422,
    );
  }
  return encodeURIComponent(text);
}

/**
 * The key under which the service recognises a repeat: the Zap, the operation and what
 * identifies the thing (the external reference, or the whole input).
 */
export function idempotencyKey(
  { bundle }: Context,
  operation: string,
  identity: unknown[],
): string {
  const zap = bundle.meta?.zap?.id ?? '';
  return createHash('sha256')
    .update(JSON.stringify([zap, operation, ...identity]))
    .digest('hex');
}

/** Reads and idempotent writes; a POST only under its idempotency key, a stream never. */
const isRepeatable = ({ method }: Pick<Endpoint, 'method'>, { repeatOf, form }: Options) =>
  !form && (method === 'POST' || method === 'PATCH' ? repeatOf !== undefined : true);

/** Answers of something between Zapier and the service. */
const lostOnTheWay = new Set([502, 504]);
const lostConnection = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'EAI_AGAIN']);

/** Repeats what failed on the way, at most twice and only within the first seconds of a step. */
function repeated(attempt: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + 8000;
  const policy = retry(
    handleWhenResult(
      (result) => Date.now() < until && lostOnTheWay.has((result as Answer).status),
    ).orWhen(
      (error) => Date.now() < until && lostConnection.has((error as { code?: string }).code ?? ''),
    ),
    {
      maxAttempts: 2,
      backoff: new ExponentialBackoff({ initialDelay: Number(profile('retryDelay')) }),
    },
  );
  return policy.execute(attempt);
}

/**
 * Sends one request with the connection's key.
 * @returns the 2xx answer as it came.
 * @throws HaltedError before anything is sent when a value cannot be right, else what
 * `errorFromAnswer` and `errorFromNetwork` make of the outcome.
 */
export async function send(
  context: Context,
  endpoint: Omit<Endpoint, 'summary'>,
  options: Options = {},
): Promise<Answer> {
  const { z, bundle } = context;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    segment(name, options.path?.[name]),
  );
  const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
  const root = baseUrl(bundle.authData);
  if (endpoint.body && options.body) {
    const checked = safeParse(endpoint.body, options.body);
    if (!checked.success) throw errorFromInput(checked.error.issues);
  }
  const request = {
    url: root + path + query,
    method: endpoint.method,
    headers: {
      // Under any other name the platform logs the request twice and keeps the answer in memory.
      'user-agent': 'Zapier',
      accept: 'application/json',
      ...(options.body && { 'content-type': 'application/json; charset=utf-8' }),
      ...(options.repeatOf && {
        [profile('idempotencyHeader')]: idempotencyKey(context, endpoint.path, options.repeatOf),
      }),
      ...options.form?.headers,
      ...authHeader(bundle.authData),
    },
    body: options.form?.body ?? (options.body && JSON.stringify(options.body)),
    // Text of the user must reach the service untouched; merging a template would edit {{…}} in it.
    merge: false,
    // A followed redirect would carry the key to another host.
    redirect: 'manual' as const,
    timeout: Number(profile('timeoutSeconds')) * 1000,
    size: largestAnswer,
  };
  const attempt = async (): Promise<Answer> => z.request(request);
  let answer: Answer;
  try {
    answer = await (isRepeatable(endpoint, options) ? repeated(attempt) : attempt());
  } catch (cause) {
    throw errorFromNetwork(cause, new URL(root).host, context);
  }
  const { status } = answer;
  if ((status < 200 || status > 299) && !endpoint.accept?.includes(status)) {
    throw errorFromAnswer(answer, endpoint.about, {
      secret: bundle.authData.api_key,
      trigger: context.trigger,
    });
  }
  return answer;
}

/** The answer's JSON; `{}` for an empty one. Only what later steps cannot do without is checked. */
function dataOf(answer: Answer, about: string): unknown {
  const data = answer.content.trim() ? parseJson(answer.content) : {};
  if (typeof data !== 'object' || data === null) throw errorFromContent(answer, about);
  return data;
}

/** An answer that must name the thing it is about: under `idKey`, or as plain `id`. */
function identified<T>(answer: Answer, about: string, idKey: string): T {
  const data = dataOf(answer, about);
  const id = isRecord(data) ? (data[idKey] ?? data.id) : undefined;
  if (typeof id !== 'string' && typeof id !== 'number') throw errorFromContent(answer, about);
  return { ...(data as object), [idKey]: String(id) } as T;
}

/** GET /api/applications/{application_id} */
export async function getCase(context: Context, application_id: string): Promise<Application> {
  const answer = await send(context, endpoints.getCase, { path: { application_id } });
  return identified(answer, 'case', 'application_id');
}

export interface NewCase {
  business?: Business;
  person?: Person;
  external_reference?: string;
  is_draft?: boolean;
  custom_fields?: Record<string, unknown>;
}

/** POST /api/applications. The external reference, where given, recognises a repeat. */
export async function createCase(context: Context, body: NewCase): Promise<Application> {
  const answer = await send(context, endpoints.createCase, {
    body,
    repeatOf: [body.external_reference ?? body],
  });
  return { ...body, ...identified<Application>(answer, 'case', 'application_id') };
}

/** PUT /api/applications/{application_id}. Reads the case where the answer does not carry it. */
export async function updateCase(
  context: Context,
  application_id: string,
  body: object,
): Promise<Application> {
  const answer = await send(context, endpoints.updateCase, { path: { application_id }, body });
  return caseAfter(context, application_id, answer);
}

/**
 * PUT /api/applications/{application_id}/submit. Reads the case where the answer does not carry
 * it. A case that is out of draft already is where it should be: an earlier answer was lost.
 */
export async function submitCase(context: Context, application_id: string): Promise<Application> {
  const options = { path: { application_id } };
  try {
    return await caseAfter(
      context,
      application_id,
      await send(context, endpoints.submitCase, options),
    );
  } catch (error) {
    const found = isConflict(error) ? await getCase(context, application_id) : undefined;
    if (found?.is_draft === false) return found;
    throw error;
  }
}

function caseAfter(context: Context, application_id: string, answer: Answer) {
  const data = dataOf(answer, 'case');
  return isRecord(data) && 'status_review' in data
    ? ({ ...data, application_id } as Application)
    : getCase(context, application_id);
}

export interface NewPortal {
  application_id?: string;
  default_custom_fields?: Record<string, unknown>;
  redirect_url?: string;
}

/** POST /api/portals. `link` of the result is always a full URL. */
export async function createPortal(context: Context, body: NewPortal): Promise<Portal> {
  const answer = await send(context, endpoints.createPortal, { body, repeatOf: [body] });
  const data = dataOf(answer, 'portal') as Partial<Portal>;
  const link = portalUrl(data.link, context.bundle.authData);
  if (!link) throw errorFromContent(answer, 'portal');
  return { ...body, ...data, link };
}

/** `link` of a portal as a full URL: it may be a token only. `undefined` where there is none. */
export function portalUrl(link: unknown, authData: { base_url?: string }): string | undefined {
  if (typeof link !== 'string' || !link) return undefined;
  if (/^https?:\/\//i.test(link)) return link;
  return profile('portalUrl')
    .replace('{base_url}', () => baseUrl(authData))
    .replace('{link}', () => encodeURIComponent(link));
}

/** POST /api/applications/{application_id}/persons */
export async function addRelatedPerson(
  context: Context,
  application_id: string,
  body: RelatedPerson,
): Promise<RelatedPerson> {
  const answer = await send(context, endpoints.addRelatedPerson, {
    path: { application_id },
    body,
    repeatOf: [application_id, body],
  });
  return { ...body, ...identified<RelatedPerson>(answer, 'related person', 'person_id') };
}

/** POST /api/applications/{application_id}/businesses */
export async function addRelatedBusiness(
  context: Context,
  application_id: string,
  body: RelatedBusiness,
): Promise<RelatedBusiness> {
  const answer = await send(context, endpoints.addRelatedBusiness, {
    path: { application_id },
    body,
    repeatOf: [application_id, body],
  });
  return { ...body, ...identified<RelatedBusiness>(answer, 'related business', 'business_id') };
}

/** POST /api/files: `form` is the multipart body with its headers. */
export async function uploadFile(
  context: Context,
  form: { body: Readable; headers: Record<string, string> },
): Promise<{ file_id: string }> {
  const answer = await send(context, endpoints.uploadFile, { form });
  return identified(answer, 'file', 'file_id');
}

export interface NewDocument {
  file_id: string;
  type: string;
  application_id?: string;
  person_id?: string;
  business_id?: string;
}

/** POST /api/documents */
export async function attachDocument(context: Context, body: NewDocument): Promise<Document> {
  const answer = await send(context, endpoints.attachDocument, { body, repeatOf: [body] });
  return { ...body, ...identified<Document>(answer, 'document', 'document_id') };
}

/** GET /api/companies/{country}/search: candidates, never a guess. */
export async function searchCompanies(
  context: Context,
  country: string,
  q: string,
): Promise<Company[]> {
  const answer = await send(context, endpoints.searchCompanies, {
    path: { country },
    query: { q },
  });
  const data = dataOf(answer, 'company');
  const list = Array.isArray(data) ? data : Object.values(data as object).find(Array.isArray);
  return ((list ?? []) as unknown[]).filter(isRecord) as Company[];
}

/** GET /api/companies/{country}/{registration_number} */
export async function getCompany(
  context: Context,
  country: string,
  registration_number: string,
): Promise<Company> {
  const answer = await send(context, endpoints.getCompany, {
    path: { country, registration_number },
  });
  return dataOf(answer, 'company') as Company;
}

/** POST /applications/{id}/decisions, at the fallback path where the first does not exist. */
export async function recordDecision(
  context: Context,
  application_id: string,
  decision: { status: string; text?: string },
): Promise<Decision> {
  const { status, text } = decision;
  const body = {
    [profile('decisionStatusKey')]: status,
    ...(text && { [profile('decisionTextKey')]: text }),
  };
  const options = { path: { application_id }, body, repeatOf: [application_id, body] };
  const at = (path: string) => send(context, { ...endpoints.recordDecision, path }, options);
  const answer = await at(profile('decisionsPath')).catch((error: Error) =>
    // 404 may mean "no such path" as well as "no such case"; the second path tells them apart.
    isMissing(error) ? at(profile('decisionsFallbackPath')) : Promise.reject(error),
  );
  return { application_id, status, text, ...(dataOf(answer, 'decision') as object) };
}

export interface RawCall {
  method: Endpoint['method'];
  path: string;
  query?: Record<string, string>;
  body?: object;
}

/**
 * Any call to the service that has no function here, below the connection's base URL only.
 * @throws HaltedError when the path would leave it.
 */
export async function callApi(context: Context, { path, ...rest }: RawCall): Promise<Answer> {
  const root = baseUrl(context.bundle.authData);
  const url =
    /^\/(?!\/)/.test(path) && URL.canParse(root + path) ? new URL(root + path) : undefined;
  if (!url || !`${url.origin}${url.pathname}`.startsWith(`${root}/`) || url.hash) {
    throw platformError(
      'halt',
      'Path must start with "/" and stay below the Base URL, for example /api/applications/app_1.',
      422,
    );
  }
  const given = Object.fromEntries(url.searchParams);
  const query = { ...given, ...rest.query };
  return send(
    context,
    { method: rest.method, path: url.href.slice(root.length).split('?')[0]!, about: 'address' },
    {
      body: rest.body,
      ...(Object.keys(query).length && { query }),
      ...(rest.method === 'POST' && { repeatOf: [path, query, rest.body] }),
    },
  );
}

/** POST to the profile's webhooks path: registers `url` for one event. */
export async function registerWebhook(
  context: Context,
  url: string,
  event: string,
): Promise<Webhook> {
  const answer = await send(
    context,
    { method: 'POST', path: profile('webhooksPath'), about: 'webhook registration' },
    { body: { url, events: [event] } },
  );
  return identified(answer, 'webhook registration', 'id');
}

/** DELETE of a registration. */
export async function removeWebhook(context: Context, id: string): Promise<void> {
  await send(
    context,
    { method: 'DELETE', path: `${profile('webhooksPath')}/{id}`, about: 'webhook registration' },
    { path: { id } },
  );
}
