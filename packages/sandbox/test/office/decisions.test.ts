/** What the back office sends as a decision is what the case becomes. */
import { decisions, moves, stateOf } from '../../domain/states.ts';
import { createSandbox, type Sandbox } from '../../server.tsx';

let sandbox: Sandbox;
let id: string;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => {
  const body = { business: { organization_name: 'Lumen Studio SAS' } };
  id = sandbox.services.cases.create('main', body, 'API').application_id;
});

const decide = (status: string) =>
  fetch(`${sandbox.url}/back-office/cases/${id}/decision`, {
    method: 'POST',
    headers: { origin: sandbox.url },
    body: new URLSearchParams({ status, text: 'As it is' }),
    redirect: 'manual',
  });
const state = () => stateOf(sandbox.services.cases.find('main', id));

it.each(Object.entries(decisions))(
  'takes %s as what it says (packages/sandbox/office/case-routes.tsx)',
  async (status, move) => {
    const { to } = moves[move];
    if (to !== 'in_review') {
      sandbox.services.workflow.decide('main', id, { status: 'in_review' }, 'Reviewer');
    }
    expect([(await decide(status)).status, state()]).toEqual([303, to]);
  },
);

it.each(['', 'approve', 'Rejected', 'toString'])(
  'takes "%s" for no decision (packages/sandbox/office/case-routes.tsx)',
  async (status) => {
    const before = state();
    const answer = await decide(status);
    expect(await answer.text()).toContain(`“${status}” is not a decision`);
    expect(state()).toBe(before);
  },
);
