/** What the built app and the sandbox settle between them beside the journey, over real HTTP. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';

// @ts-expect-error The bundle has no types.
import app from '../../dist/app.cjs';
import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { all, random } from '../support/amount.ts';
import { submitPortal } from '../../demo/client.ts';
import { startCache, type Cache } from '../../zapier/local/cache.ts';
import { listen } from '../../zapier/local/listen.ts';
import { until } from '../../zapier/local/until.ts';
import { failure, runner } from '../support/app.ts';
import { bundleFor, examples } from '../support/examples.ts';

type Item = Record<string, any>;

let zapier: ReturnType<typeof runner>;
let cache: Cache;
let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof listen>>;
let received: { headers: object; content: string }[] = [];
let targetUrl: string;
/** The status of its answer to a delivery. */
let statusOfAnswer: () => Promise<number>;
let tests = 0;

beforeAll(async () => {
  cache = await startCache();
  zapier = runner(app, cache.event);
  sandbox = await createSandbox({ deliveryFactor: 0.002, smtpPort: 0 });
  receiver = await listen(async ({ path, headers, content }, response) => {
    // A delivery of an earlier test may still be under way.
    if (!targetUrl.endsWith(path)) return response.end();
    received.push({ headers, content });
    return response.writeHead(await statusOfAnswer()).end();
  });
});
afterAll(async () => {
  cache.close();
  receiver.close();
  await sandbox.close();
});
beforeEach(() => {
  cache.clear();
  sandbox.setUp({});
  sandbox.reset();
  received = [];
  statusOfAnswer = async () => 200;
  targetUrl = `${receiver.url}/hook-${++tests}`;
});

const run = <T = Item>(method: string, bundle: object = {}) =>
  zapier<T>(method, { authData: { base_url: sandbox.url, api_key: sandbox.apiKey }, ...bundle });
const create = (key: string, inputData: object, more: object = {}) =>
  run(`creates.${key}.operation.perform`, { inputData, ...more });
const search = (key: string, inputData: object) =>
  run<Item[]>(`searches.${key}.operation.perform`, { inputData });
const subscribe = (trigger: string) =>
  run(`triggers.${trigger}.operation.performSubscribe`, { targetUrl });
const business = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  country: 'FRA',
  registration_number: '552100554',
};

/** What the trigger makes of the first delivery of its event that starts a Zap. */
async function next(
  trigger: string,
  type: string,
  subscribeData: object,
  inputData = {},
): Promise<Item[]> {
  for (let seen = 0; ; seen++) {
    const delivery = await until(
      `event ${type}${seen ? `, one after the ${seen} that started no Zap` : ''}`,
      () => received.filter(({ content }) => content.includes(`"type":"${type}"`))[seen],
    );
    const items = await run<Item[]>(`triggers.${trigger}.operation.perform`, {
      inputData,
      subscribeData,
      rawRequest: delivery,
      cleanedRequest: JSON.parse(delivery.content),
    });
    if (items.length) return items;
  }
}

it.each([
  ['autoapprove', 'approved', 'Low'],
  ['autoreject', 'rejected', 'High'],
  ['forbidden', 'in_review', 'Forbidden'],
  ['Lumen', 'in_review', 'Low'],
])('has a case that is no draft in the workflow at once: %s', async (name, status, risk) => {
  const created = await create('create_case', { ...business, organization_name: `${name} Ltd` });
  expect(created).toMatchObject({ status_review: status, risk_level_name: risk });
});

describe('the status of a case', () => {
  const [waiting, draft, ready] = ['Waiting for Client', 'Draft', 'Ready for Decision'];
  const statusOf = async (application_id: string) =>
    (await search('find_case', { application_id }))[0]!.status_text as string;
  const request = { reason: 'The extract is old', fields: ['vat_number'] };
  /** What happens to a case, and the event of it. */
  const moves = {
    submit: ({ portal_link }: Item) => submitPortal(portal_link, { id: '1', subject: 'business' }),
    approve: ({ id }: Item) =>
      create('record_decision', { application_id: id, decision: 'approved' }),
    reject: ({ id }: Item) =>
      create('record_decision', { application_id: id, decision: 'rejected', text: 'On a list' }),
    ask: ({ id }: Item) => sandbox.act.ask(id, request),
    close: ({ id }: Item) => sandbox.act.close(id),
  };
  const told = {
    submit: ['case_submitted', 'application.submitted'],
    approve: ['case_review_updated', 'application.review_updated'],
    reject: ['case_review_updated', 'application.review_updated'],
    ask: ['collect_opened', 'collect.opened'],
    close: ['collect_closed', 'collect.closed'],
  } as const;
  type Name = keyof typeof moves;
  /** The status after each; a portal that is closed before it is used leaves a draft. */
  const after: Record<Name, string> = {
    submit: ready,
    approve: 'Approved',
    reject: 'Rejected',
    ask: waiting,
    close: 'In Review',
  };
  /**
   * What happens to a deal after Start Onboarding, whose defaults nobody touches. Without `TESTS=all`
   * every second one is tried.
   */
  const ways: Name[][] = [
    [],
    ['submit'],
    ['submit', 'approve'],
    ['submit', 'reject'],
    ['submit', 'ask'],
    ['submit', 'ask', 'close'],
    ['submit', 'ask', 'submit', 'approve'],
    ['submit', 'ask', 'submit', 'ask'],
    ['submit', 'approve', 'ask'],
    ['submit', 'approve', 'ask', 'submit', 'reject'],
    ['submit', 'reject', 'ask', 'submit', 'approve'],
    ['close'],
    ['close', 'ask', 'submit', 'approve'],
    ['ask', 'submit', 'reject'],
    ['ask', 'close'],
  ];

  /** Does the work, and sees the statuses and summaries of its event, the next read and a change. */
  async function seenAfter(name: Name, made: Item, hooks: Record<string, object>) {
    received = [];
    await moves[name](made);
    const [trigger, type] = told[name];
    const application_id = made.id as string;
    const seen = [
      ...(await next(trigger, type, hooks[trigger]!)),
      ...(await search('find_case', { application_id })),
      await create('update_case', { application_id, local_number: String(++changes) }),
    ];
    return seen.map(({ status_text, summary }) => [status_text, summary] as [string, string]);
  }
  let changes = 0;
  const portals = () => sandbox.act.counts().portals;
  const hooksOf = async () => {
    const triggers = [...new Set(Object.values(told).map(([trigger]) => trigger))];
    return Object.fromEntries(
      await Promise.all(triggers.map(async (trigger) => [trigger, await subscribe(trigger)])),
    ) as Record<string, object>;
  };

  it.each<[input: object, closed: string, ways: Name[][]]>([
    [{}, draft, ways.filter((_, index) => all || index % 2 === 0)],
    // Only a portal that is closed before it is used tells the two apart.
    [{ is_draft: 'no' }, 'In Review', ways.filter((way) => way.includes('close'))],
  ])('is the same in step, event and next read of deals with %j', async (more, closed, tried) => {
    const hooks = await hooksOf();
    for (const [index, way] of tried.entries()) {
      const external_reference = `deal-${index + 1}`;
      const deal = { external_reference, custom_fields: { deal_id: external_reference } };
      const made = await create('start_onboarding', { ...business, ...more, ...deal });
      expect([made.status_text, made.summary, await statusOf(made.id)]).toEqual(
        Array(3).fill(waiting),
      );
      for (const [step, name] of way.entries()) {
        const isNew = !way.slice(0, step).includes('submit');
        const status = name === 'close' && isNew ? closed : after[name];
        // Only the event of a request names what is missing.
        const first = name === 'ask' ? `${waiting}: VAT Number` : status;
        const lines = [first, status, status].map((summary) => [status, summary]);
        expect([way, name, ...(await seenAfter(name, made, hooks))]).toEqual([way, name, ...lines]);
        const isDecided = ['Approved', 'Rejected'].includes(status);
        if (!isDecided && status !== waiting) continue;
        // A decided client gets a link only once the service asks again; nothing else opens one.
        const before = portals();
        const portal_link = isDecided ? null : expect.stringContaining('/portals/');
        const { id: application_id } = made;
        expect(await create('create_portal', { application_id })).toMatchObject({
          application_id,
          portal_link,
        });
        expect(portals()).toBe(before);
      }
    }
  });
});

it.each<[what: string, status: number]>([
  ['whose hook address is gone', 410],
  ['of a Zap that is switched off meanwhile', 500],
])('ends all deliveries of a subscription %s', async (_, status) => {
  const subscribeData = await subscribe('case_submitted');
  const end = () => run('triggers.case_submitted.operation.performUnsubscribe', { subscribeData });
  statusOfAnswer = async () => {
    if (status === 500) await end();
    return status;
  };
  const { id: application_id } = await create('create_case', { ...business, is_draft: true });
  for (let count = 0; count < 3; count++)
    sandbox.act.emit({ application_id, type: 'application.submitted' });
  const { deliveries } = sandbox.act;
  await until('the attempt', () => deliveries().some(({ attempts }) => attempts > 0));
  expect(deliveries().map(({ state }) => state)).toEqual(['dropped', 'dropped', 'dropped']);
  expect([received.length, sandbox.act.counts().webhooks]).toEqual([1, 0]);
  expect(await end()).toEqual({});
});

it('asks for the documents of the form, and invites to the address for sign-in', async () => {
  sandbox.setUp({ unknown_fields: 'refuse' });
  const { application_id } = await create('create_case', { ...business, is_draft: true });
  const form = await run<Item[]>('creates.create_portal.operation.inputFields', {
    inputData: {},
  });
  const [{ value }] = form.find(({ key }) => key === 'documents')!.choices as [Item];
  const { portal_link, not_taken } = await create('create_portal', {
    application_id,
    ask_for: 'documents',
    documents: [value],
    sign_in_email: 'ines@lumen.example',
    theme: 'night',
    redirect_url: 'https://www.example.com/thanks',
  });
  expect(not_taken).toEqual([]);
  expect(await (await fetch(portal_link)).text()).toContain('Registration certificate');
  const [letter] = sandbox.act.mails();
  expect(letter).toMatchObject({ to: ['ines@lumen.example'], links: [portal_link] });
});

/** The steps that make something, and how often their replay makes it, in silence or told. */
it.each([
  'create_case',
  'start_onboarding',
  'create_portal',
  'add_related_person',
  'add_related_business',
  'update_case',
  'upload_document',
  'record_decision',
])(
  'makes nothing twice in silence where the answer to %s is lost, and it is run again',
  async (key) => {
    const { application_id } = await create('create_case', { ...business, is_draft: true });
    const before = sandbox.act.counts();
    const { run: method, requests } = examples[key]!;
    const bundle = bundleFor(examples[key]!, application_id);
    const first = requests.findIndex((one) => one.method !== 'GET');
    sandbox.faults.add({ path: '/', skip: first, kind: 'lost' });
    const { message } = await failure(run(method, bundle));
    await run(method, bundle).catch(() => undefined);
    const after = sandbox.act.counts();
    const twice = Object.keys(after).filter((kind) => {
      const name = kind as keyof typeof after;
      return after[name] - before[name] > 1;
    });
    // A portal and a decision have no identity: the message says that they may be there.
    const isTold = message.includes('may have carried out');
    expect(twice.filter((kind) => !isTold || !['portals', 'decisions'].includes(kind))).toEqual([]);
  },
);

/** The value of a text field as a browser reads it from the page. */
function fieldValue(html: string, name: string): string | undefined {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`)
    .exec(html)?.[1]
    ?.replace(/&([a-z]+|#39);/g, (_, entity: string) => entities[entity] ?? '?');
}

describe('text in any script', () => {
  const anyName = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
    .filter((text) => text.trim() !== '' && !text.includes('\0'));

  it('comes back unchanged through connector, API, database and portal', () =>
    fc.assert(
      fc.asyncProperty(anyName, anyName, async (text, changed) => {
        const { id, portal_link } = await create('start_onboarding', {
          subject: 'business',
          organization_name: text,
          country: 'FR',
          // The same input twice would be the same case, which is submitted already.
          external_reference: randomUUID(),
        });
        const html = await (await fetch(`${portal_link}?step=details`)).text();
        expect(fieldValue(html, 'organization_name')).toBe(text.trim());
        const filledIn = { organization_name: changed, country: 'FR', registration_number: '1' };
        const answer = await fetch(`${portal_link}/details`, {
          method: 'POST',
          body: new URLSearchParams(filledIn),
          headers: { origin: sandbox.url },
          redirect: 'manual',
        });
        expect(answer.status).toBe(303);
        await submitPortal(portal_link, { id: '1', subject: 'business' });
        const [found] = await search('find_case', { application_id: id });
        expect(found).toMatchObject({ name: changed.trim(), is_draft: false });
      }),
      random(100),
    ));
});
