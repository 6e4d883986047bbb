/** Every move from every state, through the API and the portal; the expectations are written by hand. */
import { riskLevels } from '../../../../service/contract.ts';
import { decisions, isDecided, stateKeys, type MoveName, type State } from '../../domain/states.ts';
import { call, sandboxOfTests } from '../visitor.ts';

const sandbox = sandboxOfTests();

/** A new case in a state, by the moves that lead there. */
function caseIn(state: State): string {
  const business = { organization_name: 'Client', country: 'FR' };
  const { application_id } = sandbox.act.create({ business, is_draft: state === 'draft' });
  if (state !== 'draft' && state !== review) sandbox.act.decide(application_id, { status: state });
  return application_id;
}
const stateNow = (id: string) => {
  const found = sandbox.act.cases().find(({ application_id }) => application_id === id)!;
  return found.is_draft ? 'draft' : found.status_review;
};
const api = (method: string, path: string, body?: object) => call(sandbox, method, path, body);
const decide = (status: string) => (id: string) =>
  api('POST', `/applications/${id}/decisions`, { status });

const make: Record<string, (id: string) => unknown> = {
  submit: (id) => api('PUT', `/api/applications/${id}/submit`),
  submitPortal: (id) => sandbox.act.submit(id),
  answerRequest: (id) => {
    sandbox.act.ask(id, { reason: 'Why' });
    return sandbox.act.submit(id);
  },
  ...Object.fromEntries(Object.entries(decisions).map(([status, move]) => [move, decide(status)])),
};

const review = 'in_review';
/** Where each move leads from each state; from one that is not named the case stays where it is. */
const expected: Record<Exclude<MoveName, 'enter'>, Partial<Record<State, State>>> = {
  submit: { draft: review },
  submitPortal: { draft: review, in_review: review },
  answerRequest: {
    draft: review,
    in_review: review,
    approved: review,
    rejected: review,
  },
  approve: { in_review: 'approved', rejected: 'approved' },
  reject: { in_review: 'rejected', approved: 'rejected' },
  reopen: { approved: review, rejected: review },
};

/** No case stays pending: one that is no draft is in review once it is created. */
const starts = stateKeys.filter((state) => state !== 'pending');

describe.each(Object.entries(expected))('%s', (name, ends) => {
  it.each(starts.map((state) => [state, ends[state] ?? state] as const))(
    'from %s ends in %s (service/states.ts)',
    async (state, end) => {
      const id = caseIn(state);
      await make[name]!(id);
      expect(stateNow(id)).toBe(end);
    },
  );
});

it.each(stateKeys.filter(isDecided))(
  'stays %s by the API although the client was asked: the portal is closed, and opens for a later question',
  async (status) => {
    const id = caseIn(review);
    const { ask, events, submit } = sandbox.act;
    ask(id, { reason: 'Why' });
    await decide(status)(id);
    expect(() => submit(id)).toThrow('has been submitted');
    expect(stateNow(id)).toBe(status);
    expect(events().at(-1)!.type).toBe('application.review_updated');
    ask(id, { reason: 'Why' });
    submit(id);
    expect(stateNow(id)).toBe(review);
  },
);

it('refuses to approve what is forbidden, from every state and after the client answered', async () => {
  for (const state of [review, 'rejected'] as const) {
    const id = caseIn(state);
    const level = { risk_level: riskLevels.FORBIDDEN };
    await api('PUT', `/api/applications/${id}`, level);
    const { status } = await decide('approved')(id);
    expect([status, stateNow(id)]).toEqual([409, state]);
    await make.answerRequest!(id);
    expect((await decide('approved')(id)).status).toBe(409);
    expect(stateNow(id)).toBe(review);
  }
});

it('fails in its automatic part where the name asks for it, and waits for a reviewer', () => {
  const business = { organization_name: 'Autofail Ltd', country: 'GB' };
  const created = sandbox.act.create({ business, is_draft: true });
  expect(created.status_execution).toBe('waiting_for_user_input');
  expect(sandbox.act.submit(created.application_id)).toMatchObject({
    status_execution: 'failed',
    status_review: 'in_review',
    risk_level: -1,
    risk_score: null,
  });
});
