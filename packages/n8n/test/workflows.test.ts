/** The workflows to import: complete, and our steps run as they stand in the file. */
import { readdirSync, readFileSync } from 'node:fs';
import { NodeHelpers, type IDataObject, type INode } from 'n8n-workflow';

import { createSandbox, type Sandbox } from '../../sandbox/server.tsx';
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
import { latestEvent } from './events.ts';

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
  owner: '77',
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
  const { workflow, portals } = sandbox.services;
  const { application_id } = workflow.create('API', {
    business: { organization_name: deal.company },
    external_reference: deal.id,
    custom_fields: { deal_id: deal.id, email: deal.email },
    is_draft: true,
  });
  const ask = { reason: 'An extract is missing', fields: [], documents: ['ID'] };
  if (parameters.event === 'collect_opened') {
    portals.requestInformation('Reviewer', application_id, ask);
  } else {
    workflow.submitFromPortal(application_id, false);
    workflow.decide('Reviewer', application_id, { status: 'approved' });
  }
  const type = events[parameters.event as keyof typeof events];
  const { payload, headers } = latestEvent(sandbox, secret, type);
  const byHand = { dialect: '{"webhooks":null}', webhookSecret: secret };
  const credential = { baseUrl: sandbox.url, apiKey, ...byHand };
  const open = openWorkflow('complianceOnboardingTrigger', credential);
  const { started: items } = await open.deliver(parameters as IDataObject, payload, headers);
  expect([name, items.length]).toEqual([name, 1]);
  return items[0]!;
}

const link = expect.stringMatching(/https?:\/\/\S+\/portals\/\S+\n[^]*Your company$/);
const mail = (subject: string) => ({ toEmail: deal.email, subject, text: link });
const toCrm = (jsonBody: unknown) => ({ url: 'https://crm.example/deals', jsonBody });
const decision = expect.stringMatching(
  /^{"deal":"10482","status":"Approved","decision":"approved","decided":"[\d-]+T[\d:.]+Z","reason":null}$/,
);
const newCase = ['/api/applications', '/api/applications/{case}/portals'];

const subjects = {
  link: 'Please complete your verification',
  first: 'Reminder: your verification is not complete',
  second: 'Second reminder: your verification is not complete',
  last: 'Last reminder: your verification is not complete',
};

/** By the start of each workflow: what leaves n8n, and what is made at the service. */
const expected: Record<string, object> = {
  'deal-to-case.json': {
    CRM: {
      sent: [
        mail(subjects.link),
        toCrm(
          expect.stringMatching(
            /^{"deal":"10482","status":"Waiting for Client","case":"app_[\w-]+","link":"http[^"]+\/portals\/[^"]+","link_sent":"[\d-]+T[\d:.]+Z"}$/,
          ),
        ),
        ...[subjects.first, subjects.second, subjects.last].map(mail),
        {
          url: 'https://crm.example/tasks',
          jsonBody:
            '{"deal":"10482","owner":"77","text":"The client has not answered three reminders"}',
        },
      ],
      posts: newCase,
    },
  },
  'decision-to-deal.json': {
    'Case Reviewed': { sent: [toCrm(decision)], posts: [] },
  },
  'demo.json': {
    Start: { sent: [], posts: [...newCase, '/applications/{case}/decisions'] },
  },
  'information-requested.json': {
    'New Information Request': {
      sent: [
        {
          ...mail('We need something more from you'),
          text: expect.stringMatching(
            /An extract is missing\nID\n[^]*\/portals\/\S+\n\nYour company$/,
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
          expect.stringMatching(
            /^{"deal":"10482","link":"http[^"]+\/portals\/[^"]+","link_sent":"[\d-]+T[\d:.]+Z"}$/,
          ),
        ),
      ],
      posts: ['/api/portals'],
    },
    'New Submission': {
      sent: [
        toCrm(
          expect.stringMatching(
            /^{"deal":"10482","case":"app_[\w-]+","status":"Approved","submitted":"[\d-]+T[\d:.]+Z"}$/,
          ),
        ),
      ],
      posts: [],
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
      const run = await runWorkflow(file, { baseUrl: sandbox.url, apiKey }, start.name, item);
      ran.push(...run.ran);
      outcomes[start.name] = { sent: run.sent, posts: posts().slice(before) };
    }
    expect(ran.sort()).toEqual(file.nodes.map((node) => node.name).sort());
    expect(outcomes).toEqual(expected[name]);
    if (name === 'demo.json') {
      const [stored] = sandbox.services.cases.list({}, 2);
      expect(stored).toMatchObject({
        external_reference: '10482-kyb',
        status_review: 'approved',
      });
    }
  });
});

/** What a client or a reviewer does on a day after the link, and the letters and tasks that come of it. */
describe('the reminders of deal-to-case.json', () => {
  const [, file] = files.find(([name]) => name === 'deal-to-case.json')!;
  const { first, second, last } = subjects;
  const submit = (id: string) => sandbox.services.workflow.submitFromPortal(id, false);
  const close = (id: string) => sandbox.services.portals.close(id);
  it.each([
    ['a fast client', 1, submit, [subjects.link]],
    ['a client who submits between two reminders', 4, submit, [subjects.link, first]],
    ['a slow client', 7, submit, [subjects.link, first, second]],
    ['a closed portal', 3, close, [subjects.link, first]],
    ['a silent client', 11, submit, [subjects.link, first, second, last, 'task']],
  ])('%s', async (_, day, act, wanted) => {
    await sandbox.close();
    sandbox = await createSandbox();
    const { clock, cases } = sandbox.services;
    let today = 0;
    const pass = (days: number) => {
      for (const end = today + days; today < end;) {
        today++;
        clock.advance(24 * 3600 * 1000);
        if (today === day) act(cases.list({}, 2)[0]!.application_id);
      }
    };
    const credential = { baseUrl: sandbox.url, apiKey };
    const { sent } = await runWorkflow(file, credential, 'CRM', { body: deal }, pass);
    const came = sent.flatMap(({ subject, url }) =>
      String(url).endsWith('/tasks') ? 'task' : (subject ?? []),
    );
    expect(came).toEqual(wanted);
  });
});

const series = Object.values(subjects);
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
  });

  it('do not come, and nothing is made, if the deal has its link', async () => {
    const before = posts();
    expect(await lettersFor({ ...deal, link_sent: '2026-11-22T10:00:00Z' })).toEqual([]);
    expect(posts()).toEqual(before);
  });
});
