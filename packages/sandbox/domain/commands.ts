/**
 * The commands on one case ("States and transitions"): submission, review, decision, parties and
 * documents. They change its record, with its history, and say which events to send.
 */
import {
  clientName,
  events,
  riskLevels,
  type CaseChange,
  type NewCase,
  type NewDecision,
  type RelatedBusiness,
  type RelatedPerson,
} from '../../../service/contract.ts';
import type { Account } from './account.ts';
import {
  changesIn,
  checkNamed,
  updated,
  combined,
  type Actor,
  type Case,
  type CaseRecord,
  type DecisionRecord,
  type Happening,
  type Kind,
  type Party,
  type DocumentChange,
  type NewDocument,
  type StoredDocument,
  type InformationRequest,
} from './case.ts';
import type { Clock } from './clock.ts';
import type { Outbox } from './deliveries.ts';
import { isQuiet, type EventName } from './event-names.ts';
import { filesIn } from './files.ts';
import {
  assess,
  after,
  decisions,
  isDecided,
  refusal,
  type DecisionName,
  type MoveName,
  type State,
} from './states.ts';
import { checkFields, existing, fieldProblem } from './problem.ts';
import { newId, type Store } from './store.ts';
import { portalsIn, portalsOf, type StoredPortal } from './stored-portals.ts';

/** Progress of the automatic part. */
type Execution = 'waiting_for_user_input' | 'done' | 'failed';

/** What commands need of all cases. */
interface Around {
  store: Store;
  clock: Clock;
  account: Account;
  outbox: Outbox;
  /** The whole case in events. */
  told(record: CaseRecord): { application_id: string };
  /** @throws Problem 409 for the reference of another case. */
  checkReference(value: Case): void;
}

/** @throws Problem 422 for an unknown decision. */
function checkStatus(status: unknown, field: string): asserts status is DecisionName {
  if (typeof status === 'string' && Object.hasOwn(decisions, status)) return;
  throw fieldProblem(field, `must be one of ${Object.keys(decisions).join(', ')}`);
}

/** The commands on one case, by one actor. */
export class Commands {
  /** What is sent once the record is stored: each with the case at that time. */
  readonly events: { type: EventName; object: { application_id: string } }[] = [];
  constructor(
    private readonly cases: Around,
    readonly record: CaseRecord,
    private readonly who: Actor,
  ) {}

  get value(): Case {
    return this.record.value;
  }

  private get id(): string {
    return this.value.application_id;
  }

  /** The ID of a part of the case, which begins with that of the case. */
  private newId(prefix: string): string {
    return `${prefix}${this.id.slice('app'.length)}${newId('').slice(1)}`;
  }

  /** Changes the case itself, and the time of its last change. */
  set(change: Partial<Case>): void {
    // Times are unique, so a reader can tell the order.
    this.record.value = { ...this.value, ...change, updated_at: this.cases.clock.unique() };
  }

  /** Adds to the history. */
  note(happening: Happening, who = this.who, at = this.cases.clock.iso()): void {
    this.record.history.push({ at, who, ...happening });
  }

  /** Says that something happened. */
  emit(type: EventName, extra: object = {}): void {
    if (isQuiet(type) && !this.cases.outbox.isWanted(type)) return;
    this.events.push({ type, object: { ...this.cases.told(this.record), ...extra } });
  }

  /** Sets the progress of the automatic part, and emits a change. */
  setExecution(status_execution: Execution): void {
    if (this.value.status_execution === status_execution) return;
    this.set({ status_execution });
    this.emit(events.case_status_updated);
  }

  /** @param extra further values for the event. */
  private review(status_review: State, who: Actor, extra: object = {}): void {
    const before = this.value.status_review;
    if (status_review === before) return;
    this.set({ status_review });
    this.note({ kind: 'reviewed', before, after: status_review }, who);
    this.emit(events.case_review_updated, extra);
  }

  /** @throws Problem 409 if the state forbids it, 422 for an unknown status. */
  decide({ status, text }: NewDecision, who = this.who): DecisionRecord {
    checkStatus(status, 'status');
    const next = after(this.value, decisions[status]);
    const decision: DecisionRecord = {
      decision_id: this.newId('dec'),
      application_id: this.id,
      status,
      text: text ?? null,
      decided_at: this.cases.clock.iso(),
      decided_by: who,
    };
    this.record.decisions.push(decision);
    this.note({ kind: 'decided', after: status, text }, who);
    this.review(next, who, { decision });
    if (isDecided(status)) this.withdraw(who);
    return decision;
  }

  /** Closes what the client is asked for: an answer would undo the decision. */
  private withdraw(who: Actor): void {
    const { request } = this.record;
    this.record.request = null;
    const closed = this.closePortals(['open']);
    if (!request && closed === 0) return;
    this.note({ kind: request ? 'request_withdrawn' : 'portal_closed' }, who);
    if (this.value.status_execution === 'waiting_for_user_input') this.setExecution('done');
    this.emit(events.collect_closed);
  }

  /** Assesses the case and moves it into review. A name that forces a decision decides it at once. */
  private enter(move: MoveName): void {
    const { value } = this;
    const next = after(value, move);
    const { decision: status, hasFailed, ...assessed } = assess(value);
    // A risk level that a reviewer set to FORBIDDEN stays.
    const isForbidden = value.risk_level === riskLevels.FORBIDDEN;
    // Keeps a level from the new case, and replaces an earlier assessment.
    const isGiven = value.risk_score === null && value.risk_level !== riskLevels.UNSET;
    const risk = isForbidden ? {} : isGiven ? { risk_score: assessed.risk_score } : assessed;
    const status_execution: Execution = hasFailed ? 'failed' : 'done';
    this.set({ is_draft: false, status_execution, ...risk });
    this.review(next, 'Workflow');
    if (value.status_execution !== status_execution) this.emit(events.case_status_updated);
    if (status && !refusal(this.value, decisions[status])) {
      this.decide({ status, text: 'Decided by the client name' }, 'Workflow');
    }
  }

  /** "A draft does not enter the compliance workflow"; any other case is in it from its creation. */
  begin({ persons, businesses }: Pick<NewCase, 'persons' | 'businesses'>): void {
    const { is_draft } = this.value;
    this.note({ kind: 'created', ...(is_draft && { after: 'draft' }) });
    for (const person of persons ?? []) this.addParty('person', person);
    for (const business of businesses ?? []) this.addParty('business', business);
    this.emit(events.case_created);
    if (!is_draft) this.enter('enter');
  }

  /** Changes the fields in the body, except those that only the service sets. */
  correct(body: CaseChange): void {
    const before = this.value;
    const next = updated(before, body);
    if (body.external_reference) this.cases.checkReference(next);
    this.set(next);
    for (const entry of changesIn(before, this.value)) {
      this.note(entry, this.who, this.value.updated_at);
    }
  }

  /** The API's update. Its deprecated decision fields record a decision. */
  update(body: CaseChange): Case {
    const { decision_status: status, decision_text: text, ...change } = body;
    checkFields(body);
    this.correct(change);
    const { value } = this;
    this.emit(events.case_updated);
    if (typeof (text ?? '') !== 'string') throw fieldProblem('decision_text', 'must be text');
    if (status === undefined || status === null) return value;
    checkStatus(status, 'decision_status');
    this.decide({ status, text: text as string | undefined });
    return this.value;
  }

  submit(): Case {
    after(this.value, 'submit');
    this.note({ kind: 'submitted' });
    this.enter('submit');
    return this.value;
  }

  /**
   * The client submitted the portal: "application.submitted is emitted". A decided case returns to
   * review only after a request to the client.
   */
  submitFromPortal(wasAsked: boolean): void {
    this.note({ kind: 'submitted' });
    this.emit(events.case_submitted);
    this.emit(events.collect_closed);
    const move = wasAsked ? 'answerRequest' : 'submitPortal';
    if (!refusal(this.value, move)) this.enter(move);
  }

  /** Adds to what the client is asked for. */
  ask(ask: InformationRequest): InformationRequest {
    this.record.request = combined([this.record.request ?? [], ask].flat());
    this.note({ kind: 'information_requested', text: ask.reason });
    return this.record.request;
  }

  /** The portals of the case, the newest first. */
  portals(): StoredPortal[] {
    return portalsOf(this.cases.store, this.id);
  }

  /** Closes the portals in these states. @returns their number. */
  closePortals(states: StoredPortal['state'][]): number {
    const meant = this.portals().filter(({ state }) => states.includes(state));
    for (const portal of meant) {
      const closed: StoredPortal = { ...portal, state: 'closed', request: null };
      portalsIn(this.cases.store).put(portal.token, closed);
    }
    return meant.length;
  }

  addParty(kind: Kind, body: RelatedPerson | RelatedBusiness): Party {
    checkNamed(kind, body);
    const id = this.newId(kind === 'person' ? 'per' : 'biz');
    const ids = { [`${kind}_id`]: id, id, application_id: this.id };
    const party: Party = { roles: [], ...body, ...ids };
    this.record.parties.push(party);
    this.note({ kind: 'party_added', path: kind, after: clientName({ [kind]: party }) });
    return party;
  }

  private fileOf(file_id: string, field: string) {
    const file = filesIn(this.cases.store).get(file_id);
    if (!file) throw fieldProblem(field, 'is not an uploaded file');
    const { name, size, content_type } = file;
    return { name, size, content_type };
  }

  /** The type of a document: its own, or its expected document's. */
  private typeOf({ type, expected_document_id }: NewDocument): string {
    if (!expected_document_id) return type ?? 'OTHER';
    const expected = this.cases.account.expectedDocument(expected_document_id);
    if (!expected) throw fieldProblem('expected_document_id', 'is not expected on this account');
    return type ?? expected.slug;
  }

  /** @throws Problem 422. */
  attach(body: NewDocument): StoredDocument {
    const files = body.document_files ?? (body.file_id ? [{ file_id: body.file_id }] : []);
    if (!files.length) throw fieldProblem('document_files', 'must contain a file');
    const stored = files.map(({ file_id }, index) =>
      this.fileOf(file_id, body.document_files ? `document_files.${index}` : 'file_id'),
    );
    const [first] = stored;
    const type = this.typeOf(body);
    const document_id = this.newId('doc');
    const document = {
      ...body,
      ...first!,
      id: document_id,
      document_id,
      application_id: this.id,
      type,
      name: body.name ?? first!.name,
      file_id: files[0]!.file_id,
      document_files: files.map((file, index) => ({ ...file, ...stored[index]! })),
      validity: 'unset' as const,
      validity_reason: null,
      attached_at: this.cases.clock.iso(),
      attached_by: this.who,
    };
    this.record.documents.push(document);
    this.note({ kind: 'document_attached', path: type, after: document.name });
    this.emit('document.created', { document });
    return document;
  }

  private document(id: string): StoredDocument {
    const found = this.record.documents.find(({ document_id }) => document_id === id);
    return existing(found, `The case has no document ${id}.`);
  }

  /** Changes the name, or the validity and its reason. @throws Problem 404, 422 without any field. */
  changeDocument(id: string, to: DocumentChange): StoredDocument {
    const found = this.document(id);
    checkFields(to);
    const document: StoredDocument = { ...found, ...to };
    const { documents } = this.record;
    this.record.documents = documents.map((one) => (one === found ? document : one));
    const { name, validity, validity_reason } = document;
    const text = validity_reason as string | null;
    this.note({ kind: 'document_judged', path: name, after: validity, text });
    this.emit('document.updated', { document });
    return document;
  }

  removeDocument(id: string): void {
    const document = this.document(id);
    this.record.documents = this.record.documents.filter((one) => one !== document);
    this.note({ kind: 'document_removed', before: document.name });
    this.emit('document.deleted', { document });
  }
}
