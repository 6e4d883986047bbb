/** Portals: the page for one case, its saved inputs, submission and reopening. */
import { randomBytes } from 'node:crypto';

import { keyOf, person } from '../../../service/catalogue.ts';
import {
  clientName,
  events,
  type NewPortal,
  type RelatedBusiness,
  type RelatedPerson,
} from '../../../service/contract.ts';
import type { Account, AccountSettings, CustomField } from './account.ts';
import { formPart, wirePart } from './addresses.ts';
import type { Case, Cases, Kind } from './cases.ts';
import type { Clock } from './clock.ts';
import { addressOf } from './contact.ts';
import { requestedFields, customFromForm, customToForm, isCustom } from './custom-fields.ts';
import type { Outbox } from './deliveries.ts';
import { bind } from './bind.ts';
import type { Parties } from './parties.ts';
import {
  addRequest,
  answerRequests,
  combinedRequest,
  openRequestsOf,
  type InformationRequest,
} from './requests.ts';
import { readStep, type CasePortal } from './portal-steps.ts';
import { existing, fieldProblem, Problem } from './problem.ts';
import { refusal } from './states.ts';
import { newId, type Row, type Store } from './store.ts';
import type { Workflow } from './workflow.ts';

export interface PartyDraft {
  /** ID in this portal. Submission replaces it with the service's. */
  id: string;
  kind: Kind;
  data: RelatedPerson | RelatedBusiness;
  /** The person or business of the case that this entry corrects. */
  corrects?: string;
}
export interface DocumentDraft {
  file_id: string;
  type: string;
  name: string;
  size: number;
  content_type?: string;
  /** Its owner: a related party, or an entry in this portal. The default is the client. */
  of?: string;
  expected_document_id?: string;
  side?: 'front' | 'back';
  /** Time of the upload. */
  at?: string;
}
/** The values of a form, by the names of its fields. */
export type Filled = Record<string, string>;
/** The submitted data, which the client can read afterwards. */
export interface Receipt {
  profile: Filled;
  parties: PartyDraft['data'][];
  documents: (Pick<DocumentDraft, 'type' | 'name' | 'size'> & { whose?: string })[];
}
/** The client's inputs so far. */
export interface Progress {
  subject?: Kind;
  /** The form's values with custom fields, only those that the client changed. */
  profile: Filled;
  parties: PartyDraft[];
  documents: DocumentDraft[];
  /** A party that was not saved yet. `id` is the entry that it changes. */
  unfinished?: { kind: Kind; id?: string; values: Record<string, string | string[]> };
  /** The language of the last visit. */
  lang?: string;
  /** The client's last page, as the query of its address. */
  at?: string;
  /** The sections that the client opened. */
  opened?: string[];
  submitted_at?: string;
  receipt?: Receipt;
  /** Token of the portal that replaced this expired one. */
  successor?: string;
}
export interface PortalRow {
  /** The case's current values, below the client's changes. */
  caseValues: Filled;
  /** The custom fields that the portal asks for. */
  asks: CustomField[];
  /** The settings of the account. */
  settings: AccountSettings;
  portal_id: string;
  token: string;
  account: string;
  application_id: string | null;
  redirect_url: string | null;
  custom_fields: Record<string, unknown>;
  state: 'open' | 'submitted' | 'closed';
  progress: Progress;
  request: InformationRequest | null;
  expires_at: string;
}

/** Days until an open portal expires. */
const openDays = 30;
/** An empty portal. It keeps the kind and language of the client. */
const empty = ({ subject, lang }: Partial<Progress> = {}): Progress => ({
  ...(subject && { subject }),
  ...(lang && { lang }),
  profile: {},
  parties: [],
  documents: [],
});

/** Name in a form -> name on the wire. */
export const wireNames = new Map<string, string>(
  Object.entries(person).map(([name, row]) => [keyOf(name, row), name]),
);
/** Wire names of lists. */
const lists = new Set(
  Object.entries(person).flatMap(([name, row]) =>
    'kind' in row && row.kind === 'countries' ? [name] : [],
  ),
);
const formNames = new Map([...wireNames].map(([key, name]) => [name, key]));

/** The form field of a profile value, by its path. */
export const formName = ([first, ...rest]: readonly PropertyKey[]): string => {
  const name = formNames.get(String(first)) ?? String(first);
  return [name, ...rest.filter((part) => typeof part === 'string').map(formPart)].join('_');
};

/**
 * Flat form values -> the service's profile: `address_street` becomes `address.street`. An emptied
 * field is left out, or null with `empties`.
 */
export function toProfile(values: Filled, empties = false) {
  const profile: Record<string, unknown> = {};
  const address: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    if (isCustom(key) || (!value && !empties)) continue;
    if (key.startsWith('address_')) address[wirePart(key.slice('address_'.length))] = value || null;
    else {
      const name = wireNames.get(key) ?? key;
      profile[name] = value && lists.has(name) ? [value] : value || null;
    }
  }
  return { ...profile, ...(Object.keys(address).length && { address }) };
}

/** The service's profile -> flat form values. */
export function toForm(profile?: Record<string, unknown> | null): Filled {
  const { address, ...rest } = profile ?? {};
  return Object.fromEntries(
    [
      ...Object.entries(rest),
      ...Object.entries((address ?? {}) as object).map(([part, value]) => [
        `address_${formPart(part)}`,
        value,
      ]),
    ].flatMap(([key, found]) => {
      const value: unknown = Array.isArray(found) ? found[0] : found;
      return typeof value === 'string' ? [[formName([key]), value]] : [];
    }),
  );
}

/** The context of these functions. */
interface Context {
  store: Store;
  clock: Clock;
  cases: Cases;
  parties: Parties;
  account: Account;
  workflow: Workflow;
  outbox: Outbox;
}

const expiry = (clock: Clock) => new Date(clock.now() + openDays * 24 * 3600_000).toISOString();

/** A row of the table with the case's current values. */
function parsed({ cases, account }: Context, row: Row): PortalRow {
  const progress = JSON.parse(String(row.progress)) as Progress;
  const found = row.application_id
    ? cases.find(String(row.account), String(row.application_id))
    : undefined;
  const settings = account.read(String(row.account));
  const request: PortalRow['request'] = row.request ? JSON.parse(String(row.request)) : null;
  // A receipt shows optional fields that were asked for earlier.
  const answered = Object.keys(progress.receipt?.profile ?? {});
  const asks = requestedFields(settings.custom_fields, request?.fields ?? answered);
  const custom_fields = JSON.parse(String(row.custom_fields)) as PortalRow['custom_fields'];
  const caseValues = {
    ...toForm(found?.person ?? found?.business),
    ...customToForm(asks, found?.custom_fields ?? custom_fields),
  };
  return {
    ...row,
    caseValues,
    asks,
    settings,
    custom_fields,
    progress: { ...progress, profile: { ...caseValues, ...progress.profile } },
    request,
  } as unknown as PortalRow;
}

/** The form's differences from the case. The CRM may correct all other fields meanwhile. */
const changed = ({ caseValues, progress }: PortalRow): Filled =>
  Object.fromEntries(
    Object.entries(progress.profile).filter(([key, value]) => value !== (caseValues[key] ?? '')),
  );

function find(context: Context, token: string): PortalRow | undefined {
  const row = context.store.get`select * from portals where token = ${token}`;
  return row && parsed(context, row);
}

/** @throws Problem 404 for an unknown link. */
const existingPortal = (context: Context, token: string): PortalRow =>
  existing(find(context, token), 'There is no such portal.');

const save = ({ store }: Context, portal: PortalRow) =>
  store.run`update portals set application_id = ${portal.application_id},
    redirect_url = ${portal.redirect_url}, state = ${portal.state},
    progress = ${JSON.stringify({ ...portal.progress, profile: changed(portal) })},
    request = ${portal.request ? JSON.stringify(portal.request) : null},
    expires_at = ${portal.expires_at} where token = ${portal.token}`;

/** Makes a portal for a case, or for an unknown client without one. */
function make(context: Context, account: string, body: NewPortal, who: string) {
  const { application_id = null, default_custom_fields: custom_fields } = body;
  const redirect_url = body.redirect_url ?? context.account.read(account).portal.redirect_url;
  return context.store.atomic(() => {
    const progress = empty();
    if (application_id) {
      const found = context.cases.find(account, application_id);
      progress.subject = found.person ? 'person' : 'business';
      if (custom_fields) context.cases.update(account, application_id, { custom_fields }, who);
      context.cases.note(application_id, who, { kind: 'portal_created' });
    }
    const made = { portal_id: newId('ptl'), token: randomBytes(24).toString('base64url') };
    context.store.insert('portals', {
      ...made,
      account,
      application_id,
      redirect_url,
      custom_fields: JSON.stringify(custom_fields ?? {}),
      state: 'open',
      progress: JSON.stringify(progress),
      expires_at: expiry(context.clock),
    });
    return made;
  });
}

/** Makes a portal and returns the API's answer. */
function create(context: Context, account: string, body: NewPortal, who: string) {
  const { portal_id, token } = make(context, account, body, who);
  const { application_id = null } = body;
  return { id: portal_id, portal_id, application_id, link: context.outbox.portalUrl(token) };
}

const isExpired = ({ clock }: Context, { state, expires_at }: PortalRow) =>
  state === 'open' && expires_at < clock.iso();

/** Writes the inputs into the case. @returns the case's ID. */
function takeOver({ cases, parties, workflow }: Context, portal: PortalRow, subject: Kind): string {
  const { account, progress, asks, settings } = portal;
  const answers = customFromForm(asks, changed(portal), settings.country_codes);
  const custom_fields = { ...portal.custom_fields, ...answers };
  const application_id =
    portal.application_id ??
    workflow.create(
      account,
      { [subject]: toProfile(progress.profile), is_draft: true, custom_fields },
      'Client',
    ).application_id;
  const profile = toProfile(changed(portal), true);
  const change = {
    ...(Object.keys(profile).length && { [subject]: profile }),
    ...(Object.keys(answers).length && { custom_fields: answers }),
  };
  if (portal.application_id && Object.keys(change).length) {
    cases.update(account, application_id, change, 'Client');
  }
  /** Entry of the portal -> its party in the case. */
  const ids = new Map<string, string>();
  // A client who first chose "business" may have added parties.
  for (const { id, kind, data, corrects } of subject === 'business' ? progress.parties : []) {
    const party = corrects
      ? parties.change(account, application_id, corrects, data, 'Client')
      : parties.add(account, application_id, kind, data, 'Client');
    ids.set(id, String(party.id));
  }
  for (const { of, expected_document_id, ...draft } of progress.documents) {
    const target = targetOf(parties, application_id, of && (ids.get(of) ?? of));
    const document = { ...filesOf(draft), expected_document_id, ...target };
    workflow.attachDocument(account, document, 'Client');
  }
  return application_id;
}

/** The files of a draft. An identity card may have one side only. */
const filesOf = ({ file_id, type, side }: Pick<DocumentDraft, 'file_id' | 'type' | 'side'>) =>
  side ? { type, document_files: [{ file_id, side }] } : { type, file_id };

/** The submitted data: everything that was confirmed, or only the requested parts. */
function receiptOf(context: Context, portal: PortalRow, application_id: string): Receipt {
  const { request, progress, account } = portal;
  const { persons, businesses, documents } = context.workflow.show(account, application_id);
  const parties = [...persons, ...businesses];
  const fields = Object.entries(progress.profile);
  const uploads = new Set(progress.documents.map(({ file_id }) => file_id));
  const listed = documents.filter(({ file_id }) => !request || uploads.has(file_id));
  return {
    profile: Object.fromEntries(
      fields.filter(([name]) => !request || request.fields.includes(name)),
    ),
    parties: request ? [] : parties,
    documents: listed.map(({ type, name, size, ...document }) => {
      const owner = parties.find(({ id }) => id === (document.person_id ?? document.business_id));
      const whose = owner && clientName({ [owner.business_id ? 'business' : 'person']: owner });
      return { type, name, size, ...(whose && { whose }) };
    }),
  };
}

/** The owner of a document: an existing party, else the case. */
function targetOf(parties: Parties, application_id: string, party?: string) {
  for (const kind of ['person', 'business'] as const) {
    const isThere = parties.list(application_id, kind).some(({ id }) => id === party);
    if (party && isThere) return { [`${kind}_id`]: party };
  }
  return { application_id };
}

/** Writes all inputs into the case and moves it into the workflow. */
function submit(context: Context, token: string): PortalRow {
  return context.store.atomic(() => {
    const portal = existingPortal(context, token);
    if (portal.state !== 'open') throw new Problem(409, 'This portal has been submitted.');
    const subject = portal.progress.subject ?? 'business';
    const application_id = takeOver(context, portal, subject);
    const submitted: PortalRow = {
      ...portal,
      application_id,
      state: 'submitted',
      request: null,
      progress: {
        ...empty({ ...portal.progress, subject }),
        submitted_at: context.clock.iso(),
        receipt: receiptOf(context, portal, application_id),
      },
    };
    save(context, submitted);
    if (portal.request) {
      answerRequests(context.store, context.clock, application_id);
      context.cases.note(application_id, 'Client', { kind: 'request_answered' });
    }
    context.workflow.submitFromPortal(portal.account, application_id, portal.request !== null);
    if (portal.request?.identity) {
      context.workflow.emit(portal.account, 'identity_verification.updated', application_id);
    }
    return submitted;
  });
}

/** The valid portal that replaced an expired one. */
function successorOf(context: Context, { progress }: PortalRow): PortalRow | undefined {
  const next = progress.successor ? find(context, progress.successor) : undefined;
  return next?.state === 'open' && !isExpired(context, next) ? next : undefined;
}

/** Replaces an expired portal, with the same case and inputs. */
function succeed(context: Context, portal: PortalRow): PortalRow {
  const { account, application_id, redirect_url, custom_fields, progress, request } = portal;
  const body = { application_id, redirect_url, default_custom_fields: custom_fields };
  const { token } = make(context, account, body, 'Client');
  save(context, { ...existingPortal(context, token), progress, request });
  save(context, { ...portal, progress: { ...progress, successor: token } });
  return existingPortal(context, token);
}

/**
 * A new link for an expired one. A second request returns the same link while it is valid.
 * @returns the link, and the client's address if known.
 */
function renew(context: Context, token: string): { token: string; link: string; email?: string } {
  return context.store.atomic(() => {
    const portal = existingPortal(context, token);
    const next = successorOf(context, portal) ?? succeed(context, portal);
    const { account, application_id, custom_fields, progress } = next;
    const found = application_id
      ? context.workflow.show(account, application_id)
      : { custom_fields };
    return {
      token: next.token,
      link: context.outbox.portalUrl(next.token),
      email: addressOf(found, progress.profile),
    };
  });
}

/** Opens a portal for a request. The client's inputs stay. */
function open(
  context: Context,
  portal: PortalRow,
  found: Case,
  request: PortalRow['request'],
): void {
  const subject: Kind = found.person ? 'person' : 'business';
  const progress =
    portal.state === 'open' ? portal.progress : empty({ ...portal.progress, subject });
  save(context, { ...portal, state: 'open', expires_at: expiry(context.clock), request, progress });
}

/**
 * Reopens the case's portal for a request, in addition to open requests. Emits collect.opened with
 * the link.
 * @returns the request and the link.
 */
function requestInformation(
  context: Context,
  account: string,
  id: string,
  ask: InformationRequest,
  who = 'Reviewer',
) {
  return context.store.atomic(() => {
    const found = context.cases.find(account, id);
    const request = addRequest(context.store, context.clock, id, ask, who);
    const { token } =
      portalOfCase(context, id) ?? make(context, account, { application_id: id }, who);
    open(context, existingPortal(context, token), found, combinedRequest(context.store, id));
    context.cases.note(id, who, { kind: 'information_requested', text: request.reason });
    const link = context.outbox.portalUrl(token);
    context.workflow.setExecution(account, id, 'waiting_for_user_input');
    context.workflow.emit(account, events.collect_opened, id, {
      portals: { link },
      request: { ...request },
    });
    return { request, link };
  });
}

/** The newest portal of a case. */
const portalOfCase = ({ store }: Context, application_id: string): { token: string } | undefined =>
  store.get<{ token: string }>`select token from portals
    where application_id = ${application_id} order by rowid desc`;

/** The language in which the client last read the portal. */
const languageOf = ({ store }: Context, application_id: string): string | undefined =>
  store.get<{ lang: string }>`select json_extract(progress, '$.lang') as lang from portals
    where application_id = ${application_id} and lang is not null order by rowid desc`?.lang;

/** The request for these steps; null for all steps. */
function requestOf(
  context: Context,
  account: string,
  input: CasePortal,
): InformationRequest | null {
  const steps = (input.configuration?.steps ?? []).map(readStep);
  if (!steps.length) return null;
  const expected = steps.flatMap(({ kind, documents }) => (kind === 'documents' ? documents : []));
  for (const id of expected) {
    if (!context.account.expectedDocument(account, id)) {
      throw fieldProblem('configuration', `${id} is not an expected document`);
    }
  }
  const identity = steps.some(({ kind }) => kind === 'identity-verification');
  return { reason: '', fields: [], documents: identity ? ['ID'] : [], expected, identity };
}

/**
 * The portal of a case for these steps, or for all. Reopens an existing portal with its link. Open
 * requests of a reviewer stay.
 * @throws Problem 404, 422.
 */
function openForCase(context: Context, account: string, application_id: string, input: CasePortal) {
  const { configuration, ...body } = input;
  return context.store.atomic(() => {
    const found = context.cases.find(account, application_id);
    const requested = requestOf(context, account, input);
    const isAsked = openRequestsOf(context.store, application_id).length > 0;
    const request = isAsked ? combinedRequest(context.store, application_id) : requested;
    const current = portalOfCase(context, application_id);
    const { token } = current ?? make(context, account, { ...body, application_id }, 'API');
    const { default_custom_fields: custom_fields } = body;
    if (current && custom_fields)
      context.cases.update(account, application_id, { custom_fields }, 'API');
    const portal = existingPortal(context, token);
    const redirect_url = configuration?.redirect_url ?? body.redirect_url ?? portal.redirect_url;
    open(context, { ...portal, redirect_url }, found, request);
    // A submission to a decided case without a request changes nothing.
    if (request || !refusal(found, 'submitPortal')) {
      context.workflow.setExecution(account, application_id, 'waiting_for_user_input');
    }
    const link = context.outbox.portalUrl(token);
    if (current && portal.state !== 'open') {
      context.cases.note(application_id, 'API', { kind: 'portal_reopened' });
      context.workflow.emit(account, events.collect_opened, application_id, { portals: { link } });
    }
    const { portal_id } = portal;
    const { email, theme } = body;
    return {
      id: portal_id,
      portal_id,
      application_id,
      link,
      configuration: configuration ?? null,
      redirect_url,
      ...(email && { email }),
      ...(theme && { theme }),
    };
  });
}

/** Expires the portals of a case now. */
const expire = ({ store }: Context, application_id: string) =>
  store.run`update portals set expires_at = ${new Date(0).toISOString()}
    where application_id = ${application_id}`;

/**
 * Closes the portals of a case. Their links then show a friendly page. An open portal emits
 * collect.closed.
 * @returns the number of closed portals.
 * @throws Problem 404.
 */
function close(context: Context, application_id: string): number {
  const account = context.cases.accountOf(application_id);
  return context.store.atomic(() => {
    const wasOpen = context.store.get`select 1 from portals
      where application_id = ${application_id} and state = 'open' limit 1`;
    const closed = context.store.run`update portals set state = 'closed'
      where application_id = ${application_id} and state <> 'closed'`;
    if (wasOpen) {
      context.cases.note(application_id, 'Reviewer', { kind: 'portal_closed' });
      context.workflow.emit(account, 'collect.closed', application_id);
    }
    return closed;
  });
}

export const openPortals = (store: Store, around: Omit<Context, 'store'>) =>
  bind({ store, ...around } as Context, {
    find,
    save,
    create,
    isExpired,
    submit,
    renew,
    requestInformation,
    languageOf,
    openForCase,
    expire,
    close,
  });
