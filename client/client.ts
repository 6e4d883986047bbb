/**
 * One function per endpoint of the specification ("Endpoints"); those of portals are in portal.ts.
 * Each returns what the service answers, or throws an error (client/errors.ts). Most make
 * one request; what has an identity is looked for first, and made once (client/memory.ts).
 */
import {
  idIn,
  idText,
  isPage,
  isRecord,
  isReplay,
  isSuccess,
  parseJson,
  saysFailed,
  type Answer,
  type Labels,
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
} from '../service/contract.ts';
import { endpoints } from '../service/contract.ts';
import { formOf, type File } from './download.ts';
import {
  errorFromAnswer,
  errorFromConflict,
  errorFromContent,
  errorFromFailure,
  errorOfRefusal,
  failed,
  filledTwice,
  halt,
  withText,
  type Subject,
} from './errors.ts';
import { listIn, thingIn, type List } from './envelope.ts';
import { portalLinkIn } from './events.ts';
import { hold, makeOnce, promptly, remember, type Made } from './memory.ts';
import { listKeys, type Party } from './parties.ts';
import { casesNamedIn, documentFormLeft, saysTaken } from './refusals.ts';
import type { Dialect } from '../service/dialect.ts';
import { notTaken, takenOf, told, type Taken } from './taken.ts';
import type { Run } from './run.ts';
import {
  check,
  errorFromRefusal,
  send,
  subjectOf,
  timeLeft,
  type About,
  type Identity,
} from './transport.ts';
import { caseIdentity, identityAfter, type WhenExists } from './when-exists.ts';
import { settleAll } from './time.ts';
import { fromWire } from './wire.ts';

/** A case with the link of its portal as a full URL, where it has one, and what was not taken. */
export type Case = Application & { portal_link?: string } & Partial<Taken>;

/**
 * What the answer is about, under the names of the catalogue; `{}` for an empty one. Only what later
 * steps cannot do without is checked.
 * @param key the thing's own key, such as `application_id`.
 * @throws an error for an answer that is no JSON, that names two things, or that says
 * that nothing was done.
 */
export function dataOf(run: Run, endpoint: About, answer: Answer, key?: string): unknown {
  const body = parseJson(answer.content);
  if (saysFailed(body)) throw errorFromFailure(answer, subjectOf(run, endpoint));
  const data = answer.content.trim() ? thingIn(run.dialect, body, key) : {};
  if (typeof data === 'object' && data !== null) return fromWire(run.dialect, data, endpoint.holds);
  throw errorFromContent(answer, subjectOf(run, endpoint));
}

/**
 * An answer that must name the thing it is about: under `idKey`, or as plain `id`. One that no later
 * step needs may come without, where 201 says by itself that it was made.
 */
function identified<T>(
  run: Run,
  endpoint: About,
  answer: Answer,
  idKey: string,
  mayLackId = false,
): T {
  const data = dataOf(run, endpoint, answer, idKey);
  const id = idIn(data, idKey);
  if (id === undefined && !(mayLackId && answer.status === 201)) {
    throw errorFromContent(answer, subjectOf(run, endpoint));
  }
  return { ...(data as object), [idKey]: id } as T;
}

/** `link` of a portal as a full URL: it may be a path or a token only. `undefined` where there is none. */
export function portalUrl(run: Run, link: unknown): string | undefined {
  if (typeof link !== 'string' || !link.trim()) return undefined;
  if (/^https?:\/\//i.test(link)) return link;
  const address = run.dialect.portal_link
    .replace('{portal_address}', () => portalAddress(run))
    .replace('{base_url}', () => baseUrl(run));
  // A path is one of the host of portals.
  const isPath = link.trim().startsWith('/');
  if (isPath && URL.canParse(link.trim(), address)) return new URL(link.trim(), address).href;
  return address.replace('{link}', () => encodeURIComponent(link.trim()));
}

const withPortalLink = (run: Run, application: Application): Case => ({
  ...application,
  portal_link: portalUrl(run, portalLinkIn(application)),
});

const caseOf = (run: Run, endpoint: About, answer: Answer): Case =>
  withPortalLink(run, identified(run, endpoint, answer, 'application_id'));

/** GET /api/applications/{application_id}; undefined for a case the service does not know. */
export async function findCase(
  run: Run,
  application_id: string,
  accept = [404, 410],
): Promise<Case | undefined> {
  const found = await caseNamed(run, application_id, accept);
  if (found) refuseOther(found.application_id, application_id);
  return found;
}

/** The same by a name that may be no id: whoever asks compares what else the case says. */
async function caseNamed(run: Run, name: string, accept: number[]) {
  const path = { application_id: name };
  const answer = await send(run, endpoints.getCase, { path, accept });
  return isThere(run, endpoints.getCase, answer)
    ? caseOf(run, endpoints.getCase, answer)
    : undefined;
}

/**
 * False for a refusal that says that there is no such thing.
 * @throws an error for a web page, which says nothing of it: something in front of the
 * service may have answered.
 */
function isThere(run: Run, endpoint: About, answer: Answer): boolean {
  if (isSuccess(answer)) return true;
  if (isPage(answer)) throw errorFromContent(answer, subjectOf(run, endpoint));
  return false;
}

/** @throws a halt that names both when the answer is about another case, or another thing. */
function refuseOther(other: string | undefined, own: string, thing = 'case'): void {
  if (other === undefined || other === own) return;
  throw halt(
    `The service answered about ${thing} ${other} instead of ${thing} ${own}, so nothing is done with it. Check the ID of the ${thing}, and enter it exactly as the service shows it. If the {{step}} changes something, look at both in the service first.`,
  );
}

/** GET /api/applications/{application_id} */
export async function getCase(run: Run, application_id: string): Promise<Case> {
  const answer = await send(run, endpoints.getCase, { path: { application_id } });
  const found = caseOf(run, endpoints.getCase, answer);
  refuseOther(found.application_id, application_id);
  return found;
}

/** The case without the parties that are sent with it. */
const withoutParties = (body: NewCase): NewCase =>
  Object.fromEntries(
    Object.entries(body).filter(([key]) => key !== 'persons' && key !== 'businesses'),
  );

/** Whom a case is about; undefined for one that does not say it. */
function subjectIn({ business, business_id, person, person_id }: Application) {
  const isBusiness = Boolean(business ?? business_id);
  const isPerson = Boolean(person ?? person_id);
  if (isBusiness === isPerson) return undefined;
  return isBusiness ? 'business' : 'person';
}

/** Composed and decomposed letters are the same reference. */
const referenceIn = ({ external_reference }: NewCase) =>
  idText(external_reference)?.normalize('NFC');

/**
 * The case that a refusal names because it has the reference of this one; undefined for none.
 * @throws a halt where the case with the reference is about another subject.
 */
async function caseTaken(
  run: Run,
  answer: Answer,
  { business, external_reference }: NewCase,
): Promise<Case | undefined> {
  const subject = business ? 'business' : 'person';
  for (const id of casesNamedIn(answer, external_reference)) {
    const found = await caseNamed(run, id, [400, 404, 410, 422]);
    if (!found || referenceIn(found) !== referenceIn({ external_reference })) continue;
    if (subjectIn(found) === subject) return found;
    throw otherSubject(found, subject, external_reference);
  }
  return undefined;
}

const otherSubject = ({ application_id }: Case, subject: string, reference: unknown): Error =>
  halt(
    `External Reference: case ${application_id} has "${reference}" and is not shown to be about a ${subject}. Enter a reference of its own for this case, such as "${reference}-${subject === 'business' ? 'kyb' : 'kyc'}".`,
  );

const day = 24 * 3600 * 1000;

/** True for a case that was made long before it was answered, by the clock of the service. */
const isOld = ({ created_at }: Case, { headers }: Answer): boolean =>
  Date.parse(headers.get('date') ?? '') - Date.parse(String(created_at)) > day;

/** Statuses that may say that the reference of a new case belongs to another one. */
const mayBeTaken = [400, 409, 422];

/**
 * POST /api/applications. A case whose reference is taken is the one that the refusal names.
 * @returns the case, with the parties it has where the answer shows them. `isReplay`: the service
 * gave the answer of an earlier request of the same key.
 */
export async function postCase(
  run: Run,
  body: NewCase,
  identity = caseIdentity(body),
): Promise<{ thing: Case; existed: boolean; isReplay?: boolean }> {
  const endpoint = endpoints.createCase;
  let found: Case | undefined;
  const isTaken = (answer: Answer) => mayBeTaken.includes(answer.status) && saysTaken(answer);
  const answer = await send(run, endpoint, {
    body,
    identity,
    accept: [...mayBeTaken, 404],
    async isExplained(refusal) {
      if (!identity || !mayBeTaken.includes(refusal.status)) return false;
      found = await caseTaken(run, refusal, body);
      const isNamed = casesNamedIn(refusal, body.external_reference).length > 0;
      return found !== undefined || isNamed || isTaken(refusal);
    },
  });
  if (found) return { thing: { ...found, ...told([]) }, existed: true };
  if (isSuccess(answer)) return newCase(run, body, answer);
  const subject = subjectOf(run, endpoint);
  if (answer.status === 404) throw notOffered(answer, subject);
  throw identity && (answer.status === 409 || isTaken(answer))
    ? errorOfRefusal(errorFromConflict(answer, identity.conflict, subject), answer)
    : errorFromRefusal(answer, identity, subject);
}

/** The case that was made, or read again where the service gave an earlier answer. */
async function newCase(run: Run, body: NewCase, answer: Answer) {
  const created = caseOf(run, endpoints.createCase, answer);
  if (isReplay(answer)) {
    const found = await getCase(run, created.application_id);
    return { thing: { ...found, ...told([]) }, existed: true, isReplay: true };
  }
  const subject = body.business ? 'business' : 'person';
  const about = subjectIn(created);
  if (body.external_reference && about !== undefined && about !== subject) {
    throw otherSubject(created, subject, body.external_reference);
  }
  const own = withoutParties(body);
  const taken = takenOf(own, created, run.labels);
  // One spread of them all takes 40 times as long on Node 20.
  return { thing: Object.assign({}, own, created, taken), existed: isOld(created, answer) };
}

/**
 * POST /api/applications. A case with an external reference is made once: a repeat gets the case as
 * the service holds it now, or what `when` says.
 */
export async function createCase(
  run: Run,
  body: NewCase,
  when: WhenExists = 'use',
  identity = caseIdentity(body),
): Promise<Made<Case>> {
  if (!identity) return { ...(await postCase(run, body)), kept: false };
  const made = await makeOnce<Case, CaseNote>(run, identity, {
    make: (attempt) => postCase(run, body, attempt),
    note: ({ application_id }) => application_id,
    find: async (note) => {
      const found = await findCase(run, caseIdIn(note));
      return found && { ...found, ...told([]) };
    },
  });
  const next = made.existed && identityAfter(run, made.thing, body, identity, when);
  if (!next) return made;
  const last = await createCase(run, body, when, next);
  // The next step that asks for the reference gets the latest of its cases.
  await remember(run, caseIdentity(body)!.parts, last.thing.application_id);
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
  run: Run,
  application_id: string,
  body: CaseChange,
): Promise<Case> {
  const answer = await send(run, endpoints.updateCase, { path: { application_id }, body });
  const updated = await caseAfter(run, endpoints.updateCase, application_id, answer);
  return { ...updated, ...takenOf(body, updated, run.labels) };
}

/**
 * PUT /api/applications/{application_id}/submit. Reads the case where the answer does not carry
 * it. A case that is out of draft already is where it should be: an earlier answer was lost.
 */
export async function submitCase(run: Run, application_id: string): Promise<Case> {
  const endpoint = endpoints.submitCase;
  const answer = await send(run, endpoint, { path: { application_id }, accept: [409] });
  if (answer.status !== 409) {
    const submitted = await caseAfter(run, endpoint, application_id, answer);
    // After 202 the service may be at it.
    if (submitted.is_draft !== true || answer.status === 202) return submitted;
    throw failed(
      `The service took the request, but shows case ${application_id} as a draft still. Look at it in the service: something may be missing in it. {{A_replay}} of the {{run}} submits it again.`,
    );
  }
  const found = await findCase(run, application_id);
  if (found?.is_draft === false) return found;
  throw errorFromAnswer(answer, subjectOf(run, endpoint));
}

function caseAfter(run: Run, endpoint: About, application_id: string, answer: Answer) {
  const data = dataOf(run, endpoint, answer);
  const isCase = isRecord(data) && 'status_review' in data;
  if (isRecord(data)) {
    const other = isCase ? idIn(data, 'application_id') : idText(data.application_id);
    refuseOther(other, application_id);
  }
  return isCase ? withPortalLink(run, { ...data, application_id }) : getCase(run, application_id);
}

const partyEndpoints = {
  person: { endpoint: endpoints.addRelatedPerson, idKey: 'person_id' },
  business: { endpoint: endpoints.addRelatedBusiness, idKey: 'business_id' },
};

/** What makes a party of a case the same as an earlier one. */
export const partyIdentity = (
  application_id: string,
  { kind, body, position }: Party,
): Identity => ({
  parts: [partyEndpoints[kind].endpoint.path, application_id, body, position],
  conflict: `An earlier run may have added this related party: look for it in case ${application_id} before you repeat the {{step}}.`,
});

/** POST …/persons or …/businesses, as often as it is called. */
export async function postParty(
  run: Run,
  application_id: string,
  party: Party,
  identity = partyIdentity(application_id, party),
) {
  const { endpoint, idKey } = partyEndpoints[party.kind];
  const { body } = party;
  const answer = await send(run, endpoint, { path: { application_id }, body, identity });
  const data = dataOf(run, endpoint, answer, idKey);
  // Some answer with the case as it is now: its id is none of the party.
  const isCase = isRecord(data) && !data[idKey] && idText(data.id) === application_id;
  const added = isCase ? {} : identified<object>(run, endpoint, answer, idKey, true);
  refuseOther(idText((added as RelatedPerson).application_id), application_id);
  const thing = { ...body, ...added, ...takenOf(body, added, run.labels) };
  return { thing, existed: isReplay(answer) };
}

/** POST …/persons or …/businesses; a repeat of the step adds nothing. */
async function addParty<T extends Party['body']>(
  run: Run,
  application_id: string,
  party: Party & { body: T },
): Promise<T & Partial<Taken>> {
  const { idKey } = partyEndpoints[party.kind];
  const { thing } = await makeOnce<object, string>(run, partyIdentity(application_id, party), {
    make: (attempt) => postParty(run, application_id, party, attempt),
    note: (added) => idIn(added, idKey) ?? '',
    // The service may show no endpoint that reads a related party.
    find: async (id) => ({ ...party.body, ...(id && { [idKey]: id }), ...told([]) }),
  });
  return thing as T & Partial<Taken>;
}

/** POST /api/applications/{application_id}/persons */
export const addRelatedPerson = (run: Run, application_id: string, body: RelatedPerson) =>
  addParty(run, application_id, { kind: 'person', body, position: 0 });

/** POST /api/applications/{application_id}/businesses */
export const addRelatedBusiness = (run: Run, application_id: string, body: RelatedBusiness) =>
  addParty(run, application_id, { kind: 'business', body, position: 0 });

/** As many parts of a list are read. */
const mostParts = 5;

/**
 * A list of the service, on the wire's names: as many parts as the service says there are, up to
 * five and within the time of the step. Undefined where the service has no such list: 404, 405, or
 * a web page.
 * @param names under which the list may lie in an object.
 * @throws an error for an answer that holds no list.
 */
export async function readList(
  run: Run,
  endpoint: Omit<Endpoint, 'summary'>,
  path: Record<string, string>,
  names: string[],
): Promise<List | undefined> {
  const first = await send(run, endpoint, { path, accept: [404, 405] });
  if (!isSuccess(first) || isPage(first)) return undefined;
  const root = baseUrl(run);
  let part = listOf(run, endpoint, first, names);
  const { records } = part;
  for (let parts = 1; part.next !== undefined && parts < mostParts; parts++) {
    const next = URL.canParse(part.next, `${root}/`) ? new URL(part.next, `${root}/`).href : '';
    if (!next.startsWith(`${root}/`) || timeLeft(run) < 1000) break;
    const answer = await send(run, { ...endpoint, path: next.slice(root.length) });
    part = listOf(run, endpoint, answer, names, records.length);
    records.push(...part.records);
  }
  return { records, more: part.more };
}

/** The list in an answer. @throws an error where there is none. */
function listOf(run: Run, endpoint: About, answer: Answer, names: string[], before = 0): List {
  const list = listIn(
    run.dialect,
    parseJson(answer.content),
    names,
    answer.headers.get('link'),
    before,
  );
  if (!list) throw errorFromContent(answer, subjectOf(run, endpoint));
  return list;
}

/** GET …/persons or …/businesses; undefined where the service has no such list. */
export async function listParties(
  run: Run,
  application_id: string,
  kind: Party['kind'],
): Promise<List | undefined> {
  const endpoint =
    kind === 'person' ? endpoints.listRelatedPersons : endpoints.listRelatedBusinesses;
  const list = await readList(run, endpoint, { application_id }, [listKeys[kind]]);
  for (const entry of list?.records ?? [])
    refuseOther(idText(entry.application_id), application_id);
  return list && { ...list, records: fromWire(run.dialect, list.records, kind) as List['records'] };
}

/**
 * The related persons of a case: of its list, or where the service has none, as the case shows them.
 * None for a case the service does not know. `more`: the service has more than are shown.
 * @throws a halt where neither shows any: that is not the same as none.
 */
export async function findRelatedPersons(
  run: Run,
  application_id: string,
): Promise<{ persons: RelatedPerson[]; more: boolean }> {
  const list = await listParties(run, application_id, 'person');
  const found = list ? undefined : await findCase(run, application_id);
  const records = list?.records ?? (found ? found.persons : []);
  if (!Array.isArray(records) || !records.every(isRecord)) {
    throw halt(
      `The service does not show the related persons of case ${application_id}, so it is not known whether there are any. Look at the case in the service.`,
    );
  }
  return {
    persons: records.map((person) => ({ ...person, person_id: idIn(person, 'person_id') })),
    more: list?.more ?? false,
  };
}

/** The error for a path that is not there: 404 is said of an unknown case as well. */
const notOffered = (answer: Answer, subject: Subject): Error =>
  errorFromAnswer({ ...answer, status: 405 }, subject);

/** POST …/enrich: officers and owners from the registry arrive in the case some seconds later. */
export async function enrichCase(run: Run, application_id: string): Promise<void> {
  const body = { force_fetch_official_data: true };
  const endpoint = endpoints.enrichCase;
  const answer = await send(run, endpoint, { path: { application_id }, body, accept: [404] });
  if (isSuccess(answer)) {
    const data = dataOf(run, endpoint, answer);
    return refuseOther(isRecord(data) ? idText(data.application_id) : undefined, application_id);
  }
  const found = await findCase(run, application_id).catch(() => undefined);
  const subject = subjectOf(run, endpoint);
  throw found ? notOffered(answer, subject) : errorFromAnswer(answer, subject);
}

/** An uploaded file: its id at the service, and what tells it from others. */
interface Uploaded {
  file_id: string;
  name: string;
  /** Of its content. */
  digest: string;
}

/** POST /api/files: streams the file through in constant memory. */
async function uploadFile(run: Run, file: File): Promise<Uploaded> {
  const form = formOf(run, file);
  const sent = send(run, endpoints.uploadFile, { form });
  const answer = await sent.finally(() => file.close());
  // Of some files the length is known only now; nothing is attached yet.
  if (!form.bytes()) throw halt('File is empty.');
  const { file_id } = identified<{ file_id: string }>(run, endpoints.uploadFile, answer, 'file_id');
  return { file_id, name: file.name, digest: form.digest() };
}

/** What a document is and belongs to, without its files. */
export type DocumentTarget = Omit<NewDocument, 'file_id' | 'document_files'>;

/** What a document may belong to. */
const targets = { application_id: 'case', person_id: 'person', business_id: 'business' };

type DocumentForm = Dialect['documents'];

/** The error for a back that has no place in the service's form of a document. */
export const oneFileOnly = (): Error =>
  halt(
    'Back File: the service takes one file per document. Empty it, and send the back by {{upload_document}} in a {{step}} of its own.',
  );

/**
 * The body in the form the service takes: `file_id` and `type`, `document_files` and `name`, or both.
 * A document without a name goes by its file's, or by its type where that has no field of its own.
 */
function documentBody(
  [front, back]: [front: Uploaded, back?: Uploaded],
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

/** The form with a name alone has no place for the type beside it. */
const hasNoType = (target: DocumentTarget, form: DocumentForm) =>
  form === 'files' && target.name !== undefined;
const typeLeftOut = (target: DocumentTarget, form: DocumentForm, labels: Labels) =>
  hasNoType(target, form) ? [labels.type ?? 'Document Type'] : [];
/** What is sent of a document. */
const sentOf = (target: DocumentTarget, form: DocumentForm): DocumentTarget =>
  hasNoType(target, form) ? { ...target, type: undefined } : target;

const oneFormOnly =
  'Where the service takes documents in one form only, whoever manages this integration can set documents in its dialect to flat or files.';

/**
 * POST /api/documents, as often as it is called. A service that refuses the keys of one form as
 * unknown (422) gets the document in the other, where that has a place for all of its files.
 */
async function postDocument(
  run: Run,
  sides: [front: Uploaded, back?: Uploaded],
  target: DocumentTarget,
  identity: Identity,
  form: DocumentForm = run.dialect.documents,
): Promise<{ thing: Document & Taken; existed: boolean }> {
  const endpoint = endpoints.attachDocument;
  const body = documentBody(sides, target, form);
  const accept = form === 'both' ? [400, 422] : [];
  const answer = await send(run, endpoint, { body, identity, accept });
  if (!isSuccess(answer)) {
    const left = answer.status === 422 ? documentFormLeft(answer) : undefined;
    if (!left) {
      const error = errorFromRefusal(answer, identity, subjectOf(run, endpoint));
      throw errorOfRefusal(withText(error, oneFormOnly), answer);
    }
    if (left === 'flat' && sides[1]) throw oneFileOnly();
    const again = { ...identity, parts: [...identity.parts, left] };
    return postDocument(run, sides, target, again, left);
  }
  const attached = identified<Document>(run, endpoint, answer, 'document_id', true);
  for (const [key, noun] of Object.entries(targets)) {
    const own = idText(target[key]);
    if (own !== undefined) refuseOther(idText(attached[key]), own, noun);
  }
  // Files in one form or the other: the service need not show both.
  const missing = notTaken(body, attached, run.labels, ['file_id', 'document_files']);
  const taken = told([...missing, ...typeLeftOut(target, form, run.labels)]);
  const thing = { file_id: sides[0].file_id, ...sentOf(target, form), ...attached, ...taken };
  return { thing, existed: isReplay(answer) };
}

/** What is remembered of a document: its id, and what tells its files from others. */
interface DocumentNote {
  id: string;
  digest: string;
}

/**
 * POST /api/files, then POST /api/documents. The same files are attached to the same thing once:
 * the document is claimed by its target and the names of its files while they are sent, and is the
 * same where their content is.
 * @param files the front, and the back where there is one.
 */
export async function uploadDocument(
  run: Run,
  files: File[],
  target: DocumentTarget,
): Promise<Document & Partial<Taken>> {
  const identity: Identity = {
    parts: ['document', target, ...files.map(({ name }) => name)],
    conflict:
      'An earlier run may have attached this file: look for the document in the service before you repeat the {{step}}.',
  };
  const [claim, uploads] = await Promise.allSettled([
    hold<DocumentNote>(run, identity),
    settleAll(files.map((file) => uploadFile(run, file))),
  ]);
  if (claim.status === 'rejected') throw claim.reason;
  const held = claim.value;
  const isOwn = held.known === undefined;
  if (uploads.status === 'rejected') {
    if (isOwn) await held.end();
    throw uploads.reason;
  }
  const [front, back] = uploads.value as [Uploaded, Uploaded?];
  const digest = uploads.value.map((file) => file.digest).join(' ');
  const existing = ({ id }: DocumentNote) => ({
    file_id: front.file_id,
    ...sentOf(target, run.dialect.documents),
    ...(id && { document_id: id }),
    ...told(typeLeftOut(target, run.dialect.documents, run.labels)),
  });
  const note = (attached: Document) => ({ id: idIn(attached, 'document_id') ?? '', digest });
  const make = (attempt: Identity) => postDocument(run, [front, back], target, attempt);
  const withDigest = ({ parts, ...rest }: Identity) => ({ ...rest, parts: [...parts, digest] });
  if (held.known?.digest === digest) return existing(held.known);
  if (!isOwn) {
    // Other content under the same names: a document of its own.
    const find = async (earlier: DocumentNote) => existing(earlier);
    const other = withDigest(identity);
    return (
      await makeOnce<Document & Partial<Taken>, DocumentNote>(run, other, { make, note, find })
    ).thing;
  }
  try {
    const { thing } = await make(withDigest(held.identity));
    await promptly(run, [{ identity: identity.parts, value: note(thing) }]);
    return thing;
  } catch (error) {
    await held.fail(error);
    throw error;
  }
}

/** Companies of a registry, and whether the service has more of them. */
interface Companies {
  companies: Company[];
  more: boolean;
}

/** GET /api/companies/{country}/search: candidates, never a guess; none is an empty list. */
export async function searchCompanies(run: Run, country: string, q: string): Promise<Companies> {
  const endpoint = endpoints.searchCompanies;
  const query = `?${new URLSearchParams({ q })}`;
  const answer = await send(run, endpoint, { path: { country }, query, accept: [404, 410] });
  if (!isThere(run, endpoint, answer)) return { companies: [], more: false };
  const { records, more } = listOf(run, endpoint, answer, ['companies']);
  return { companies: fromWire(run.dialect, records, 'business') as Company[], more };
}

/** GET /api/companies/{country}/{registration_number}; none where the registry has none. */
export async function findCompany(
  run: Run,
  country: string,
  registration_number: string,
): Promise<Company[]> {
  const endpoint = endpoints.getCompany;
  const path = { country, registration_number };
  const answer = await send(run, endpoint, { path, accept: [404, 410] });
  if (!isThere(run, endpoint, answer) || parseJson(answer.content) === null) return [];
  const list = listIn(run.dialect, parseJson(answer.content), ['companies']);
  if (list) return fromWire(run.dialect, list.records, 'business') as Company[];
  const company = dataOf(run, endpoint, answer, 'registration_number') as Company;
  const isCompany = ['organization_name', 'name', 'registration_number'].some(
    (name) => company[name],
  );
  if (!isCompany && Object.keys(company).length) {
    throw errorFromContent(answer, subjectOf(run, endpoint));
  }
  if (company.registration_number) refuseOtherNumber(registration_number, company);
  return isCompany ? [company] : [];
}

/** A number in a registry without what differs from writer to writer: signs and zeros in front. */
const bareNumber = (number: unknown) =>
  String(number)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '');

/** @throws a halt for a company with another number, unless one holds the other. */
function refuseOtherNumber(wanted: string, { registration_number: number }: Company): void {
  const [one, other] = [bareNumber(wanted), bareNumber(number)];
  if (one.includes(other) || other.includes(one)) return;
  throw halt(
    `Registration Number: the service answered with company ${String(number)} instead of ${wanted}, so nothing is done with it. Check the number and the country, or look the company up by its name with {{search_companies}}.`,
  );
}

/** True for a word that can only be a decision. */
const isDecision = ({ dialect }: Run, word: unknown): boolean =>
  typeof word === 'string' && dialect.decision_statuses.includes(word);

/** Answers of a path that is none of the API: nothing was recorded there. */
const elsewhere = [301, 307, 308, 404, 405];
/** A browser would go on with a GET: what was sent may have been processed. */
const processed = [302, 303];
/** A web application beside the API may refuse with a page of its own. */
const maybePage = [400, 401, 403];

/**
 * POST /applications/{id}/decisions. Where that path lies outside /api and is none of the API, once
 * more below /api. Any 2xx but a web page says that the decision was recorded.
 * @throws a halt for a redirect after which the decision may have been recorded.
 */
export async function recordDecision(
  run: Run,
  application_id: string,
  decision: NewDecision,
): Promise<Decision & Taken> {
  const { status, text, ...rest } = decision;
  const { body: schema, ...endpoint } = endpoints.recordDecision;
  check(schema, decision, run.labels);
  const { decisions, decision_status_key, decision_text_key } = run.dialect;
  const own = { [decision_status_key]: 'Decision', ...(text && { [decision_text_key]: 'Reason' }) };
  if (text && decision_status_key === decision_text_key) {
    throw halt(
      `Decision and Reason have the same name "${decision_text_key}" in the dialect, so one would be lost. Whoever manages this integration can set decision_status_key and decision_text_key to two names.`,
    );
  }
  const stray = Object.keys(rest).find((name) => Object.hasOwn(own, name));
  if (stray !== undefined) throw filledTwice(stray, own[stray]!);
  const body = {
    ...rest,
    [decision_status_key]: status,
    ...(text && { [decision_text_key]: text }),
  };
  const accept = [...elsewhere, ...processed, ...maybePage];
  const post = (path: string) =>
    send(run, { ...endpoint, path }, { path: { application_id }, body, accept });

  let answer = await post(decisions);
  const isElsewhere = elsewhere.includes(answer.status) || isPage(answer);
  if (isElsewhere && !processed.includes(answer.status) && !decisions.startsWith('/api/')) {
    // 404 may mean "no such path" as well as "no such case"; the second path tells them apart.
    answer = await post(`/api${decisions}`);
  }
  if (processed.includes(answer.status)) {
    throw halt(
      `The service redirected the decision, so it may have been recorded. Look at case ${application_id} in the service before you record it again. Whoever manages this integration can set decisions in its dialect to the path of decisions.`,
    );
  }
  const subject = subjectOf(run, endpoint);
  if (!isSuccess(answer)) throw errorFromAnswer(answer, subject);
  if (isPage(answer)) throw errorFromContent(answer, subject);
  const content = parseJson(answer.content);
  if (saysFailed(content)) throw errorFromFailure(answer, subject);
  const recorded = thingIn(run.dialect, content);
  const shown = isRecord(recorded) ? recorded : {};
  refuseOther(idText(shown.application_id), application_id);
  const missing = notTaken(body, shown, run.labels);
  const isOther =
    isDecision(run, shown[decision_status_key]) && shown[decision_status_key] !== status;
  const taken = told([...missing, ...(isOther ? ['Decision'] : [])]);
  return { application_id, status, text, ...shown, ...taken };
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
 * @throws a halt when the path would leave it.
 */
export async function callApi(run: Run, call: RawCall): Promise<Answer> {
  const { method, path, body } = call;
  if (/[\\\s]|(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path.split('?')[0]!)) {
    throw halt('Path must not hold blanks, backslashes, or "." and ".." as steps. Write it out.');
  }
  const root = baseUrl(run);
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
    run,
    { method, path: `${url.origin}${url.pathname}`.slice(root.length), about: 'address' },
    { body, query: query && `?${query}` },
  );
}

/** The path of webhooks, with more behind it; a dialect without one registers none. */
const webhooks = (run: Run, method: 'POST' | 'GET' | 'DELETE', more = '') => ({
  method,
  path: `${run.dialect.webhooks ?? '/api/webhooks'}${more}`,
  about: 'webhook registration',
});

/**
 * POST to the dialect's path of webhooks: registers `url` for the events.
 * @returns undefined when the service offers no registration.
 */
export async function registerWebhook(
  run: Run,
  url: string,
  events: string[],
): Promise<Webhook | undefined> {
  const endpoint = webhooks(run, 'POST');
  const answer = await send(run, endpoint, { body: { url, events }, accept: [404, 405, 409] });
  if (answer.status === 409) {
    // Registered before, by a run whose answer was lost: it is taken over where its id is told.
    // A plain `id` may be that of the error, unless the address stands beside it.
    const thing = thingIn(run.dialect, parseJson(answer.content), 'webhook_id');
    const known = isRecord(thing) ? thing : {};
    const id = idText(known.webhook_id) ?? (known.url === url ? idText(known.id) : undefined);
    if (id !== undefined) return { id };
    throw halt(
      'The service has a webhook for this event and address already, and does not say which. Remove it in the webhook settings of the service, then switch the {{flow}} on again.',
    );
  }
  if (!isSuccess(answer)) return undefined;
  type Registered = Webhook & { webhook_id: string };
  const made = identified<Registered>(run, endpoint, answer, 'webhook_id');
  return { ...made, id: made.webhook_id };
}

/**
 * The ids of the registrations of an address, whatever their events; undefined where the service
 * does not list its registrations.
 */
export async function webhooksAt(run: Run, url: string): Promise<string[] | undefined> {
  const list = await readList(run, webhooks(run, 'GET'), {}, ['webhooks']);
  return list?.records
    .filter((one) => one.url === url)
    .map((one) => idText(one.webhook_id) ?? idText(one.id))
    .filter((id) => id !== undefined);
}

/** DELETE of a registration; one that is already gone is no error. */
export async function removeWebhook(run: Run, id: string): Promise<void> {
  await send(run, webhooks(run, 'DELETE', '/{id}'), { path: { id }, accept: [404, 405, 410] });
}
