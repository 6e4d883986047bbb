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
import type { Case, Cases, Kind } from './cases.ts';
import { answered } from './countries.ts';
import type { Clock } from './clock.ts';
import type { Outbox } from './deliveries.ts';
import type { DocumentChange, Documents, NewDocument, StoredDocument } from './documents.ts';
import { isQuiet, type EventName } from './event-names.ts';
import { bind } from './bind.ts';
import { assess } from './outcomes.ts';
import type { Parties, Party } from './parties.ts';
import { checkFields, fieldProblem } from './problem.ts';
import { withdrawRequests } from './requests.ts';
import { after, decisions, refusal, type MoveName } from './states.ts';
import { newId, type Store } from './store.ts';

/** The context of these functions. */
interface Context {
  store: Store;
  clock: Clock;
  cases: Cases;
  parties: Parties;
  documents: Documents;
  outbox: Outbox;
  account: Account;
}
/** Progress of the automatic part. */
type Execution = 'waiting_for_user_input' | 'done' | 'failed';

/** The whole case, as GET returns it. */
function show(context: Context, account: string, application_id: string) {
  const found = context.cases.find(account, application_id);
  const portal = context.store.get<{ token: string }>`select token from portals
    where application_id = ${application_id} and state <> 'closed' order by rowid desc`;
  return {
    ...found,
    persons: context.parties.list(application_id, 'person'),
    businesses: context.parties.list(application_id, 'business'),
    documents: context.documents.list(application_id),
    portals: portal ? { link: context.outbox.portalUrl(portal.token) } : null,
  };
}

/** The case in events, with the account's form of countries. */
const tell = (context: Context, account: string, application_id: string) =>
  answered(show(context, account, application_id), context.account.read(account).country_codes);

/** Emits an event about a case. @returns its ID; empty without a subscriber. */
function emit(
  context: Context,
  account: string,
  type: EventName,
  id: string,
  extra: object = {},
): string {
  if (isQuiet(type) && !context.outbox.isWanted(account, type)) return '';
  return context.outbox.add(account, type, { ...tell(context, account, id), ...extra });
}

/** Sets the progress of the automatic part, and emits a change. */
function setExecution(
  context: Context,
  account: string,
  application_id: string,
  status: Execution,
) {
  const found = context.cases.find(account, application_id);
  if (found.status_execution === status) return;
  context.cases.save(account, { ...found, status_execution: status });
  emit(context, account, events.case_status_updated, application_id);
}

/** @param extra further values for the event. */
function review(
  context: Context,
  account: string,
  value: Case,
  status_review: string,
  who: string,
  extra: object = {},
): Case {
  if (status_review === value.status_review) return value;
  const saved = context.cases.save(account, { ...value, status_review });
  context.cases.note(value.application_id, who, {
    kind: 'reviewed',
    before: value.status_review,
    after: status_review,
  });
  emit(context, account, events.case_review_updated, value.application_id, extra);
  return saved;
}

type Status = keyof typeof decisions;

/** @throws Problem 422 for an unknown decision. */
function checkStatus(status: unknown, field: string): asserts status is Status {
  if (typeof status === 'string' && Object.hasOwn(decisions, status)) return;
  throw fieldProblem(field, `must be one of ${Object.keys(decisions).join(', ')}`);
}

/** @throws Problem 409 if the state forbids it, 422 for an unknown status. */
function decide(
  context: Context,
  account: string,
  id: string,
  { status, text }: NewDecision,
  who: string,
) {
  return context.store.atomic(() => {
    checkStatus(status, 'status');
    const found = context.cases.find(account, id);
    const next = after(found, decisions[status]);
    const ids = { decision_id: newId('dec'), application_id: id };
    const decision = {
      ...ids,
      status,
      text: text ?? null,
      decided_at: context.clock.iso(),
      decided_by: who,
    };
    context.store.insert('decisions', { ...ids, data: JSON.stringify(decision) });
    context.cases.note(id, who, { kind: 'decided', after: status, text });
    review(context, account, found, next, who, { decision });
    if (status !== 'in_review') withdraw(context, account, id, who);
    return decision;
  });
}

/** Closes what the client is asked for: an answer would undo the decision. */
function withdraw(context: Context, account: string, id: string, who: string): void {
  if (!withdrawRequests(context.store, context.clock, id)) return;
  context.cases.note(id, who, { kind: 'request_withdrawn' });
  setExecution(context, account, id, 'done');
  emit(context, account, events.collect_closed, id);
}

/** Assesses the case and moves it into review. A name that forces a decision decides it at once. */
function enter(context: Context, account: string, value: Case, move: MoveName): void {
  const next = after(value, move);
  const { decision: status, hasFailed, ...assessed } = assess(value);
  // A risk level that a reviewer set to FORBIDDEN stays.
  const isForbidden = value.risk_level === riskLevels.FORBIDDEN;
  // Keeps a level from the new case, and replaces an earlier assessment.
  const isGiven = value.risk_score === null && value.risk_level !== riskLevels.UNSET;
  const risk = isForbidden ? {} : isGiven ? { risk_score: assessed.risk_score } : assessed;
  const status_execution: Execution = hasFailed ? 'failed' : 'done';
  const submitted = context.cases.save(account, {
    ...value,
    is_draft: false,
    status_execution,
    ...risk,
  });
  const entered = review(context, account, submitted, next, 'Workflow');
  if (value.status_execution !== status_execution)
    emit(context, account, events.case_status_updated, value.application_id);
  if (status && !refusal(entered, decisions[status])) {
    const text = 'Decided by the client name';
    decide(context, account, value.application_id, { status, text }, 'Workflow');
  }
}

/** "A draft does not enter the compliance workflow"; any other case is in it from its creation. */
function create(context: Context, account: string, body: NewCase, who: string): Case {
  const { persons, businesses, ...rest } = body;
  return context.store.atomic(() => {
    const created = context.cases.create(account, rest, who);
    const { application_id } = created;
    const add = (kind: Kind) => (party: Party) =>
      context.parties.add(account, application_id, kind, party, who);
    persons?.forEach(add('person'));
    businesses?.forEach(add('business'));
    emit(context, account, events.case_created, application_id);
    if (created.is_draft) return created;
    enter(context, account, created, 'enter');
    return context.cases.find(account, application_id);
  });
}

/** The API's update. Its deprecated decision fields record a decision. */
function update(
  context: Context,
  account: string,
  id: string,
  body: CaseChange,
  who: string,
): Case {
  const { decision_status: status, decision_text: text, ...change } = body;
  return context.store.atomic(() => {
    context.cases.find(account, id);
    checkFields(body);
    const saved = context.cases.update(account, id, change, who);
    emit(context, account, events.case_updated, id);
    if (typeof (text ?? '') !== 'string') throw fieldProblem('decision_text', 'must be text');
    if (status === undefined || status === null) return saved;
    checkStatus(status, 'decision_status');
    decide(context, account, id, { status, text: text as string | undefined }, who);
    return context.cases.find(account, id);
  });
}

/** Changes a document and emits the event about it. */
const withEvent = (
  context: Context,
  account: string,
  event: EventName,
  work: () => StoredDocument,
) =>
  context.store.atomic(() => {
    const document = work();
    emit(context, account, event, document.application_id, { document });
    return document;
  });

const attachDocument = (context: Context, account: string, body: NewDocument, who: string) =>
  withEvent(context, account, 'document.created', () =>
    context.documents.attach(account, body, who),
  );

const changeDocument = (
  context: Context,
  account: string,
  id: string,
  change: DocumentChange,
  who: string,
) =>
  withEvent(context, account, 'document.updated', () =>
    context.documents.change(account, id, change, who),
  );

const removeDocument = (context: Context, account: string, id: string, who: string) =>
  withEvent(context, account, 'document.deleted', () => context.documents.remove(account, id, who));

/** Adds a party to an existing case. */
function addParty(
  context: Context,
  account: string,
  id: string,
  kind: Kind,
  body: Party,
  who: string,
) {
  return context.store.atomic(() => {
    const party = context.parties.add(account, id, kind, body, who);
    emit(context, account, events.case_updated, id);
    return party;
  });
}

function submit(context: Context, account: string, application_id: string, who: string): Case {
  return context.store.atomic(() => {
    const found = context.cases.find(account, application_id);
    after(found, 'submit');
    context.cases.note(application_id, who, { kind: 'submitted' });
    enter(context, account, found, 'submit');
    return context.cases.find(account, application_id);
  });
}

/**
 * The client submitted the portal: "application.submitted is emitted". A decided case returns to
 * review only after a request to the client.
 */
function submitFromPortal(
  context: Context,
  account: string,
  application_id: string,
  wasAsked: boolean,
) {
  const found = context.cases.find(account, application_id);
  context.cases.note(application_id, 'Client', { kind: 'submitted' });
  emit(context, account, events.case_submitted, application_id);
  emit(context, account, events.collect_closed, application_id);
  const move = wasAsked ? 'answerRequest' : 'submitPortal';
  if (!refusal(found, move)) enter(context, account, found, move);
}

/** A change, its timeline entry and its events are one transaction. */
export const openWorkflow = (store: Store, around: Omit<Context, 'store'>) =>
  bind({ store, ...around } as Context, {
    show,
    tell,
    emit,
    setExecution,
    decide,
    create,
    update,
    addParty,
    attachDocument,
    changeDocument,
    removeDocument,
    submit,
    submitFromPortal,
  });

export type Workflow = ReturnType<typeof openWorkflow>;
