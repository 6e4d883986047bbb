/**
 * One function per endpoint of the specification ("Endpoints"); those of portals are in portal.ts.
 * Each returns what the service answers, or throws the platform's error (api/errors.ts). Most make
 * one request; what has an identity is looked for first, and made once (api/memory.ts).
 */
import {
  idIn,
  isKeyConflict,
  isRecord,
  isReplay,
  isSuccess,
  parseJson,
  recordsIn,
  thingIn,
  type Answer,
} from './answer.ts';
import { baseUrl, portalAddress } from './connection.ts';
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
  RelatedBusiness,
  RelatedPerson,
  Webhook,
} from './contract.ts';
import { endpoints } from './contract.ts';
import { formOf, type File } from './download.ts';
import {
  errorFromAnswer,
  errorFromConflict,
  errorFromContent,
  halt,
  type Subject,
} from './errors.ts';
import { portalLinkIn } from './events.ts';
import { makeOnce, remember, type Made } from './memory.ts';
import type { Party } from './parties.ts';
import { casesNamedIn, documentFormLeft, refusesParties, saysTaken } from './refusals.ts';
import { setting } from './settings.ts';
import { takenOf, told, type Taken } from './taken.ts';
import {
  check,
  errorFromRefusal,
  send,
  subjectOf,
  type About,
  type Context,
  type Identity,
} from './transport.ts';
import { caseIdentity, identityAfter, type WhenExists } from './when-exists.ts';
import { fromWire } from './wire.ts';

/** A case with the link of its portal as a full URL, where it has one, and what was not taken. */
export type Case = Application & { portal_link?: string } & Partial<Taken>;

/**
 * What the answer is about, under the names of the catalogue; `{}` for an empty one. Only what later
 * steps cannot do without is checked.
 * @throws the platform's error for an answer that is no JSON.
 */
export function dataOf(context: Context, endpoint: About, answer: Answer): unknown {
  const data = answer.content.trim() ? thingIn(parseJson(answer.content)) : {};
  if (typeof data === 'object' && data !== null) return fromWire(data, endpoint.holds);
  throw errorFromContent(answer, subjectOf(context, endpoint));
}

/**
 * An answer that must name the thing it is about: under `idKey`, or as plain `id`. One that no later
 * step needs may come without, where 201 says by itself that it was made.
 */
function identified<T>(
  context: Context,
  endpoint: About,
  answer: Answer,
  idKey: string,
  mayLackId = false,
): T {
  const data = dataOf(context, endpoint, answer);
  const id = idIn(data, idKey);
  if (id === undefined && !(mayLackId && answer.status === 201)) {
    throw errorFromContent(answer, subjectOf(context, endpoint));
  }
  return { ...(data as object), [idKey]: id } as T;
}

/** `link` of a portal as a full URL: it may be a token only. `undefined` where there is none. */
export function portalUrl({ bundle }: Context, link: unknown): string | undefined {
  if (typeof link !== 'string' || !link.trim()) return undefined;
  if (/^https?:\/\//i.test(link)) return link;
  return setting('portalUrl')
    .replace('{portal_address}', () => portalAddress(bundle.authData))
    .replace('{base_url}', () => baseUrl(bundle.authData))
    .replace('{link}', () => encodeURIComponent(link.trim()));
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
  accept = [404, 410],
): Promise<Case | undefined> {
  const answer = await send(context, endpoints.getCase, { path: { application_id }, accept });
  return isSuccess(answer) ? caseOf(context, endpoints.getCase, answer) : undefined;
}

/** GET /api/applications/{application_id} */
export async function getCase(context: Context, application_id: string): Promise<Case> {
  const answer = await send(context, endpoints.getCase, { path: { application_id } });
  return caseOf(context, endpoints.getCase, answer);
}

/** The case without the parties that were sent with it. */
const withoutParties = (body: NewCase): NewCase =>
  Object.fromEntries(
    Object.entries(body).filter(([key]) => key !== 'persons' && key !== 'businesses'),
  );

/**
 * POST /api/applications. A case whose reference is taken is the one that the refusal names. A
 * service that takes no parties with a case gets it without them.
 * @returns the case, with the parties it has where the answer shows them.
 */
export async function postCase(
  context: Context,
  body: NewCase,
  identity = caseIdentity(body),
): Promise<{ thing: Case; existed: boolean }> {
  const endpoint = endpoints.createCase;
  const answer = await send(context, endpoint, { body, identity, accept: [400, 404, 409, 422] });
  if (isSuccess(answer)) {
    const created = caseOf(context, endpoint, answer);
    if (isReplay(answer)) {
      const found = await getCase(context, created.application_id);
      return { thing: { ...found, ...told([]) }, existed: true };
    }
    const own = withoutParties(body);
    const taken = takenOf(own, created, context.labels);
    // One spread of them all takes 40 times as long on Node 20.
    return { thing: Object.assign({}, own, created, taken), existed: false };
  }
  if ((body.persons || body.businesses) && refusesParties(answer)) {
    const alone = identity && { ...identity, parts: [...identity.parts, 'alone'] };
    return postCase(context, withoutParties(body), alone);
  }
  const found = identity && (await caseTaken(context, answer, body));
  if (found) return { thing: { ...found, ...told([]) }, existed: true };
  const subject = subjectOf(context, endpoint);
  if (answer.status === 404) throw notOffered(answer, subject);
  const isTaken =
    isKeyConflict(answer) ||
    saysTaken(answer) ||
    (answer.status === 409 && casesNamedIn(answer, body.external_reference).length > 0);
  throw identity && isTaken
    ? errorFromConflict(answer, identity.conflict, subject)
    : errorFromAnswer(answer, subject);
}

/** The case a refusal names because it has the reference of this one; undefined for none. */
async function caseTaken(
  context: Context,
  answer: Answer,
  { business, external_reference }: NewCase,
): Promise<Case | undefined> {
  if (answer.status !== 409 && !saysTaken(answer)) return undefined;
  for (const id of casesNamedIn(answer, external_reference)) {
    const found = await findCase(context, id, [400, 404, 410, 422]);
    const isSubject = business ? !found?.person : !found?.business;
    if (found?.external_reference === external_reference && isSubject) return found;
  }
  return undefined;
}

/**
 * POST /api/applications. A case with an external reference is made once: a repeat gets the case as
 * the service holds it now, or what `when` says.
 */
export async function createCase(
  context: Context,
  body: NewCase,
  when: WhenExists = 'use',
  identity = caseIdentity(body),
): Promise<Made<Case>> {
  const make = () => postCase(context, body, identity);
  if (!identity) return { ...(await make()), kept: false };
  const made = await makeOnce<Case, CaseNote>(context, identity, {
    make,
    note: ({ application_id }) => application_id,
    find: async (note) => {
      const found = await findCase(context, caseIdIn(note));
      return found && { ...found, ...told([]) };
    },
  });
  const next = made.existed && identityAfter(made.thing, body, identity, when);
  if (!next) return made;
  const last = await createCase(context, body, when, next);
  // The next step that asks for the reference gets the latest of its cases.
  await remember(context, caseIdentity(body)!.parts, last.thing.application_id);
  return last;
}

/**
 * What is remembered of a case: its id, marks of the parties that were added to it, and that the
 * step which made it has not come to its end.
 */
export type CaseNote = string | { id: string; parties: string[]; unfinished?: true };
/** The id of the case a note is of. */
export const caseIdIn = (note: CaseNote): string => (typeof note === 'string' ? note : note.id);

/** PUT /api/applications/{application_id}. Reads the case where the answer does not carry it. */
export async function updateCase(
  context: Context,
  application_id: string,
  body: CaseChange,
): Promise<Case> {
  const answer = await send(context, endpoints.updateCase, { path: { application_id }, body });
  const updated = await caseAfter(context, endpoints.updateCase, application_id, answer);
  return { ...updated, ...takenOf(body, updated, context.labels) };
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

const partyEndpoints = {
  person: { endpoint: endpoints.addRelatedPerson, idKey: 'person_id' },
  business: { endpoint: endpoints.addRelatedBusiness, idKey: 'business_id' },
};

/** What makes a party of a case the same as an earlier one. */
const partyIdentity = (application_id: string, { kind, body, position }: Party): Identity => ({
  parts: [partyEndpoints[kind].endpoint.path, application_id, body, position],
  conflict: 'The case has this related party already, with other values.',
});

/** POST …/persons or …/businesses, as often as it is called. */
export async function postParty(context: Context, application_id: string, party: Party) {
  const { endpoint, idKey } = partyEndpoints[party.kind];
  const { body } = party;
  const identity = partyIdentity(application_id, party);
  const answer = await send(context, endpoint, { path: { application_id }, body, identity });
  const added = identified<object>(context, endpoint, answer, idKey, true);
  const thing = { ...body, ...added, ...takenOf(body, added, context.labels) };
  return { thing, existed: isReplay(answer) };
}

/** POST …/persons or …/businesses; a repeat of the step adds nothing. */
async function addParty<T extends Party['body']>(
  context: Context,
  application_id: string,
  party: Party & { body: T },
): Promise<T & Partial<Taken>> {
  const { idKey } = partyEndpoints[party.kind];
  const { thing } = await makeOnce(context, partyIdentity(application_id, party), {
    make: () => postParty(context, application_id, party),
    note: (added) => idIn(added, idKey) ?? '',
    // The service may show no endpoint that reads a related party.
    find: async (id: string) => ({ ...party.body, ...(id && { [idKey]: id }), ...told([]) }),
  });
  return thing as T & Partial<Taken>;
}

/** POST /api/applications/{application_id}/persons */
export const addRelatedPerson = (context: Context, application_id: string, body: RelatedPerson) =>
  addParty(context, application_id, { kind: 'person', body, position: 0 });

/** POST /api/applications/{application_id}/businesses */
export const addRelatedBusiness = (
  context: Context,
  application_id: string,
  body: RelatedBusiness,
) => addParty(context, application_id, { kind: 'business', body, position: 0 });

/**
 * The things in a list of the service, as they are on the wire where the endpoint does not say what it
 * holds; undefined where the service has no such list or does not know whose it would be.
 */
export async function readList(
  context: Context,
  endpoint: Endpoint,
  path: Record<string, string>,
): Promise<Record<string, unknown>[] | undefined> {
  const answer = await send(context, endpoint, { path, accept: [404, 405] });
  return isSuccess(answer) ? recordsIn(dataOf(context, endpoint, answer)) : undefined;
}

/** GET …/persons or …/businesses; undefined where the service has no such list. */
export async function listParties(
  context: Context,
  application_id: string,
  kind: Party['kind'],
): Promise<Record<string, unknown>[] | undefined> {
  const endpoint =
    kind === 'person' ? endpoints.listRelatedPersons : endpoints.listRelatedBusinesses;
  const list = await readList(context, endpoint, { application_id });
  return list && (fromWire(list, kind) as Record<string, unknown>[]);
}

/**
 * The related persons of a case: of its list, or where the service has none, as the case shows them.
 * None for a case the service does not know.
 */
export async function findRelatedPersons(
  context: Context,
  application_id: string,
): Promise<RelatedPerson[]> {
  const listed =
    (await listParties(context, application_id, 'person')) ??
    (await findCase(context, application_id))?.persons;
  const persons = Array.isArray(listed) ? listed.filter(isRecord) : [];
  return persons.map((person) => ({ ...person, person_id: idIn(person, 'person_id') }));
}

/** The error for a path that is not there: 404 is said of an unknown case as well. */
const notOffered = (answer: Answer, subject: Subject): Error =>
  errorFromAnswer({ ...answer, status: 405 }, subject);

/** POST …/enrich: officers and owners from the registry arrive in the case some seconds later. */
export async function enrichCase(context: Context, application_id: string): Promise<void> {
  const body = { force_fetch_official_data: true };
  const endpoint = endpoints.enrichCase;
  const answer = await send(context, endpoint, { path: { application_id }, body, accept: [404] });
  if (isSuccess(answer)) return void dataOf(context, endpoint, answer);
  const found = await findCase(context, application_id).catch(() => undefined);
  const subject = subjectOf(context, endpoint);
  throw found ? notOffered(answer, subject) : errorFromAnswer(answer, subject);
}

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
  const answer = await sent.finally(() => file.close());
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

/** What a document is and belongs to, without its files. */
export type DocumentTarget = Omit<NewDocument, 'file_id' | 'document_files'>;

type DocumentForm = ReturnType<typeof setting<'documentForm'>>;

/** The files of a document: its front, and a back where it has one. */
export type Sides = [front: Uploaded, back?: Uploaded];

/** The error for a back that has no place in the service's form of a document. */
export const oneFileOnly = (): Error =>
  halt(
    'Back File: the service takes one file per document. Empty it, and send the back by an Upload Document step of its own.',
  );

/**
 * The body in the form the service takes: `file_id` and `type`, `document_files` and `name`, or both.
 * A document without a name goes by its file's, or by its type where that has no field of its own.
 */
function documentBody(
  [front, back]: Sides,
  target: DocumentTarget,
  form: DocumentForm,
): NewDocument {
  const { type, ...rest } = target as { type?: string; name?: string };
  const name = rest.name ?? (form === 'files' ? type : front.name);
  return {
    ...(form !== 'files' && { file_id: front.file_id, type }),
    ...rest,
    ...(form !== 'flat' && {
      name,
      document_files: [
        { file_id: front.file_id, side: 'front' as const },
        ...(back ? [{ file_id: back.file_id, side: 'back' as const }] : []),
      ],
    }),
  };
}

/**
 * POST /api/documents, as often as it is called. A service that refuses the keys of one form gets the
 * document in the other, where that has a place for all of its files.
 */
async function postDocument(
  context: Context,
  sides: Sides,
  target: DocumentTarget,
  identity: Identity,
  form: DocumentForm = setting('documentForm'),
): Promise<{ thing: Document & Taken; existed: boolean }> {
  const endpoint = endpoints.attachDocument;
  const body = documentBody(sides, target, form);
  const accept = form === 'both' ? [400, 422] : [];
  const answer = await send(context, endpoint, { body, identity, accept });
  if (!isSuccess(answer)) {
    const left = documentFormLeft(answer);
    if (!left) throw errorFromRefusal(answer, identity, subjectOf(context, endpoint));
    if (left === 'flat' && sides[1]) throw oneFileOnly();
    const again = { ...identity, parts: [...identity.parts, left] };
    return postDocument(context, sides, target, again, left);
  }
  const attached = identified<Document>(context, endpoint, answer, 'document_id', true);
  // In one form or the other: the service need not show both.
  const taken = takenOf(body, attached, context.labels, ['file_id', 'type', 'document_files']);
  const thing = { file_id: sides[0].file_id, ...target, ...attached, ...taken };
  return { thing, existed: isReplay(answer) };
}

/** POST /api/documents. The same file is attached to the same thing once. */
export async function attachDocument(
  context: Context,
  sides: Sides,
  target: DocumentTarget,
): Promise<Document & Partial<Taken>> {
  const [{ file_id, name, digest }, back] = sides;
  const identity: Identity = {
    parts: ['document', target, name, digest, ...(back ? [back.name, back.digest] : [])],
    conflict:
      'This file is attached there already, as a document of this type. Nothing was attached twice.',
  };
  const { thing } = await makeOnce(context, identity, {
    make: () => postDocument(context, sides, target, identity),
    note: (attached) => idIn(attached, 'document_id') ?? '',
    find: async (document_id: string) => ({
      file_id,
      ...target,
      ...(document_id && { document_id }),
      ...told([]),
    }),
  });
  return thing;
}

/** GET /api/companies/{country}/search: candidates, never a guess; none is an empty list. */
export async function searchCompanies(
  context: Context,
  country: string,
  q: string,
): Promise<Company[]> {
  const endpoint = endpoints.searchCompanies;
  const query = `?${new URLSearchParams({ q })}`;
  return companiesIn(
    context,
    endpoint,
    await send(context, endpoint, { path: { country }, query, accept: [404, 410] }),
  );
}

/** GET /api/companies/{country}/{registration_number}; none where the registry has none. */
export async function findCompany(
  context: Context,
  country: string,
  registration_number: string,
): Promise<Company[]> {
  const endpoint = endpoints.getCompany;
  const path = { country, registration_number };
  return companiesIn(
    context,
    endpoint,
    await send(context, endpoint, { path, accept: [404, 410] }),
  );
}

/** The companies of an answer: a list, the first list in an object, or the object itself. */
function companiesIn(context: Context, endpoint: About, answer: Answer): Company[] {
  if (!isSuccess(answer) || parseJson(answer.content) === null) return [];
  const data = dataOf(context, { ...endpoint, holds: undefined }, answer);
  const one = fromWire(data as object, 'business');
  const names = ['organization_name', 'name', 'registration_number'];
  const isOne = isRecord(one) && names.some((name) => Object.hasOwn(one, name));
  return (isOne ? [one] : fromWire(recordsIn(data), 'business')) as Company[];
}

/** An answer that is no JSON, such as a page of a web application; an empty one may be the API's. */
const isPage = ({ content }: Answer): boolean =>
  content.trim() !== '' && parseJson(content) === undefined;

/** What a web application beside the API may answer to a path that is none of its own. */
const elsewhere = [301, 302, 303, 307, 308, 400, 401, 403, 404, 405];

/**
 * POST /applications/{id}/decisions; under /api where the first path is none of the API: 404, 405,
 * or an answer that is no JSON, which is no recorded decision.
 */
export async function recordDecision(
  context: Context,
  application_id: string,
  decision: NewDecision,
): Promise<Decision & Taken> {
  const { status, text, ...rest } = decision;
  const { body: schema, ...endpoint } = endpoints.recordDecision;
  check(schema, decision, context.labels);
  const body = {
    ...rest,
    [setting('decisionStatusKey')]: status,
    ...(text && { [setting('decisionTextKey')]: text }),
  };
  const options = { path: { application_id }, body };
  const path = setting('decisionsPath');
  let answer = await send(context, { ...endpoint, path }, { ...options, accept: elsewhere });
  const isRedirect = answer.status >= 300 && answer.status < 400;
  if ([404, 405].includes(answer.status) || isRedirect || isPage(answer)) {
    // 404 may mean "no such path" as well as "no such case"; the second path tells them apart.
    const fallback = setting('decisionsFallbackPath');
    answer = await send(context, { ...endpoint, path: fallback }, options);
  } else if (!isSuccess(answer)) {
    throw errorFromAnswer(answer, subjectOf(context, endpoint));
  }
  const recorded = dataOf(context, endpoint, answer) as object;
  return {
    application_id,
    status,
    text,
    ...recorded,
    ...takenOf(body, recorded, context.labels),
  };
}

/** A request as the user wrote it. */
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
 * POST to the webhooks path of the settings: registers `url` for the events.
 * @returns undefined when the service offers no registration.
 */
export async function registerWebhook(
  context: Context,
  url: string,
  events: string[],
): Promise<Webhook | undefined> {
  const endpoint = {
    method: 'POST' as const,
    path: setting('webhooksPath'),
    about: 'webhook registration',
  };
  const body = { url, events };
  const answer = await send(context, endpoint, { body, accept: [404, 405, 409] });
  if (answer.status === 409) {
    // Registered before, by a run whose answer was lost: it is taken over where its id is told.
    const id = idIn(thingIn(parseJson(answer.content)), 'webhook_id');
    if (id !== undefined) return { id };
    throw halt(
      'The service has a webhook for this event and address already, and does not say which. Remove it in the webhook settings of the service, then switch the Zap on again.',
    );
  }
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
