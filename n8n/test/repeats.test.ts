/** Once per event and per deal, on a service that knows no idempotency keys. */
import { listen } from '../../testing/listen.ts';
import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { actionOn, apiKey, openWorkflow } from './engine.ts';
import { decided as decidedIn, otherSecret } from './events.ts';
import { deal, findCase } from './parameters.ts';

/** The service never sees a key of repetition. */
const dialect = '{"idempotency_header":null}';
const event = 'case_review_updated';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const credential = () => ({ baseUrl: sandbox.url, apiKey, dialect });
const action = (more = {}) => actionOn(sandbox.url, { dialect, ...more });
const trigger = () => openWorkflow('complianceOnboardingTrigger', credential());
const cases = () => sandbox.services.cases.list({}, 100);
const webhooks = () => sandbox.services.subscriptions.list('main', 10);

describe('a deal', () => {
  it('makes one case from executions at once, and each of them shows it', async () => {
    const made = await Promise.all([1, 2, 3].map(() => action().execute(deal('at-once'))));
    const ids = made.map(([item]) => item!.json.id);
    expect(new Set(ids).size).toBe(1);
    expect(cases()).toHaveLength(1);
  });

  it('is made by the next execution where the first one fails', async () => {
    sandbox.faults.add({ path: '/api/applications', status: 422, delay: 300, times: 1 });
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => action().execute(deal('second-makes-it'))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(cases()).toHaveLength(1);
  });

  it('is another one on another account', async () => {
    await action().execute(deal('shared'));
    await expect(action({ apiKey: 'another_key' }).execute(deal('shared'))).rejects.toThrow(
      /API key/,
    );
  });

  it('leaves the static data of its workflow as it was', async () => {
    const workflow = action();
    await workflow.execute(deal('no-static-data'));
    const { staticData } = workflow.workflow;
    expect(JSON.stringify(staticData)).toBe('{}');
    expect(staticData.__dataChanged).toBeFalsy();
  });
});

describe('an event', () => {
  /** The signed event of a decided case. */
  const decided = (secret: string) => {
    const { payload, headers } = decidedIn(sandbox, secret);
    return [payload, headers] as const;
  };
  type Data = Record<string, { registration?: { id: string; secret: string }; seen?: object }>;
  const dataOf = ({ workflow }: ReturnType<typeof trigger>) =>
    (workflow.staticData as unknown as Data)['node:complianceOnboardingTrigger'] ?? {};
  const registered = async () => {
    const workflow = trigger();
    await workflow.hook('create', { event });
    return { workflow, secret: dataOf(workflow).registration!.secret };
  };

  it('runs the workflow once, of five copies at once', async () => {
    const { workflow, secret } = await registered();
    const sent = decided(secret);
    const runs = await Promise.all([1, 2, 3, 4, 5].map(() => workflow.deliver({ event }, ...sent)));
    expect(runs.flatMap(({ started }) => started)).toHaveLength(1);
    expect(runs.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await workflow.hook('delete', { event });
  });

  it('is remembered in the node, for the time after a restart', async () => {
    const { workflow, secret } = await registered();
    await workflow.deliver({ event }, ...decided(secret));
    // The event, and the case this connection saw last.
    expect(Object.keys(dataOf(workflow).seen!)).toHaveLength(2);
    expect(workflow.workflow.staticData.__dataChanged).toBe(true);
    await workflow.hook('delete', { event });
  });

  it('still counts as signed when an execution took the registration away', async () => {
    const { workflow, secret } = await registered();
    const forged = decided(otherSecret);
    delete (workflow.workflow.staticData as Data)['node:complianceOnboardingTrigger'];
    expect(await workflow.deliver({ event }, forged[0], {})).toMatchObject({ status: 401 });
    expect((await workflow.deliver({ event }, ...forged)).started).toEqual([]);
    expect((await workflow.deliver({ event }, ...decided(secret))).started).toHaveLength(1);
    expect(dataOf(workflow).registration).toMatchObject({ secret });
    await workflow.hook('delete', { event });
    expect(webhooks()).toEqual([]);
  });

  it('is refused, signed or not, where nothing is known of a registration', async () => {
    const [payload] = decided(otherSecret);
    const workflow = openWorkflow('complianceOnboardingTrigger', credential(), { id: 'never' });
    const answer = await workflow.deliver({ event }, payload, {});
    expect(answer).toMatchObject({ status: 503, started: [] });
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('with a wrong signature, and Check Signatures %s, starts %d runs', async (check, runs) => {
    const account = { ...credential(), dialect: '{"webhooks":null}', webhookSecret: 'whsec_bm8=' };
    const workflow = openWorkflow('complianceOnboardingTrigger', {
      ...account,
      checkSignatures: check,
    });
    const { started } = await workflow.deliver({ event }, ...decided(otherSecret));
    expect(started).toHaveLength(runs);
  });

  it('is registered for where the filter of Any Event names it', async () => {
    const workflow = trigger();
    const filters = { event_names: 'application.updated' };
    await workflow.hook('create', { event: 'event_received', filters });
    expect(webhooks()[0]).toMatchObject({ events: ['application.updated'] });
    await workflow.hook('delete', { event: 'event_received' });
  });

  it('leaves no webhook behind when the service was down as the workflow was switched off', async () => {
    const { workflow } = await registered();
    sandbox.faults.add({ path: '/api/webhooks', status: 500 });
    expect(await workflow.hook('delete', { event })).toBe(true);
    expect(webhooks()).toHaveLength(1);
    sandbox.faults.clear();
    await workflow.hook('create', { event });
    expect(webhooks()).toHaveLength(1);
    expect(webhooks()[0]!.id).toBe(dataOf(workflow).registration!.id);
    await workflow.hook('delete', { event });
    expect(webhooks()).toEqual([]);
  });
});

it('keeps the dialects of two accounts apart, at the same time', async () => {
  const seen: (string | undefined)[][] = [];
  const service = await listen(({ headers }, response) => {
    seen.push([headers['x-api-key'] as string, headers.authorization]);
    const answer = JSON.stringify({ application_id: 'app_1' });
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
      50,
    );
  });
  const read = (own: string) => actionOn(service.url, { dialect: own }).execute(findCase());
  await Promise.all([read('{"auth_header":"X-Api-Key"}'), read('')]);
  service.close();
  expect(seen).toHaveLength(2);
  expect(seen).toEqual(
    expect.arrayContaining([
      [apiKey, undefined],
      [undefined, apiKey],
    ]),
  );
});

it.each([
  [{ dialect: '{"auth_headr":"X"}' }, /^Dialect: .*auth_headr is no key of it/],
  [{ dialect: '{"roles":["A",""]}' }, /^Dialect: .*roles\.1 takes a list of texts/],
  [{ dialect: 'X-Api-Key' }, /^Dialect: The dialect takes standard or ondorse, or a JSON object/],
  [{ stepSeconds: 300 }, /^Seconds for a Step takes a number of seconds from 0.001 to 55/],
  [{ timeoutSeconds: -1 }, /^Seconds for a Request takes a number of seconds/],
])('refuses %j by the label of the field', async (own, message) => {
  await expect(action(own).execute(deal('x'))).rejects.toThrow(message);
  expect(cases()).toEqual([]);
});
