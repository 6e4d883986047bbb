/** Every move from every state, through the API and the portal; the expectations are written by hand. */
import { riskLevels } from '../../../../service/contract.ts';
import { decisions, isDecided, stateKeys, type MoveName, type State } from '../../domain/states.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';
import { call } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

/** A new case in a state, by the moves that lead there. */
function caseIn(state: State): string {
  const { cases, workflow } = sandbox.services;
  const body = { business: { organization_name: 'Client', country: 'FR' } };
  const isDraft = state !== 'pending';
  const { application_id } = cases.create('API', { ...body, is_draft: isDraft });
  if (state === 'draft' || state === 'pending') return application_id;
  workflow.submit('API', application_id);
  if (state !== 'in_review') workflow.decide('Reviewer', application_id, { status: state });
  return application_id;
}
const stateNow = (id: string) => {
  const { is_draft, status_review } = sandbox.services.cases.find(id);
  return is_draft ? 'draft' : status_review;
};
const api = (method: string, path: string, body?: object) => call(sandbox, method, path, body);
const portalOf = (id: string) =>
  sandbox.services.portals.create('API', { application_id: id }).link.split('/').pop()!;
const decide = (status: string) => (id: string) =>
  api('POST', `/applications/${id}/decisions`, { status });

const make: Record<string, (id: string) => unknown> = {
  submit: (id) => api('PUT', `/api/applications/${id}/submit`),
  submitPortal: (id) => sandbox.services.portals.submit(portalOf(id)),
  answerRequest: (id) => {
    const token = portalOf(id);
    const request = { reason: 'Why', fields: [], documents: [] };
    sandbox.services.portals.requestInformation('Reviewer', id, request);
    return sandbox.services.portals.submit(token);
  },
  ...Object.fromEntries(Object.entries(decisions).map(([status, move]) => [move, decide(status)])),
};

const review = 'in_review';
/** Where each move leads from each state; from one that is not named the case stays where it is. */
const expected: Record<Exclude<MoveName, 'enter'>, Partial<Record<State, State>>> = {
  submit: { draft: review },
  submitPortal: { draft: review, pending: review, in_review: review },
  answerRequest: {
    draft: review,
    pending: review,
    in_review: review,
    approved: review,
    rejected: review,
  },
  approve: { pending: 'approved', in_review: 'approved', rejected: 'approved' },
  reject: { pending: 'rejected', in_review: 'rejected', approved: 'rejected' },
  reopen: { pending: review, approved: review, rejected: review },
};

describe.each(Object.entries(expected))('%s', (name, ends) => {
  it.each(stateKeys.map((state) => [state, ends[state] ?? state] as const))(
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
    const token = portalOf(id);
    const { portals, outbox } = sandbox.services;
    const request = { reason: 'Why', fields: [], documents: [] };
    portals.requestInformation('Reviewer', id, request);
    await decide(status)(id);
    expect(() => portals.submit(token)).toThrow('has been submitted');
    expect(stateNow(id)).toBe(status);
    expect(outbox.eventsOf(id).at(-1)!.type).toBe('application.review_updated');
    portals.requestInformation('Reviewer', id, request);
    portals.submit(token);
    expect(stateNow(id)).toBe(review);
  },
);

it('brings a case that is no draft into review when it is created', async () => {
  const { body } = await api('POST', '/api/applications', { person: { last_name: 'Ferrer' } });
  expect(body).toMatchObject({ status_review: review, is_draft: false });
});

it('refuses to approve what is forbidden, from every state and after the client answered', async () => {
  for (const state of ['pending', review, 'rejected'] as const) {
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
  const { workflow } = sandbox.services;
  const business = { organization_name: 'Autofail Ltd', country: 'GB' };
  const made = workflow.create('API', { business, is_draft: true });
  expect(made.status_execution).toBe('waiting_for_user_input');
  expect(workflow.submit('API', made.application_id)).toMatchObject({
    status_execution: 'failed',
    status_review: 'in_review',
    risk_level: -1,
    risk_score: null,
  });
});
