/** Portals: the page for one case, its saved inputs, submission and reopening. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

import { CreatePortalBody, events, type NewPortal } from '../../../service/contract.ts';
import type { AccountSettings, CustomField } from './account.ts';
import {
  kindOf,
  subjectOf,
  addressOf,
  type Actor,
  type Kind,
  type InformationRequest,
} from './case.ts';
import type { Cases } from './cases.ts';
import type { Clock } from './clock.ts';
import type { Commands } from './commands.ts';
import { requestedFields, customFromForm, customToForm } from './custom-fields.ts';
import { toBody, toForm, type Filled } from './form-values.ts';
import { existing, fieldProblem, oneOf, Problem } from './problem.ts';
import { refusal } from './states.ts';
import { newId } from './store.ts';
import {
  hasInputs,
  portalsIn,
  portalsOf,
  type Progress,
  type StoredPortal,
} from './stored-portals.ts';

const Step = z.looseObject({
  step: oneOf(['documents', 'identity-verification']),
  data: z.nullish(
    z.looseObject({ expectedDocumentsIds: z.optional(z.array(z.string('must be text'))) }),
  ),
});
/** The portal of a case, with its steps: all, or some. */
export const CasePortal = z.looseObject({
  configuration: z.nullish(
    z.looseObject({
      steps: z.optional(z.array(Step, 'must be a list')),
      redirect_url: CreatePortalBody.shape.redirect_url,
    }),
  ),
  ...z.omit(CreatePortalBody, { application_id: true }).shape,
});
type CasePortal = z.infer<typeof CasePortal>;

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

/** The answers to the account's questions, as custom fields of the case. */
const answersOf = (portal: PortalRow) =>
  customFromForm(portal.asks, changed(portal), portal.settings.country_codes);

export class Portals {
  private readonly all;
  constructor(private readonly cases: Cases) {
    this.all = portalsIn(cases.store);
  }

  /** A portal with the case's current values. */
  private whole(stored: StoredPortal): PortalRow {
    const { application_id, custom_fields, progress, request } = stored;
    const found = application_id ? this.cases.find(application_id) : undefined;
    const settings = this.cases.account.read();
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

  /** Works on a case, or for an unknown client without one, as one transaction. */
  private about<T>(who: Actor, id: string | null | undefined, work: (one?: Commands) => T): T {
    return id ? this.cases.change(who, id, work) : this.cases.store.atomic(() => work());
  }

  /**
   * Makes a portal for a case, or for an unknown client without one. It takes over what the client
   * has entered behind an earlier link.
   */
  private make(body: Partial<NewPortal>, one?: Commands, earlier?: StoredPortal): StoredPortal {
    const { default_custom_fields: custom_fields } = body;
    const redirect_url = body.redirect_url ?? this.cases.account.read().portal.redirect_url;
    if (one && custom_fields) one.correct({ custom_fields });
    one?.note({ kind: 'portal_created' });
    const made: StoredPortal = {
      portal_id: newId('ptl'),
      token: randomBytes(24).toString('base64url'),
      application_id: one?.value.application_id ?? null,
      redirect_url: redirect_url ?? null,
      custom_fields: custom_fields ?? {},
      state: 'open',
      progress: earlier?.progress ?? empty(one && { subject: subjectOf(one.value) }),
      request: earlier?.request ?? null,
      expires_at: expiry(this.cases.clock),
    };
    this.all.put(made.token, made);
    return made;
  }

  /** The newest portal of a case, else one that is made now. */
  private latest(one: Commands): StoredPortal {
    return one.portals()[0] ?? this.make({}, one);
  }

  /** The portal of a case: the newest one, else one that is made now. @throws Problem 404. */
  ofCase(who: Actor, application_id: string): StoredPortal {
    return this.cases.change(who, application_id, (one) => this.latest(one));
  }

  /** Makes a portal and returns the API's answer. It takes over the entries that wait in the last. */
  create(who: Actor, body: NewPortal) {
    const { application_id = null } = body;
    return this.about(who, application_id, (one) => {
      const [last] = one?.portals() ?? [];
      const isOver = last && (this.isExpired(last) || last.state === 'closed');
      const earlier = isOver && !last.progress.submitted_at ? last : undefined;
      const { portal_id, token } = this.make(body, one, earlier);
      return { id: portal_id, portal_id, application_id, link: this.cases.outbox.portalUrl(token) };
    });
  }

  isExpired({ state, expires_at }: StoredPortal) {
    return state === 'open' && expires_at < this.cases.clock.iso();
  }

  /** Writes the inputs into the case. */
  private takeOver(portal: PortalRow, subject: Kind, one: Commands): void {
    const { progress } = portal;
    const profile = toBody(changed(portal), true);
    const custom_fields = answersOf(portal);
    const change = {
      ...(Object.keys(profile).length && { [subject]: profile }),
      ...(Object.keys(custom_fields).length && { custom_fields }),
    };
    if (portal.application_id && Object.keys(change).length) one.correct(change);
    /** Entry of the portal -> its party in the case. */
    const ids = new Map<string, string>();
    // A client who first chose "business" may have added parties.
    for (const { id, kind, data } of subject === 'business' ? progress.parties : [])
      ids.set(id, String(one.addParty(kind, data).id));
    for (const { of = '', expected_document_id, type, file_id } of progress.documents) {
      const id = ids.get(of) ?? of;
      const owner = one.record.parties.find((party) => party.id === id);
      // Without a party it is of the client.
      const target = owner ? { [`${kindOf(owner)}_id`]: id } : {};
      one.attach({ type, file_id, expected_document_id, ...target });
    }
  }

  /** Writes all inputs into the case, perhaps a new one, and moves it into the workflow. */
  submit(token: string): PortalRow {
    return this.cases.store.atomic(() => {
      const portal = this.existingPortal(token);
      if (portal.state !== 'open') throw new Problem(409, 'This portal has been submitted.');
      const subject = portal.progress.subject ?? 'business';
      const application_id =
        portal.application_id ??
        this.cases.create('Client', {
          [subject]: toBody(portal.progress.profile),
          is_draft: true,
          custom_fields: { ...portal.custom_fields, ...answersOf(portal) },
        }).application_id;
      const submitted: PortalRow = {
        ...portal,
        application_id,
        state: 'submitted',
        request: null,
        progress: {
          ...empty({ ...portal.progress, subject }),
          submitted_at: this.cases.clock.iso(),
        },
      };
      this.cases.change('Client', application_id, (one) => {
        this.takeOver(portal, subject, one);
        this.save(submitted);
        if (portal.request) {
          const isUnchanged = !hasInputs({ ...portal.progress, profile: changed(portal) });
          one.record.request = null;
          one.note({ kind: 'request_answered', ...(isUnchanged && { after: 'unchanged' }) });
        }
        one.submitFromPortal(portal.request !== null);
        if (portal.request?.identity) one.emit('identity_verification.updated');
      });
      return submitted;
    });
  }

  /**
   * A new link for an expired one, with what was entered: the valid link of the case, else another.
   * @returns the link, and the client's address if known.
   */
  renew(token: string): { link: string; email?: string } {
    const portal = this.existingPortal(token);
    const { application_id, redirect_url, custom_fields, progress } = portal;
    return this.about('Client', application_id, (one) => {
      const [last] = one?.portals() ?? [];
      const body = { redirect_url, default_custom_fields: custom_fields };
      const isValid = last?.state === 'open' && !this.isExpired(last);
      const next = isValid ? last : this.make(body, one, this.all.get(token));
      const found = one ? this.cases.whole(one.record) : { custom_fields };
      return {
        link: this.cases.outbox.portalUrl(next.token),
        email: addressOf(found, progress.profile),
      };
    });
  }

  /** Opens a portal, for all or for a request, which begins anew unless there was one. */
  private open(portal: StoredPortal, one: Commands, request: StoredPortal['request']): void {
    const { progress } = portal;
    const subject = subjectOf(one.value);
    const isAnew = progress.submitted_at || Boolean(portal.request) !== Boolean(request);
    this.all.put(portal.token, {
      ...portal,
      state: 'open',
      expires_at: expiry(this.cases.clock),
      request,
      progress: isAnew ? empty({ ...progress, subject }) : progress,
    });
  }

  /**
   * Reopens the case's portal for a request, in addition to open requests. Emits collect.opened with
   * the link.
   * @returns the request and the link.
   */
  requestInformation(who: Actor, id: string, ask: InformationRequest) {
    return this.cases.change(who, id, (one) => {
      const portal = this.latest(one);
      const request = one.ask(ask);
      this.open(portal, one, request);
      const link = this.cases.outbox.portalUrl(portal.token);
      one.setExecution('waiting_for_user_input');
      one.emit(events.collect_opened, { portals: { link }, request });
      return { request, link };
    });
  }

  /** The language in which the client last read the portal. */
  languageOf(application_id: string): string | undefined {
    const portals = portalsOf(this.cases.store, application_id);
    return portals.find(({ progress }) => progress.lang)?.progress.lang;
  }

  /** The request for these steps; null for all steps. */
  private requestOf(input: CasePortal): InformationRequest | null {
    const steps = input.configuration?.steps ?? [];
    if (!steps.length) return null;
    const expected = steps.flatMap(({ data }) => data?.expectedDocumentsIds ?? []);
    for (const id of expected) {
      if (!this.cases.account.expectedDocument(id)) {
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
    return this.cases.change('API', application_id, (one) => {
      const requested = this.requestOf(input);
      const request = one.record.request ?? requested;
      const [current] = one.portals();
      const { default_custom_fields: custom_fields, email, theme } = body;
      if (current && custom_fields) one.correct({ custom_fields });
      const portal = current ?? this.make(body, one);
      const redirect_url = configuration?.redirect_url ?? body.redirect_url ?? portal.redirect_url;
      // A submission to a decided case without a request changes nothing.
      const isAwaited = request !== null || !refusal(one.value, 'submitPortal');
      this.open({ ...portal, redirect_url }, one, request);
      if (isAwaited) one.setExecution('waiting_for_user_input');
      const link = this.cases.outbox.portalUrl(portal.token);
      if (current && portal.state !== 'open') {
        one.note({ kind: 'portal_reopened' });
        one.emit(events.collect_opened, { portals: { link } });
      }
      const { portal_id } = portal;
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
    const own = portalsOf(this.cases.store, application_id);
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
    return this.cases.change('Reviewer', application_id, (one) => {
      const wasOpen = one.portals().some(({ state }) => state === 'open');
      const closed = one.closePortals(['open', 'submitted']);
      if (wasOpen) {
        one.note({ kind: 'portal_closed' });
        one.emit(events.collect_closed);
      }
      return closed;
    });
  }
}
