/** Portals: the page for one case, its saved inputs, submission and reopening. */
import { randomBytes } from 'node:crypto';

import { events, type NewPortal } from '../../../service/contract.ts';
import type { Account, AccountSettings, CustomField } from './account.ts';
import type { Case, Cases, Kind } from './cases.ts';
import type { Clock } from './clock.ts';
import { addressOf } from './contact.ts';
import { requestedFields, customFromForm, customToForm } from './custom-fields.ts';
import { toBody, toForm, type Filled } from './form-values.ts';
import type { Actor } from './history.ts';
import type { Outbox } from './deliveries.ts';
import type { Parties } from './parties.ts';
import { addRequest, combinedRequest, endRequests, type InformationRequest } from './requests.ts';
import type { CasePortal } from './portal-steps.ts';
import { existing, fieldProblem, Problem } from './problem.ts';
import { refusal } from './states.ts';
import { newId, type Store } from './store.ts';
import {
  closePortals,
  hasInputs,
  portalsIn,
  portalsOf,
  type Progress,
  type StoredPortal,
} from './stored-portals.ts';
import type { Workflow } from './workflow.ts';

/** A portal with what it is about. */
export interface PortalRow extends StoredPortal {
  /** The case's current values, below the client's changes. */
  caseValues: Filled;
  /** The custom fields that the portal asks for. */
  asks: CustomField[];
  /** The settings of the account. */
  settings: AccountSettings;
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

const expiry = (clock: Clock) => new Date(clock.now() + openDays * 24 * 3600_000).toISOString();

/** The form's differences from the case. The CRM may correct all other fields meanwhile. */
const changed = ({ caseValues, progress }: PortalRow): Filled =>
  Object.fromEntries(
    Object.entries(progress.profile).filter(([key, value]) => value !== (caseValues[key] ?? '')),
  );

/** The owner of a document: an existing party, else the case. */
function targetOf(parties: Parties, application_id: string, party?: string) {
  for (const kind of ['person', 'business'] as const) {
    const isThere = parties.list(application_id, kind).some(({ id }) => id === party);
    if (party && isThere) return { [`${kind}_id`]: party };
  }
  return { application_id };
}

export class Portals {
  private readonly all;
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly cases: Cases,
    private readonly parties: Parties,
    private readonly account: Account,
    private readonly workflow: Workflow,
    private readonly outbox: Outbox,
  ) {
    this.all = portalsIn(store);
  }

  /** A portal with the case's current values. */
  private whole(stored: StoredPortal): PortalRow {
    const { application_id, custom_fields, progress, request } = stored;
    const found = application_id ? this.cases.find(application_id) : undefined;
    const settings = this.account.read();
    const asks = requestedFields(settings.custom_fields, request?.fields);
    const caseValues = {
      ...toForm(found?.person ?? found?.business),
      ...customToForm(asks, found?.custom_fields ?? custom_fields),
    };
    const profile = { ...caseValues, ...progress.profile };
    return { ...stored, caseValues, asks, settings, progress: { ...progress, profile } };
  }

  find(token: string): PortalRow | undefined {
    const stored = this.all.get(token);
    return stored && this.whole(stored);
  }

  /** @throws Problem 404 for an unknown link. */
  private existingPortal(token: string): PortalRow {
    return existing(this.find(token), 'There is no such portal.');
  }

  save(portal: PortalRow): void {
    const { caseValues: _, asks: __, settings: ___, ...stored } = portal;
    const progress = { ...portal.progress, profile: changed(portal) };
    this.all.put(portal.token, { ...stored, progress });
  }

  /**
   * Makes a portal for a case, or for an unknown client without one. It takes over what the client
   * has entered behind an earlier link.
   */
  private make(who: Actor, body: NewPortal, earlier?: StoredPortal) {
    const { application_id = null, default_custom_fields: custom_fields } = body;
    const redirect_url = body.redirect_url ?? this.account.read().portal.redirect_url;
    return this.store.atomic(() => {
      const progress = empty();
      if (application_id) {
        const found = this.cases.find(application_id);
        progress.subject = found.person ? 'person' : 'business';
        if (custom_fields) this.cases.update(who, application_id, { custom_fields });
        this.cases.note(application_id, who, { kind: 'portal_created' });
      }
      const made: StoredPortal = {
        portal_id: newId('ptl'),
        token: randomBytes(24).toString('base64url'),
        application_id,
        redirect_url: redirect_url ?? null,
        custom_fields: custom_fields ?? {},
        state: 'open',
        progress: earlier?.progress ?? progress,
        request: earlier?.request ?? null,
        expires_at: expiry(this.clock),
      };
      this.all.put(made.token, made);
      if (application_id) this.cases.index(application_id);
      return made;
    });
  }

  /** The portal of a case: the newest one, else one that is made now. @throws Problem 404. */
  ofCase(who: Actor, application_id: string): StoredPortal {
    return portalsOf(this.store, application_id)[0] ?? this.make(who, { application_id });
  }

  /** Makes a portal and returns the API's answer. It takes over the entries that wait in the last. */
  create(who: Actor, body: NewPortal) {
    const { application_id = null } = body;
    const [last] = application_id ? portalsOf(this.store, application_id) : [];
    const isOver = last && (this.isExpired(last) || last.state === 'closed');
    const earlier = isOver && !last.progress.submitted_at ? last : undefined;
    const { portal_id, token } = this.make(who, body, earlier);
    return { id: portal_id, portal_id, application_id, link: this.outbox.portalUrl(token) };
  }

  isExpired({ state, expires_at }: StoredPortal) {
    return state === 'open' && expires_at < this.clock.iso();
  }

  /** Writes the inputs into the case. @returns the case's ID. */
  private takeOver(portal: PortalRow, subject: Kind): string {
    const { progress, asks, settings } = portal;
    const client = 'Client';
    const answers = customFromForm(asks, changed(portal), settings.country_codes);
    const custom_fields = { ...portal.custom_fields, ...answers };
    const application_id =
      portal.application_id ??
      this.workflow.create(client, {
        [subject]: toBody(progress.profile),
        is_draft: true,
        custom_fields,
      }).application_id;
    const profile = toBody(changed(portal), true);
    const change = {
      ...(Object.keys(profile).length && { [subject]: profile }),
      ...(Object.keys(answers).length && { custom_fields: answers }),
    };
    if (portal.application_id && Object.keys(change).length) {
      this.cases.update(client, application_id, change);
    }
    /** Entry of the portal -> its party in the case. */
    const ids = new Map<string, string>();
    // A client who first chose "business" may have added parties.
    for (const { id, kind, data, corrects } of subject === 'business' ? progress.parties : []) {
      const party = corrects
        ? this.parties.change(client, application_id, corrects, data)
        : this.parties.add(client, application_id, kind, data);
      ids.set(id, String(party.id));
    }
    for (const { of, expected_document_id, type, file_id } of progress.documents) {
      const target = targetOf(this.parties, application_id, of && (ids.get(of) ?? of));
      const document = { type, file_id, expected_document_id, ...target };
      this.workflow.attachDocument(client, document);
    }
    return application_id;
  }

  /** Writes all inputs into the case and moves it into the workflow. */
  submit(token: string): PortalRow {
    return this.store.atomic(() => {
      const portal = this.existingPortal(token);
      if (portal.state !== 'open') throw new Problem(409, 'This portal has been submitted.');
      const subject = portal.progress.subject ?? 'business';
      const application_id = this.takeOver(portal, subject);
      const submitted: PortalRow = {
        ...portal,
        application_id,
        state: 'submitted',
        request: null,
        progress: {
          ...empty({ ...portal.progress, subject }),
          submitted_at: this.clock.iso(),
        },
      };
      this.save(submitted);
      if (portal.request) {
        const isUnchanged = !hasInputs({ ...portal.progress, profile: changed(portal) });
        endRequests(this.store, application_id, 'answered');
        this.cases.index(application_id);
        this.cases.note(application_id, 'Client', {
          kind: 'request_answered',
          ...(isUnchanged && { after: 'unchanged' }),
        });
      }
      this.workflow.submitFromPortal(application_id, portal.request !== null);
      if (portal.request?.identity) {
        this.workflow.emit('identity_verification.updated', application_id);
      }
      return submitted;
    });
  }

  /**
   * A new link for an expired one, with what was entered: the valid link of the case, else another.
   * @returns the link, and the client's address if known.
   */
  renew(token: string): { link: string; email?: string } {
    return this.store.atomic(() => {
      const portal = this.existingPortal(token);
      const { application_id, redirect_url, custom_fields, progress } = portal;
      const [last] = application_id ? portalsOf(this.store, application_id) : [];
      const body = { application_id, redirect_url, default_custom_fields: custom_fields };
      const isValid = last?.state === 'open' && !this.isExpired(last);
      const next = isValid ? last : this.make('Client', body, this.all.get(token));
      const found = application_id ? this.workflow.show(application_id) : { custom_fields };
      return {
        link: this.outbox.portalUrl(next.token),
        email: addressOf(found, progress.profile),
      };
    });
  }

  /** Opens a portal for a request. What the client has not submitted stays. */
  private open(portal: PortalRow, found: Case, request: PortalRow['request']): void {
    const subject: Kind = found.person ? 'person' : 'business';
    const { submitted_at } = portal.progress;
    const progress = submitted_at ? empty({ ...portal.progress, subject }) : portal.progress;
    this.save({ ...portal, state: 'open', expires_at: expiry(this.clock), request, progress });
    this.cases.index(found.application_id);
  }

  /**
   * Reopens the case's portal for a request, in addition to open requests. Emits collect.opened with
   * the link.
   * @returns the request and the link.
   */
  requestInformation(who: Actor, id: string, ask: InformationRequest) {
    return this.store.atomic(() => {
      const found = this.cases.find(id);
      const request = addRequest(this.store, id, ask, {
        asked_by: who,
        asked_at: this.clock.iso(),
      });
      this.cases.index(id);
      const { token } = this.ofCase(who, id);
      this.open(this.existingPortal(token), found, combinedRequest(this.store, id));
      this.cases.note(id, who, { kind: 'information_requested', text: request.reason });
      const link = this.outbox.portalUrl(token);
      this.workflow.setExecution(id, 'waiting_for_user_input');
      this.workflow.emit(events.collect_opened, id, {
        portals: { link },
        request: { ...request },
      });
      return { request, link };
    });
  }

  /** The language in which the client last read the portal. */
  languageOf(application_id: string): string | undefined {
    const languages = portalsOf(this.store, application_id).map(({ progress }) => progress.lang);
    return languages.find(Boolean);
  }

  /** The request for these steps; null for all steps. */
  private requestOf(input: CasePortal): InformationRequest | null {
    const steps = input.configuration?.steps ?? [];
    if (!steps.length) return null;
    const expected = steps.flatMap(({ data }) => data?.expectedDocumentsIds ?? []);
    for (const id of expected) {
      if (!this.account.expectedDocument(id)) {
        throw fieldProblem('configuration', `${id} is not an expected document`);
      }
    }
    const identity = steps.some(({ step }) => step === 'identity-verification');
    return { reason: '', fields: [], documents: identity ? ['ID'] : [], expected, identity };
  }

  /**
   * The portal of a case for these steps, or for all. Reopens an existing portal with its link. Open
   * requests of a reviewer stay.
   * @throws Problem 404, 422.
   */
  openForCase(application_id: string, input: CasePortal) {
    const { configuration, ...body } = input;
    return this.store.atomic(() => {
      const found = this.cases.find(application_id);
      const requested = this.requestOf(input);
      const request = combinedRequest(this.store, application_id) ?? requested;
      const [current] = portalsOf(this.store, application_id);
      const { token } = current ?? this.make('API', { ...body, application_id });
      const { default_custom_fields: custom_fields } = body;
      if (current && custom_fields) this.cases.update('API', application_id, { custom_fields });
      const portal = this.existingPortal(token);
      const redirect_url = configuration?.redirect_url ?? body.redirect_url ?? portal.redirect_url;
      this.open({ ...portal, redirect_url }, found, request);
      // A submission to a decided case without a request changes nothing.
      if (request || !refusal(found, 'submitPortal')) {
        this.workflow.setExecution(application_id, 'waiting_for_user_input');
      }
      const link = this.outbox.portalUrl(token);
      if (current && portal.state !== 'open') {
        this.cases.note(application_id, 'API', { kind: 'portal_reopened' });
        this.workflow.emit(events.collect_opened, application_id, { portals: { link } });
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

  /** Expires the portals of a case now. @returns their number. */
  expire(application_id: string): number {
    const own = portalsOf(this.store, application_id);
    const expires_at = new Date(0).toISOString();
    for (const portal of own) this.all.put(portal.token, { ...portal, expires_at });
    return own.length;
  }

  /**
   * Closes the portals of a case. Their links then show a friendly page. An open portal emits
   * collect.closed.
   * @returns the number of closed portals.
   * @throws Problem 404.
   */
  close(application_id: string): number {
    return this.store.atomic(() => {
      this.cases.find(application_id);
      const wasOpen = portalsOf(this.store, application_id).some(({ state }) => state === 'open');
      const closed = closePortals(this.store, application_id, ({ state }) => state !== 'closed');
      this.cases.index(application_id);
      if (wasOpen) {
        this.cases.note(application_id, 'Reviewer', { kind: 'portal_closed' });
        this.workflow.emit('collect.closed', application_id);
      }
      return closed;
    });
  }
}
