/** The workflows to import: complete, and our steps run as they stand in the file. */
import { readdirSync, readFileSync } from 'node:fs';
import { NodeHelpers, type IDataObject, type INode } from 'n8n-workflow';

import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
import { letters } from '../../../demo/recipes/letters.ts';
import { events } from '../../../service/contract.ts';
import {
  action,
  apiKey,
  completed,
  openWorkflow,
  ownPrefix,
  runWorkflow,
  trigger,
  type WorkflowFile,
} from './engine.ts';
import { call, latestEvent } from './events.ts';

const files = readdirSync('packages/n8n/workflows').map((file): [string, WorkflowFile] => [
  file,
  JSON.parse(readFileSync(`packages/n8n/workflows/${file}`, 'utf8')) as WorkflowFile,
]);
const own = ({ nodes }: WorkflowFile) => nodes.filter(({ type }) => type.startsWith(ownPrefix));

/** What a CRM hands over. */
const deal = {
  id: '10482',
  company: 'Lumen Studio SAS',
  country: 'France',
  registration_number: '552100554',
  email: 'finance@lumen.example',
  first_name: 'Ada',
};

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

/** What makes something at the service: its POSTs, in their order. */
const posts = () =>
  sandbox
    .requests()
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => path.replace(/app_[\w-]+/, '{case}'))
    .reverse();

const secret = `whsec_${Buffer.from('a secret of this test, long enough').toString('base64')}`;

/** The item of our trigger: it gets the event of a case, signed, and reads the case. */
async function started({ name, parameters }: INode): Promise<IDataObject> {
  const { create, ask, submit, decide } = sandbox.act;
  const { application_id } = create({
    business: { organization_name: deal.company },
    external_reference: deal.id,
    custom_fields: { deal_id: deal.id },
    is_draft: true,
  });
  if (parameters.event === 'collect_opened') {
    ask(application_id, { reason: 'An extract is missing', documents: ['ID'] });
  } else {
    submit(application_id);
    decide(application_id, { status: 'approved' });
  }
  const type = events[parameters.event as keyof typeof events] ?? events.case_review_updated;
  const { payload, headers } = latestEvent(sandbox, secret, type);
  const byHand = { dialect: '{"webhooks":null}', webhookSecret: secret };
  const credential = { baseUrl: sandbox.url, apiKey, ...byHand };
  const open = openWorkflow('complianceOnboardingTrigger', credential);
  const { started: items } = await open.deliver(parameters as IDataObject, payload, headers);
  expect([name, items.length]).toEqual([name, 1]);
  return items[0]!;
}

const link = expect.stringMatching(
  /^Hello Ada,\n[^]*https?:\/\/\S+\/portals\/\S+\n[^]*\[our company\]$/,
);
const mail = (subject: string) => ({ toEmail: deal.email, subject, text: link });
const toCrm = (body: RegExp) => ({
  url: 'https://crm.example/deals',
  jsonBody: expect.stringMatching(body),
});
const newCase = ['/api/applications', '/api/applications/{case}/portals'];

const subjects = Object.fromEntries(
  Object.entries(letters).map(([name, { subject }]) => [name, subject]),
) as Record<keyof typeof letters, string>;

/** By the start of each workflow: what leaves n8n, and what is made at the service. */
const expected: Record<string, object> = {
  'deal-to-case.json': {
    CRM: {
      sent: [
        mail(subjects.link),
        toCrm(
          /^{"deal":"10482","case":"app_[\w-]+","link":"http[^"]+\/portals\/[^"]+","status":"Waiting for Client","summary":"Waiting for Client","link_sent":"[\d-]+T[\d:.]+Z"}$/,
        ),
        mail(subjects.reminder),
      ],
      posts: newCase,
    },
  },
  'events-to-deal.json': {
    'New Event': {
      sent: [
        toCrm(
          /^{"deal":"10482","case":"app_[\w-]+","link":[^,]+,"status":"Approved","summary":"Approved","submitted":[^,]+}$/,
        ),
      ],
      posts: [],
    },
  },
  'demo.json': {
    Start: { sent: [], posts: [...newCase, '/applications/{case}/decisions'] },
  },
  'information-requested.json': {
    'New Information Request': {
      sent: [
        {
          ...mail(subjects.request),
          text: expect.stringMatching(
            /^Hello Ada,\n[^]*\nID\nAn extract is missing\n[^]*\/portals\/\S+\n[^]*\[our company\]$/,
          ),
        },
      ],
      posts: [],
    },
  },
  'portal-first.json': {
    CRM: {
      sent: [
        mail(subjects.link),
        toCrm(
          /^{"deal":"10482","link":"http[^"]+\/portals\/[^"]+","link_sent":"[\d-]+T[\d:.]+Z"}$/,
        ),
      ],
      posts: ['/api/portals'],
    },
  },
};

describe.each(files)('%s', (name, file) => {
  it('names only nodes that are there, and only parameters that the nodes have', () => {
    const names = file.nodes.map((node) => node.name);
    expect(new Set(names).size).toBe(names.length);
    for (const [from, { main }] of Object.entries(file.connections)) {
      expect(names).toEqual(expect.arrayContaining([from, ...main!.flat().map((to) => to!.node)]));
    }
    for (const node of own(file)) {
      const type = node.type.endsWith('Trigger') ? trigger : action;
      const parameters = completed(type, node.parameters as IDataObject, node);
      const menus = ['resource', 'operation', 'event'];
      const entries = Object.entries(node.parameters).filter(([key]) => !menus.includes(key));
      for (const [key, value] of entries) expect([key, parameters?.[key]]).toEqual([key, value]);
      expect(
        NodeHelpers.getNodeParametersIssues(type.description.properties, node, type.description),
      ).toBeNull();
    }
  });

  it('runs in the engine from each of its starts, and asks the service for no more than it needs', async () => {
    const targets = Object.values(file.connections).flatMap(({ main }) =>
      main!.flat().map((to) => to!.node),
    );
    const starts = file.nodes.filter((node) => !targets.includes(node.name));
    const outcomes: Record<string, { sent: IDataObject[]; posts: string[] }> = {};
    const ran: string[] = [];
    for (const start of starts) {
      // What n8n remembers is of another service.
      await sandbox.close();
      sandbox = await createSandbox();
      const item = start.type.startsWith(ownPrefix) ? await started(start) : { body: deal };
      const before = posts().length;
      const credential = { baseUrl: sandbox.url, apiKey };
      const run = await runWorkflow(file, credential, start.name, item, undefined, () => deal);
      ran.push(...run.ran);
      outcomes[start.name] = { sent: run.sent, posts: posts().slice(before) };
    }
    expect(ran.sort()).toEqual(file.nodes.map((node) => node.name).sort());
    expect(outcomes).toEqual(expected[name]);
    if (name === 'demo.json') {
      const [stored] = sandbox.act.cases();
      expect(stored).toMatchObject({
        external_reference: '10482-kyb',
        status_review: 'approved',
      });
    }
  });
});

/** What happens before the reminder of deal-to-case.json, and the letters that come of it. */
describe('the reminder of deal-to-case.json', () => {
  const [, file] = files.find(([name]) => name === 'deal-to-case.json')!;
  const { link: first, reminder } = subjects;
  const submit = (id: string) => sandbox.act.submit(id);
  const close = (id: string) => sandbox.act.close(id);
  const replace = async (application_id: string) =>
    (await call(sandbox, 'POST', '/api/portals', { application_id })).link as string;
  const nothing = () => undefined;
  it.each<[string, (id: string) => unknown, IDataObject, string[], to?: string]>([
    ['a fast client', submit, {}, [first]],
    ['a closed portal', close, {}, [first]],
    ['a silent client', nothing, {}, [first, reminder]],
    ['a client with a new link', replace, {}, [first, reminder]],
    ['a lost deal', nothing, { lost: true }, [first]],
    ['a client who is asked again', nothing, { submitted: '2026-03-02' }, [first]],
    ['another address', nothing, { email: 'new@client.example' }, [first, reminder]],
  ])('%s', async (_, act, changed, wanted) => {
    await sandbox.close();
    sandbox = await createSandbox();
    const { cases } = sandbox.act;
    let newLink: unknown;
    const pass = async () => (newLink = await act(cases()[0]!.application_id));
    const credential = { baseUrl: sandbox.url, apiKey };
    const dealNow = { ...deal, ...changed };
    const item = { body: deal };
    const { sent } = await runWorkflow(file, credential, 'CRM', item, pass, () => dealNow);
    const letterMails = sent.filter(({ subject }) => subject);
    expect(letterMails.map(({ subject }) => subject)).toEqual(wanted);
    expect(letterMails.at(-1)!.toEmail).toBe(wanted.length > 1 ? dealNow.email : deal.email);
    if (act === replace) expect(letterMails.at(-1)!.text).toContain(newLink);
  });
});

const series = [subjects.link, subjects.reminder];
describe.each([
  ['deal-to-case.json', series],
  ['portal-first.json', [subjects.link]],
])('the letters of %s', (name, wanted) => {
  const [, file] = files.find(([other]) => other === name)!;
  const lettersFor = async (body: IDataObject) => {
    const credential = { baseUrl: sandbox.url, apiKey };
    const { sent } = await runWorkflow(file, credential, 'CRM', { body });
    return sent.flatMap(({ subject }) => subject ?? []);
  };

  it('come once for a deal that comes again, unless its link is asked for again', async () => {
    const other = { ...deal, id: '10483' };
    expect(await lettersFor(other)).toEqual(wanted);
    expect(await lettersFor(other)).toEqual([]);
    expect(await lettersFor({ ...other, send_again: true })).toEqual(wanted);
    if (name !== 'deal-to-case.json') return;
    const { cases, decide, submit } = sandbox.act;
    const found = cases().find(({ external_reference }) => external_reference === '10483-kyb')!;
    submit(found.application_id);
    decide(found.application_id, { status: 'approved' });
    expect(await lettersFor({ ...other, send_again: true })).toEqual([]);
  });

  it('do not come, and nothing is made, if the deal has its link', async () => {
    const before = posts();
    expect(await lettersFor({ ...deal, link_sent: '2026-11-22T10:00:00Z' })).toEqual([]);
    expect(posts()).toEqual(before);
  });
});
