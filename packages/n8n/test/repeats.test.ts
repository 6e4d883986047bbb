/** Once per event and per deal, on a service that knows no idempotency keys. */
import { listen } from '../../../zapier/local/listen.ts';
import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { actionOn, apiKey, openWorkflow, restart } from './engine.ts';
import { call, decided as decidedIn, otherSecret } from './events.ts';
import { deal } from './parameters.ts';

/** The service never sees a key of repetition. */
const dialect = '{"idempotency_header":null}';
const event = 'case_review_updated';
const address = 'https://n8n.example/webhook/hook-1/webhook';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const credential = () => ({ baseUrl: sandbox.url, apiKey, dialect });
const action = (more = {}) => actionOn(sandbox.url, { dialect, ...more });
const trigger = () => openWorkflow('complianceOnboardingTrigger', credential());
const cases = () => sandbox.act.counts().cases;
const webhooks = () => sandbox.act.counts().webhooks;
const onlyWebhook = async () => (await call(sandbox, 'GET', '/api/webhooks'))[0];

describe('a deal', () => {
  it('is made once by two executions at once: one waits for the other', async () => {
    const both = [1, 2].map(() => action().execute(deal('at once')));
    const ids = (await Promise.all(both)).map(([item]) => item!.json.id);
    expect(cases()).toBe(1);
    expect(ids[1]).toBe(ids[0]);
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

  it('is remembered in the node, for the time after a restart', async () => {
    const { workflow, secret } = await registered();
    await workflow.deliver({ event }, ...decided(secret));
    // The event with its lock, the case this connection saw last, and the status that the flow got.
    expect(Object.keys(dataOf(workflow).seen!)).toHaveLength(4);
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
    expect(webhooks()).toBe(0);
  });

  /** A trigger of which n8n has lost everything: its process, and the data of its node. */
  const forgotten = async () => {
    const { secret } = await registered();
    restart();
    return { workflow: trigger(), secret };
  };

  it('finds its registration again at the service, with its secret', async () => {
    const { workflow, secret } = await forgotten();
    const [payload] = decided(otherSecret);
    expect(await workflow.deliver({ event }, payload, {})).toMatchObject({ status: 401 });
    expect((await workflow.deliver({ event }, ...decided(secret))).started).toHaveLength(1);
    expect(webhooks()).toBe(1);
    expect(await workflow.hook('delete', { event })).toBe(true);
    expect(webhooks()).toBe(0);
  });

  it('is to be delivered again where the service cannot be asked for a lost registration', async () => {
    const { workflow, secret } = await forgotten();
    sandbox.faults.add({ path: '/api/webhooks', status: 500 });
    const sent = decided(secret);
    expect(await workflow.deliver({ event }, ...sent)).toMatchObject({ status: 503, started: [] });
    sandbox.faults.clear();
    expect((await workflow.deliver({ event }, ...sent)).started).toHaveLength(1);
    await workflow.hook('delete', { event });
  });

  it('leaves no webhook of a lost registration at the service', async () => {
    const { workflow } = await forgotten();
    await workflow.hook('delete', { event });
    expect(webhooks()).toBe(0);
  });

  it('does not bring a registration back that was taken away', async () => {
    const { workflow, secret } = await registered();
    const late = decided(secret);
    await workflow.hook('delete', { event });
    expect(await workflow.deliver({ event }, ...late)).toMatchObject({ status: 503, started: [] });
    expect(webhooks()).toBe(0);
  });

  it('says so where a lost registration cannot be removed', async () => {
    const { workflow } = await forgotten();
    sandbox.faults.add({ path: '/api/webhooks', status: 405 });
    await workflow.hook('delete', { event });
    expect(workflow.warnings).toEqual([
      expect.stringContaining(
        `the service cannot say which it is (it does not list its webhooks). Remove ${address} in the settings`,
      ),
    ]);
    expect(webhooks()).toBe(1);
  });

  it('is judged by the registration of now, where a process has an older one', async () => {
    const { workflow } = await registered();
    // Another process switched the workflow off and on, and the data of the node is lost since.
    await call(sandbox, 'DELETE', `/api/webhooks/${(await onlyWebhook()).id}`);
    const hook = { url: address, events: ['application.review_updated'] };
    const { secret } = await call(sandbox, 'POST', '/api/webhooks', hook);
    delete (workflow.workflow.staticData as Data)['node:complianceOnboardingTrigger'];
    const { started } = await workflow.deliver({ event }, ...decided(secret));
    expect(started).toHaveLength(1);
    await workflow.hook('delete', { event });
    expect(webhooks()).toBe(0);
  });

  it.each([
    ['makes another registration of the same address', [201, 201]],
    ['says 409, and which one it has', [201, 409]],
  ])('has one registration, with its secret, at a service that %s', async (_, statuses) => {
    const made = new Map<string, string>();
    const service = await listen(({ method, path, content }, response) => {
      const say = (status: number, body: unknown) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(body));
      const url = content && (JSON.parse(content) as { url: string }).url;
      if (method === 'GET')
        return say(
          200,
          [...made].map(([id]) => ({ id, url: address })),
        );
      if (method === 'DELETE') return say(made.delete(path.split('/').pop()!) ? 204 : 404, null);
      const [first] = made.keys();
      if (first && statuses[1] === 409) return say(409, { webhook_id: first, url });
      const id = `wh_${Math.random()}`;
      made.set(id, otherSecret);
      return say(201, { id, secret: otherSecret });
    });
    const open = () =>
      openWorkflow('complianceOnboardingTrigger', { ...credential(), baseUrl: service.url });
    await open().hook('create', { event });
    restart();
    const workflow = open();
    await workflow.hook('create', { event });
    expect([...made.keys()]).toEqual([dataOf(workflow).registration!.id]);
    expect(dataOf(workflow).registration!.secret).toBe(otherSecret);
    await workflow.hook('delete', { event });
    expect(made.size).toBe(0);
    service.close();
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

  it('is registered for where the filter of New Event names it', async () => {
    const workflow = trigger();
    const filters = { event_names: 'application.updated' };
    await workflow.hook('create', { event: 'event_received', filters });
    expect(await onlyWebhook()).toMatchObject({ events: ['application.updated'] });
    await workflow.hook('delete', { event: 'event_received' });
  });

  it('leaves no webhook behind when the service was down as the workflow was switched off', async () => {
    const { workflow } = await registered();
    sandbox.faults.add({ path: '/api/webhooks', status: 500 });
    expect(await workflow.hook('delete', { event })).toBe(true);
    expect(webhooks()).toBe(1);
    sandbox.faults.clear();
    await workflow.hook('create', { event });
    expect(webhooks()).toBe(1);
    expect((await onlyWebhook()).id).toBe(dataOf(workflow).registration!.id);
    await workflow.hook('delete', { event });
    expect(webhooks()).toBe(0);
  });
});

it.each([
  [{ dialect: '{"auth_headr":"X"}' }, /^Dialect: .*auth_headr is not a key of the dialect/],
  [{ dialect: '{"roles":["A",""]}' }, /^Dialect: .*roles\.1 takes a list of texts/],
  [{ dialect: 'X-Api-Key' }, /^Dialect: The dialect takes standard or ondorse, or a JSON object/],
  [{ stepSeconds: 300 }, /^Seconds for a Step takes a number of seconds from 0.001 to 55/],
  [{ timeoutSeconds: -1 }, /^Seconds for a Request takes a number of seconds/],
])('refuses %j by the label of the field', async (own, message) => {
  await expect(action(own).execute(deal('x'))).rejects.toThrow(message);
  expect(cases()).toBe(0);
});
