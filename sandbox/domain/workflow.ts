/** What happens to a case ("States and transitions"): submission, review, decision, and their events. */
import type { infer as Infer } from 'zod/mini';

import {
  events,
  riskLevels,
  type EventName,
  type CreateApplicationBody,
  type RecordDecisionBody,
  type UpdateApplicationBody,
} from '../../api/contract.ts';
import type { Case, Cases } from './cases.ts';
import type { Clock } from './clock.ts';
import type { Outbox } from './deliveries.ts';
import type { Documents } from './documents.ts';
import { assess } from './outcomes.ts';
import type { Parties } from './parties.ts';
import { fieldProblem } from './problem.ts';
import { after, decisions, refusal, type MoveName } from './states.ts';
import { newId, type Store } from './store.ts';

interface Around {
  clock: Clock;
  cases: Cases;
  parties: Parties;
  documents: Documents;
  outbox: Outbox;
}

/** Each change, its timeline entry and its events are one transaction. */
export function openWorkflow(store: Store, { clock, cases, parties, documents, outbox }: Around) {
  /** The case with everything around it, as GET shows it. */
  const show = (account: string, application_id: string) => {
    const found = cases.find(account, application_id);
    const portal = store.get<{ token: string }>(
      `select token from portals where application_id = ? and state <> 'closed' order by rowid desc`,
      application_id,
    );
    return {
      ...found,
      persons: parties.list(application_id, 'person'),
      businesses: parties.list(application_id, 'business'),
      documents: documents.list(application_id),
      portals: portal ? { link: outbox.portalUrl(portal.token) } : null,
    };
  };

  const emit = (account: string, type: EventName, application_id: string, extra: object = {}) => {
    cases.note(application_id, 'Service', `Event ${type}`);
    return outbox.add(account, type, { ...show(account, application_id), ...extra });
  };

  const review = (account: string, value: Case, status_review: string, who: string): Case => {
    if (status_review === value.status_review) return value;
    const saved = cases.save(account, { ...value, status_review });
    cases.note(value.application_id, who, `Review status: ${status_review.replaceAll('_', ' ')}`);
    emit(account, events.case_review_updated, value.application_id);
    return saved;
  };

  const decide = (
    account: string,
    application_id: string,
    { status, text }: Infer<typeof RecordDecisionBody>,
    who: string,
  ) =>
    store.atomic(() => {
      if (!Object.hasOwn(decisions, status)) {
        throw fieldProblem('status', `must be one of ${Object.keys(decisions).join(', ')}`);
      }
      const found = cases.find(account, application_id);
      const next = after(found, decisions[status as keyof typeof decisions]);
      const decision = {
        decision_id: newId('dec'),
        application_id,
        status,
        text: text ?? null,
        decided_at: clock.iso(),
      };
      store.run(
        'insert into decisions (decision_id, application_id, data) values (?,?,?)',
        decision.decision_id,
        application_id,
        JSON.stringify(decision),
      );
      cases.note(application_id, who, `Decision: ${status}${text ? ` (${text})` : ''}`);
      review(account, found, next, who);
      return decision;
    });

  /** Is assessed, goes into review, and gets its decision at once where its name asks for one. */
  const enter = (account: string, value: Case, move: MoveName): void => {
    const next = after(value, move);
    const { decision: status, ...assessed } = assess(value);
    // What reviewers have forbidden stays so, whatever the client sends in.
    const isForbidden = value.risk_level === riskLevels.FORBIDDEN;
    // A level that came with the new case is kept; what an earlier assessment said is not.
    const isGiven = value.risk_score === null && value.risk_level !== riskLevels.UNSET;
    const risk = isForbidden ? {} : isGiven ? { risk_score: assessed.risk_score } : assessed;
    const submitted = cases.save(account, { ...value, is_draft: false, ...risk });
    const entered = review(account, submitted, next, 'Workflow');
    if (status && !refusal(entered, decisions[status])) {
      const text = 'Decided by the client name';
      decide(account, value.application_id, { status, text }, 'Workflow');
    }
  };

  return {
    show,
    emit,
    decide,

    /** "A draft does not enter the compliance workflow"; any other case is in it from its creation. */
    create(account: string, body: Infer<typeof CreateApplicationBody>, who: string): Case {
      return store.atomic(() => {
        const created = cases.create(account, body, who);
        if (created.is_draft) return created;
        enter(account, created, 'enter');
        return cases.find(account, created.application_id);
      });
    },

    /** The update of the API: its deprecated decision fields record a decision. */
    update(
      account: string,
      application_id: string,
      body: Infer<typeof UpdateApplicationBody>,
      who: string,
    ): Case {
      const { decision_status, decision_text, ...change } = body;
      return store.atomic(() => {
        const saved = cases.update(account, application_id, change, who);
        if (typeof decision_status !== 'string') return saved;
        const text = typeof decision_text === 'string' ? decision_text : undefined;
        decide(account, application_id, { status: decision_status, text }, who);
        return cases.find(account, application_id);
      });
    },

    submit(account: string, application_id: string, who: string): Case {
      return store.atomic(() => {
        const found = cases.find(account, application_id);
        after(found, 'submit');
        cases.note(application_id, who, 'Submitted');
        enter(account, found, 'submit');
        return cases.find(account, application_id);
      });
    },

    /**
     * The client submitted the portal: "application.submitted is emitted". A case that is decided
     * goes back into review only when the client was asked for something.
     */
    submitFromPortal(account: string, application_id: string, wasAsked: boolean): void {
      const found = cases.find(account, application_id);
      cases.note(application_id, 'Client', 'Submitted');
      emit(account, events.case_submitted, application_id);
      const move = wasAsked ? 'answerRequest' : 'submitPortal';
      if (!refusal(found, move)) enter(account, found, move);
    },
  };
}

export type Workflow = ReturnType<typeof openWorkflow>;
