/**
 * A week of deals in each CRM, with the account set up as the guide says: the Zaps of the recipes
 * run on the sandbox's clock, in the built app. At the end each deal says where its client stands,
 * and the mailbox shows who got what, and when.
 */
import type { CrmDeal } from '../../demo/crm.ts';
import { letters } from '../../demo/recipes/letters.ts';
import { headless, ready, redirection } from '../../demo/recipes/own-app.ts';
import { crmNames, ownAddress, priceOf } from '../../demo/recipes/recipes.ts';
import type { Application } from '../../service/contract.ts';
import { mailsTo, openWorld, type DemoWorld } from '../../demo/world.ts';
import { submitPortal } from '../../demo/client.ts';
import { all } from '../support/amount.ts';

const lastDay = 8;

type Sent = [day: number, letter: keyof typeof letters, to?: 'new address'];
interface Client {
  what: string;
  zap?: Parameters<DemoWorld['move']>[1];
  company?: { organization_name?: string; country?: string; registration_number?: string };
  /** The deal's own fields at first. */
  fields?: Record<string, string>;
  /** What happens on a day, after the Zaps that waited for it have gone on. */
  days: Record<number, string[]>;
  sent: Sent[];
  status?: string;
  summary?: string;
  problem?: string;
  /** The number that the registry alone has. */
  number?: string;
}

const asked = 'Waiting for Client: VAT Number, Registration Certificate';
const link: Sent = [0, 'link'];
const reminder: Sent = [3, 'reminder'];
const clients: Client[] = [
  { what: 'fast', days: { 1: ['submit'], 2: ['approved'] }, sent: [link], status: 'Approved' },
  { what: 'slow', days: { 5: ['submit'] }, sent: [link, reminder], status: 'Ready for Decision' },
  { what: 'silent', days: {}, sent: [link, reminder], status: 'Waiting for Client' },
  {
    what: 'asked again just before the reminder',
    days: { 1: ['submit'], 2: ['ask'] },
    sent: [link, [2, 'request']],
    status: 'Waiting for Client',
    summary: asked,
  },
  {
    what: 'asked again after the approval',
    days: { 1: ['submit'], 2: ['approved'], 4: ['ask'], 6: ['answer'] },
    sent: [link, [4, 'request']],
    status: 'Ready for Decision',
  },
  {
    what: 'another link',
    days: { 1: ['relink'] },
    sent: [link, reminder],
    status: 'Waiting for Client',
  },
  {
    what: 'another address',
    days: { 1: ['readdress'], 4: ['submit'], 5: ['ask'] },
    sent: [link, [3, 'reminder', 'new address'], [5, 'request', 'new address']],
    status: 'Waiting for Client',
    summary: asked,
  },
  { what: 'lost', days: { 2: ['lose'] }, sent: [link], status: 'Waiting for Client' },
  {
    what: 'lost, and asked again',
    days: { 1: ['submit'], 2: ['lose'], 4: ['ask'] },
    sent: [link],
    status: 'Waiting for Client',
    summary: asked,
  },
  { what: 'deleted', days: { 2: ['delete'] }, sent: [link] },
  {
    what: 'rejected',
    days: { 1: ['submit'], 2: ['rejected'] },
    sent: [link],
    status: 'Rejected',
  },
  {
    what: 'moved again',
    days: { 0: ['move'], 1: ['move'], 2: ['submit'] },
    sent: [link],
    status: 'Ready for Decision',
  },
  {
    what: 'decided, and moved again without its case',
    days: { 1: ['submit'], 2: ['approved'], 4: ['move anew'] },
    sent: [link],
    status: 'Approved',
  },
  { what: 'the first letter', zap: 'firstLetter', days: {}, sent: [] },
  { what: 'with the address', zap: 'client', days: {}, sent: [link] },
  { what: 'with the company', zap: 'company', days: {}, sent: [link] },
  {
    what: 'without a reminder',
    zap: 'writeBack',
    days: { 1: ['submit'] },
    sent: [link],
    status: 'Ready for Decision',
  },
  { what: 'no address', fields: { 'Onboarding Email': '' }, days: {}, sent: [] },
  { what: 'a copy of another deal', fields: { 'Onboarding Case': 'AN1' }, days: {}, sent: [] },
  {
    what: 'wrong country',
    company: { country: 'Atlantis' },
    days: {},
    sent: [],
    problem: '"Atlantis"',
  },
  {
    what: 'person',
    zap: 'person',
    fields: { 'Onboarding Last Name': 'Quill' },
    days: { 1: ['submit'], 2: ['approved'] },
    sent: [link],
    status: 'Approved',
  },
  {
    what: 'imported',
    days: { 1: ['approved'] },
    sent: [],
    status: 'Approved',
  },
  {
    what: 'two reminders',
    zap: 'twoReminders',
    days: {},
    sent: [link, reminder, [7, 'reminder']],
    status: 'Waiting for Client',
  },
  {
    what: 'the only one in the registry',
    zap: 'registry',
    company: { organization_name: 'Northfield Analytics Ltd', registration_number: '' },
    days: {},
    sent: [link, reminder],
    status: 'Waiting for Client',
    number: '11903345',
  },
  {
    what: 'one of several in the registry',
    zap: 'registry',
    company: { organization_name: 'Ltd', registration_number: '' },
    days: {},
    sent: [link, reminder],
    status: 'Waiting for Client',
  },
  {
    what: 'portal first',
    zap: 'portalFirst',
    days: { 1: ['submit'], 2: ['approved'] },
    sent: [link],
    status: 'Approved',
  },
  {
    what: 'portal first, silent',
    zap: 'portalFirst',
    days: {},
    sent: [link, reminder],
    status: 'Waiting for Client',
  },
];

const named = /^(imported|another link|deleted|wrong country|fast|silent|the first letter)$/;
/** Without `TESTS=all` a CRM has a third of them, and those that a test names; each has its CRM. */
const clientsOf = (crm: number) =>
  clients.filter(({ what }, index) => all || named.test(what) || index % 3 === crm % 3);

const isNew = ({ what }: Client) => what !== 'imported';
const addressOf = ({ what }: Client) => `${what.replace(/\W+/g, '-')}@client.example`;
const newAddress = 'new@client.example';

const dealOf = (client: Client, index: number): CrmDeal => ({
  id: String(100 + index),
  company: {
    organization_name: `Client ${index} Ltd`,
    country: 'United Kingdom',
    registration_number: `${8e6 + index}`,
    ...client.company,
  },
  fields: {
    'Onboarding Email': addressOf(client),
    'Onboarding First Name': 'Ada',
    ...client.fields,
  },
});

const ageBefore = process.env.SERVICE_EVENT_AGE_HOURS;
// The sandbox's clock runs ahead of the clock of this computer.
beforeAll(() => (process.env.SERVICE_EVENT_AGE_HOURS = String(24 * (lastDay + 2))));
afterAll(() => {
  if (ageBefore === undefined) delete process.env.SERVICE_EVENT_AGE_HOURS;
  else process.env.SERVICE_EVENT_AGE_HOURS = ageBefore;
});

/** What was asked for, sent by the client. */
async function answer(portal: string): Promise<void> {
  for (const step of ['details', 'fill', 'submit']) {
    const response = await fetch(`${portal}/${step}`, {
      method: 'POST',
      body: new URLSearchParams({ vat_number: 'GB980780684', confirm: 'yes' }),
      headers: { origin: new URL(portal).origin },
      redirect: 'manual',
    });
    expect([step, response.status]).toEqual([step, 303]);
  }
}

/** A case as the API shows it. */
async function caseOf({ url, apiKey }: DemoWorld['sandbox'], id: string) {
  const headers = { authorization: apiKey };
  const response = await fetch(`${url}/api/applications/${id}`, { headers });
  return (await response.json()) as Application;
}

/** The service's import of the client base, and the CRM's import of its cases. */
async function importClient({ sandbox }: DemoWorld, { id, company, fields }: CrmDeal) {
  const { organization_name, registration_number } = company!;
  const [header, row] = [
    'external_reference,incorporation_country,registration_number,organization_name,legal_type,custom_field.deal_id',
    `${id}-kyb,GBR,${registration_number},${organization_name},LTD,${id}`,
  ];
  const body = new FormData();
  body.set('kind', 'business');
  body.set('file', new File([`${header}\n${row}`], 'clients.csv', { type: 'text/csv' }));
  const headers = { origin: sandbox.url };
  await fetch(`${sandbox.url}/back-office/import`, { method: 'POST', headers, body });
  const { application_id } = sandbox.act.cases()[0]!;
  fields['Onboarding Case'] = application_id;
  sandbox.act.submit(application_id);
}

/** What somebody outside the Zaps does. */
async function act(world: DemoWorld, what: string, client: Client, deal: CrmDeal): Promise<void> {
  const id = deal.fields['Onboarding Case']!;
  const portal = deal.fields['Onboarding Link']!;
  if (what === 'move') return world.move(deal, client.zap ?? 'business');
  if (what === 'move anew') {
    deal.fields['Onboarding Case'] = '';
    world.move(deal, 'business');
    deal.fields['Onboarding Case'] = id;
  } else if (what === 'readdress') deal.fields['Onboarding Email'] = newAddress;
  else if (what === 'relink') deal.fields['Onboarding Link'] = `${portal}?lang=fr`;
  else if (what === 'lose') deal.isLost = true;
  else if (what === 'delete') world.crm.deals.splice(world.crm.deals.indexOf(deal), 1);
  else if (what === 'answer') await answer(portal);
  else if (what === 'submit') {
    const subject = client.zap === 'person' ? 'person' : 'business';
    await submitPortal(portal, { id: deal.id, subject });
  } else if (what === 'ask') {
    const documents = ['REGISTRATION_CERTIFICATE'];
    world.sandbox.act.ask(id, {
      reason: 'The extract is old.',
      fields: ['vat_number'],
      documents,
    });
  } else world.sandbox.act.decide(id, { status: what, text: 'Not for the eyes of sales' });
}

describe.each(crmNames)('%s', (name) => {
  let world: DemoWorld;
  const ofCrm = clientsOf(crmNames.indexOf(name));
  const deals = new Map(ofCrm.map((client, index) => [client, dealOf(client, index)]));
  /** The letters by day. */
  const sent = new Map<string, string[]>();

  beforeAll(async () => {
    world = await openWorld([...deals.values()], name);
    const imported = [...deals].find(([client]) => !isNew(client))![1];
    await importClient(world, imported);
    for (const [client, deal] of deals) world.move(deal, client.zap ?? 'business');
    const counts = new Map<string, number>();
    for (let day = 0; day <= lastDay; day++) {
      await world.settle();
      for (const [client, deal] of deals)
        for (const event of client.days[day] ?? []) await act(world, event, client, deal);
      await world.settle();
      for (const address of [newAddress, ...ofCrm.map(addressOf)]) {
        const mails = mailsTo(world, address);
        const fresh = mails.slice(counts.get(address) ?? 0);
        counts.set(address, mails.length);
        const lines = fresh.map(({ subject }) => `${day} ${subject}`);
        sent.set(address, [...(sent.get(address) ?? []), ...lines]);
      }
      world.pass();
    }
    await world.settle();
  }, 300_000);
  afterAll(() => world.close());

  it.each(ofCrm)('$what: these letters, each to the address of its day', (client) => {
    const wanted = (to?: string) =>
      client.sent
        .filter(([, , address]) => address === to)
        .map(([day, letter]) => `${day} ${letters[letter].subject}`);
    expect(sent.get(addressOf(client))).toEqual(wanted());
    if (client.what === 'another address')
      expect(sent.get(newAddress)).toEqual(wanted('new address'));
  });

  it.each(ofCrm)('$what: the deal says where its client stands', async (client) => {
    const { id, fields } = deals.get(client)!;
    const { status, summary = status, problem } = client;
    if (problem) {
      expect(fields['Onboarding Problem']).toMatch(/^Start Onboarding stopped\./);
      expect(world.problems.get(deals.get(client)!)?.message).toContain(problem);
    }
    if (!status) return;
    expect(fields).toMatchObject({ 'Onboarding Status': status, 'Onboarding Summary': summary });
    expect(JSON.stringify(fields)).not.toContain('for the eyes');
    const isSubmitted = Object.values(client.days).flat().includes('submit');
    expect('Onboarding Submitted' in fields).toBe(isSubmitted || !isNew(client));
    if (client.zap === 'portalFirst') return;
    const { sandbox, zapier } = world;
    const found = await caseOf(sandbox, fields['Onboarding Case']!);
    expect(found.external_reference).toBe(`${id}-${client.zap === 'person' ? 'kyc' : 'kyb'}`);
    if (client.zap === 'registry') expect(found.business?.registration_number).toBe(client.number);
    const [now] = await zapier.run<[Record<string, unknown>]>(
      'searches.find_case.operation.perform',
      { inputData: { application_id: fields['Onboarding Case'] } },
    );
    expect(now.status_text).toBe(status);
  });

  it('nobody gets the link of another client, and a reminder has the link of its day', async () => {
    for (const [client, { fields }] of deals) {
      const links = mailsTo(world, addressOf(client)).flatMap((mail) => mail.links);
      const portals = links.filter((one) => one.includes('/portals/'));
      const own = fields['Onboarding Link'];
      // The Zaps of the first additions write nothing to the deal.
      if (!own) continue;
      expect(portals.filter((one) => !own?.startsWith(one))).toEqual([]);
      if (client.what === 'another link') expect(portals.at(-1)).toBe(own);
    }
  });

  it('brings the first letter to yourself, with the link to the page of that case', async () => {
    const [first, ...more] = mailsTo(world, ownAddress);
    expect(more).toEqual([]);
    const page = await (await fetch(first!.links[0]!)).text();
    const [, deal] = [...deals].find(([{ zap }]) => zap === 'firstLetter')!;
    expect(page).toContain(deal.company!.organization_name);
  });

  it('makes one case per deal, and no run fails but those that must', () => {
    const cases = world.sandbox.act.cases();
    const references = cases.map(({ external_reference }) => external_reference);
    expect(new Set(references).size).toBe(references.length);
    const failed = [...deals].filter(([, deal]) => world.problems.has(deal));
    const isGone = name === 'hubspot' ? ['deleted', 'wrong country'] : ['wrong country'];
    expect(failed.map(([{ what }]) => what)).toEqual(isGone);
  });

  it('a smooth deal costs the tasks that the guide says, and one more for In Review', () => {
    const { smooth, reminded } = priceOf(name);
    const tasksOf = (what: string) =>
      world.tasks.get([...deals].find(([client]) => client.what === what)![1]);
    expect(tasksOf('fast')).toBe(smooth + 1);
    // The silent client has no events.
    expect(tasksOf('silent')).toBe(reminded - 2);
  });
});

describe('an own app', () => {
  const account: CrmDeal = { id: 'acc_4711', fields: {} };
  let world: DemoWorld;
  beforeAll(async () => (world = await openWorld([account], 'hubspot', [redirection[1], ready])));
  afterAll(() => world.close());

  it('gets a link, and learns the approval', async () => {
    const sentToPortal = redirection[0];
    world.start(sentToPortal, sentToPortal[0]!.sample, account);
    await world.settle();
    const [{ Link }] = world.elsewhere as [Record<string, string>];
    const target = await submitPortal(Link!, { id: '1', subject: 'business' });
    expect(target).toContain('https://app.example.com/welcome-back');
    await world.settle();
    const { application_id } = world.sandbox.act.cases()[0]!;
    world.sandbox.act.decide(application_id, { status: 'approved' });
    await world.settle();
    const [, ...after] = world.elsewhere.map((input) => input.URL ?? input['Message Text']);
    expect(after).toContain('https://app.example.com/accounts/acc_4711/activate');
    expect(after).toContainEqual(expect.stringContaining('is ready for a decision'));
  });

  it('without a portal hands in a case with its director and certificate', async () => {
    world.start(headless, headless[0]!.sample, account);
    await world.settle();
    expect(world.problems.get(account)).toBeUndefined();
    const [newest] = world.sandbox.act.cases();
    const found = await caseOf(world.sandbox, newest!.application_id);
    expect(found).toMatchObject({
      external_reference: expect.stringMatching(/^form-/),
      is_draft: false,
    });
  });
});
