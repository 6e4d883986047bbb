/**
 * The life of a case ("States and transitions"): submission, review, decision, and their events.
 */
import {
  events,
  riskLevels,
  type CaseChange,
  type NewCase,
  type NewDecision,
} from '../../../service/contract.ts';
import type { Account } from './account.ts';
import type { Case, Cases, Kind, Party } from './cases.ts';
import { answered } from './countries.ts';
import type { Clock } from './clock.ts';
import type { Outbox } from './deliveries.ts';
import type { DocumentChange, Documents, NewDocument, StoredDocument } from './documents.ts';
import { isQuiet, type EventName } from './event-names.ts';
import type { Actor } from './history.ts';
import { assess } from './outcomes.ts';
import type { Parties } from './parties.ts';
import { checkFields, fieldProblem } from './problem.ts';
import { endRequests } from './requests.ts';
import { closePortals, portalsOf } from './stored-portals.ts';
import {
  after,
  decisions,
  isDecided,
  refusal,
  type DecisionName,
  type MoveName,
} from './states.ts';
import { newId, type Store } from './store.ts';
/** A decision that was recorded. */
export interface DecisionRecord {
  decision_id: string;
  application_id: string;
  status: string;
  text: string | null;
  decided_at: string;
  decided_by: Actor;
}
/** Progress of the automatic part. */
type Execution = 'waiting_for_user_input' | 'done' | 'failed';

/** @throws Problem 422 for an unknown decision. */
function checkStatus(status: unknown, field: string): asserts status is DecisionName {
  if (typeof status === 'string' && Object.hasOwn(decisions, status)) return;
  throw fieldProblem(field, `must be one of ${Object.keys(decisions).join(', ')}`);
}

/** A change, its timeline entry and its events are one transaction. */
export class Workflow {
  private readonly decisions;
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly cases: Cases,
    private readonly parties: Parties,
    private readonly documents: Documents,
    private readonly outbox: Outbox,
    private readonly account: Account,
  ) {
    this.decisions = store.collection<DecisionRecord>('decisions', ({ application_id }) => ({
      ref: application_id,
    }));
  }

  /** The whole case, as GET returns it. */
  show(application_id: string) {
    const found = this.cases.find(application_id);
    const own = portalsOf(this.store, application_id);
    const portal = own.find(({ state }) => state !== 'closed') ?? own[0];
    return {
      ...found,
      persons: this.parties.list(application_id, 'person'),
      businesses: this.parties.list(application_id, 'business'),
      documents: this.documents.list(application_id),
      portals: portal ? { link: this.outbox.portalUrl(portal.token), status: portal.state } : null,
    };
  }

  /** The case in events, with the account's form of countries. */
  tell(application_id: string) {
    return answered(this.show(application_id), this.account.read().country_codes);
  }

  /** Emits an event about a case. @returns its ID; empty without a subscriber. */
  emit(type: EventName, id: string, extra: object = {}): string {
    if (isQuiet(type) && !this.outbox.isWanted(type)) return '';
    return this.outbox.add(type, { ...this.tell(id), ...extra });
  }

  /** Sets the progress of the automatic part, and emits a change. */
  setExecution(application_id: string, status: Execution) {
    const found = this.cases.find(application_id);
    if (found.status_execution === status) return;
    this.cases.save({ ...found, status_execution: status });
    this.emit(events.case_status_updated, application_id);
  }

  /** @param extra further values for the event. */
  private review(who: Actor, value: Case, status_review: string, extra: object = {}): Case {
    if (status_review === value.status_review) return value;
    const saved = this.cases.save({ ...value, status_review });
    this.cases.note(value.application_id, who, {
      kind: 'reviewed',
      before: value.status_review,
      after: status_review,
    });
    this.emit(events.case_review_updated, value.application_id, extra);
    return saved;
  }

  /** @throws Problem 409 if the state forbids it, 422 for an unknown status. */
  decide(who: Actor, id: string, { status, text }: NewDecision) {
    return this.store.atomic(() => {
      checkStatus(status, 'status');
      const found = this.cases.find(id);
      const next = after(found, decisions[status]);
      const decision: DecisionRecord = {
        decision_id: newId('dec'),
        application_id: id,
        status,
        text: text ?? null,
        decided_at: this.clock.iso(),
        decided_by: who,
      };
      this.decisions.put(decision.decision_id, decision);
      this.cases.note(id, who, { kind: 'decided', after: status, text });
      this.review(who, found, next, { decision });
      if (isDecided(status)) this.withdraw(who, id);
      return decision;
    });
  }

  /** The latest decision about a case. */
  decisionOf(id: string): DecisionRecord | undefined {
    return this.decisions.first({ ref: id, newest: true });
  }

  /** Closes what the client is asked for: an answer would undo the decision. */
  private withdraw(who: Actor, id: string): void {
    const requests = endRequests(this.store, id, 'withdrawn');
    const portals = closePortals(this.store, id, ({ state }) => state === 'open');
    if (requests + portals === 0) return;
    this.cases.index(id);
    this.cases.note(id, who, { kind: requests ? 'request_withdrawn' : 'portal_closed' });
    if (this.cases.find(id).status_execution === 'waiting_for_user_input') {
      this.setExecution(id, 'done');
    }
    this.emit(events.collect_closed, id);
  }

  /** Assesses the case and moves it into review. A name that forces a decision decides it at once. */
  private enter(value: Case, move: MoveName): void {
    const next = after(value, move);
    const { decision: status, hasFailed, ...assessed } = assess(value);
    // A risk level that a reviewer set to FORBIDDEN stays.
    const isForbidden = value.risk_level === riskLevels.FORBIDDEN;
    // Keeps a level from the new case, and replaces an earlier assessment.
    const isGiven = value.risk_score === null && value.risk_level !== riskLevels.UNSET;
    const risk = isForbidden ? {} : isGiven ? { risk_score: assessed.risk_score } : assessed;
    const status_execution: Execution = hasFailed ? 'failed' : 'done';
    const submitted = this.cases.save({
      ...value,
      is_draft: false,
      status_execution,
      ...risk,
    });
    const entered = this.review('Workflow', submitted, next);
    if (value.status_execution !== status_execution)
      this.emit(events.case_status_updated, value.application_id);
    if (status && !refusal(entered, decisions[status])) {
      const text = 'Decided by the client name';
      this.decide('Workflow', value.application_id, { status, text });
    }
  }

  /** "A draft does not enter the compliance workflow"; any other case is in it from its creation. */
  create(who: Actor, body: NewCase): Case {
    const { persons, businesses, ...rest } = body;
    return this.store.atomic(() => {
      const created = this.cases.create(who, rest);
      const { application_id } = created;
      const add = (kind: Kind) => (party: Party) =>
        this.parties.add(who, application_id, kind, party);
      persons?.forEach(add('person'));
      businesses?.forEach(add('business'));
      this.emit(events.case_created, application_id);
      if (created.is_draft) return created;
      this.enter(created, 'enter');
      return this.cases.find(application_id);
    });
  }

  /** The API's update. Its deprecated decision fields record a decision. */
  update(who: Actor, id: string, body: CaseChange): Case {
    const { decision_status: status, decision_text: text, ...change } = body;
    return this.store.atomic(() => {
      this.cases.find(id);
      checkFields(body);
      const saved = this.cases.update(who, id, change);
      this.emit(events.case_updated, id);
      if (typeof (text ?? '') !== 'string') throw fieldProblem('decision_text', 'must be text');
      if (status === undefined || status === null) return saved;
      checkStatus(status, 'decision_status');
      this.decide(who, id, { status, text: text as string | undefined });
      return this.cases.find(id);
    });
  }

  /** Changes a document and emits the event about it. */
  private withEvent(event: EventName, work: () => StoredDocument) {
    return this.store.atomic(() => {
      const document = work();
      this.emit(event, document.application_id, { document });
      return document;
    });
  }

  attachDocument(who: Actor, body: NewDocument) {
    return this.withEvent('document.created', () => this.documents.attach(who, body));
  }

  changeDocument(who: Actor, id: string, change: DocumentChange) {
    return this.withEvent('document.updated', () => this.documents.change(who, id, change));
  }

  removeDocument(who: Actor, id: string) {
    return this.withEvent('document.deleted', () => this.documents.remove(who, id));
  }

  /** Adds a party to an existing case. */
  addParty(who: Actor, id: string, kind: Kind, body: Party) {
    return this.store.atomic(() => {
      const party = this.parties.add(who, id, kind, body);
      this.emit(events.case_updated, id);
      return party;
    });
  }

  submit(who: Actor, application_id: string): Case {
    return this.store.atomic(() => {
      const found = this.cases.find(application_id);
      after(found, 'submit');
      this.cases.note(application_id, who, { kind: 'submitted' });
      this.enter(found, 'submit');
      return this.cases.find(application_id);
    });
  }

  /**
   * The client submitted the portal: "application.submitted is emitted". A decided case returns to
   * review only after a request to the client.
   */
  submitFromPortal(application_id: string, wasAsked: boolean) {
    const found = this.cases.find(application_id);
    this.cases.note(application_id, 'Client', { kind: 'submitted' });
    this.emit(events.case_submitted, application_id);
    this.emit(events.collect_closed, application_id);
    const move = wasAsked ? 'answerRequest' : 'submitPortal';
    if (!refusal(found, move)) this.enter(found, move);
  }
}
