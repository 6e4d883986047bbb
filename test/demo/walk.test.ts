/**
 * Two weeks of many kinds of clients: the Zaps of the recipes run on the sandbox's clock, in the
 * built app. At the end each deal says where its client stands, and the mailbox shows who got what.
 */
import type { CrmDeal } from '../../demo/crm.ts';
import { letters } from '../../demo/recipes/steps.ts';
import { mailsTo, openWorld, type DemoWorld } from '../../demo/world.ts';
import { submitPortal } from '../../demo/client.ts';

const lastDay = 14;
const first = letters.link.subject;
const [second, third, last] = letters.reminders.map(({ subject }) => subject);
const more = letters.request.subject;

/** The fields of a deal that do not depend on the run. */
type Fields = Partial<
  Record<'Onboarding Status' | 'Onboarding Decision' | 'Decision Reason' | 'Missing Items', string>
>;
interface Client {
  what: string;
  id?: string;
  company?: string;
  country?: string;
  person?: CrmDeal['person'];
  /** What happens on a day, beside the Zaps. */
  days: Record<number, string[]>;
  letters: string[];
  fields: Fields;
  hasTask?: true;
  /** How often the team hears of a decision; once by default. */
  decisions?: number;
  /** The Zap's history names this. */
  problem?: string;
}
const asked = 'See the letter: VAT Number, Registration Certificate The extract is old.';
const waiting = { 'Onboarding Status': 'Waiting for Client' };
const draft = { 'Onboarding Status': 'Draft' };
const ready = { 'Onboarding Status': 'Ready for Decision', 'Missing Items': 'None' };
const approved = {
  'Onboarding Status': 'Approved',
  'Onboarding Decision': 'approved',
  'Decision Reason': 'Approved: All in order',
  'Missing Items': 'None',
};
const clients: Client[] = [
  { what: 'fast', days: { 1: ['submit'], 2: ['approved'] }, letters: [first], fields: approved },
  { what: 'slow', days: { 6: ['submit'] }, letters: [first, second!, third!], fields: ready },
  {
    what: 'silent',
    days: {},
    letters: [first, second!, third!, last!],
    fields: waiting,
    hasTask: true,
  },
  {
    what: 'asked again',
    days: { 1: ['submit'], 3: ['ask'], 6: ['submit'], 7: ['approved'] },
    letters: [first, more, second!],
    fields: approved,
  },
  {
    what: 'asked again and silent',
    days: { 1: ['submit'], 3: ['ask'] },
    letters: [first, more, second!, third!, last!],
    fields: {
      'Onboarding Status': 'Waiting for Client',
      'Missing Items': asked,
    },
    hasTask: true,
  },
  {
    what: 'asked after the approval, silent',
    days: { 1: ['submit'], 2: ['approved'], 3: ['ask'] },
    letters: [first, more, second!, third!, last!],
    fields: {
      ...approved,
      'Onboarding Status': 'Waiting for Client',
      'Missing Items': asked,
    },
    hasTask: true,
  },
  {
    what: 'rejected, then approved without a word',
    days: { 1: ['submit'], 2: ['rejected'], 3: ['approved silently'] },
    letters: [first],
    fields: { ...approved, 'Decision Reason': 'Approved: ' },
    decisions: 2,
  },
  {
    what: 'rejected',
    days: { 1: ['submit'], 2: ['rejected'] },
    letters: [first],
    fields: {
      'Onboarding Status': 'Rejected',
      'Onboarding Decision': 'rejected',
      'Decision Reason': 'Rejected: Not in our policy',
      'Missing Items': 'None',
    },
  },
  {
    what: 'duplicate',
    days: { 0: ['move'], 1: ['submit'], 2: ['move'] },
    letters: [first],
    fields: ready,
  },
  {
    what: 'wrong country',
    country: 'Atlantis',
    days: {},
    letters: [],
    fields: {},
    problem: 'Country: "Atlantis" is not a country',
  },
  {
    what: 'person',
    person: { first_name: 'Ada', last_name: 'Quill', birthday: '1985-11-02' },
    days: { 1: ['submit'], 2: ['approved'] },
    letters: [first],
    fields: approved,
  },
  {
    what: 'two, one',
    company: 'Twin Ltd',
    days: { 1: ['submit'] },
    letters: [first],
    fields: ready,
  },
  {
    what: 'two, other',
    company: 'Twin Ltd',
    days: {},
    letters: [first, second!, third!, last!],
    fields: waiting,
    hasTask: true,
  },
  {
    what: 'renamed',
    days: { 1: ['rename', 'move'], 3: ['submit'] },
    letters: [first, second!],
    fields: ready,
  },
  {
    what: 'reference empty',
    id: '',
    days: {},
    letters: [],
    fields: {},
    problem: 'External Reference',
  },
  // Nobody tells the CRM that a case is gone.
  { what: 'deleted case', days: { 1: ['delete'] }, letters: [first], fields: waiting },
  { what: 'closed portal', days: { 1: ['close'] }, letters: [first], fields: draft, hasTask: true },
];

const dealOf = (
  { what, id, company, country = 'United Kingdom', person }: Client,
  index: number,
): CrmDeal => ({
  id: id ?? String(100 + index),
  email: `${what.replace(/\W+/g, '-')}@client.example`,
  owner: `owner-${index}`,
  ...(person
    ? { person }
    : {
        company: {
          name: company ?? `Client ${index} Ltd`,
          country,
          registration_number: `${8e6 + index}`,
        },
      }),
  fields: {},
});

let world: DemoWorld;
const deals = new Map(clients.map((client, index) => [client.what, dealOf(client, index)]));

/** The client sends what was asked for. */
async function sendRequested(link: string): Promise<void> {
  for (const step of ['details', 'fill', 'submit']) {
    const response = await fetch(`${link}/${step}`, {
      method: 'POST',
      body: new URLSearchParams({ vat_number: 'GB980780684', confirm: 'yes' }),
      headers: { origin: new URL(link).origin },
      redirect: 'manual',
    });
    expect([step, response.status]).toEqual([step, 303]);
  }
}

/** What somebody outside the Zaps does. */
async function act(what: string, deal: CrmDeal): Promise<void> {
  const { workflow, portals, store } = world.sandbox.services;
  const id = deal.fields['Onboarding Case'] ?? '';
  if (what === 'move') return world.move(deal);
  if (what === 'rename') deal.company!.name = 'Renamed Ltd';
  else if (what === 'close') portals.close(id);
  else if (what === 'delete') store.run`delete from cases where application_id = ${id}`;
  else if (what === 'ask') {
    const documents = ['REGISTRATION_CERTIFICATE'];
    const ask = { reason: 'The extract is old.', fields: ['vat_number'], documents };
    portals.requestInformation('Reviewer', id, ask);
  } else if (what === 'submit') {
    const [link] = (await mailsTo(world, deal.email)).at(-1)!.links;
    if (deal.fields['Missing Items']?.includes('VAT')) return sendRequested(link!);
    const subject = deal.person ? 'person' : 'business';
    await submitPortal(link!, { id: deal.id, subject });
  } else {
    const [status, isSilent] = what.split(' ') as [string, string?];
    const text = status === 'approved' ? 'All in order' : 'Not in our policy';
    const decision = { status, ...(!isSilent && { text }) };
    workflow.decide('Reviewer', id, decision);
  }
}

const ageBefore = process.env.SERVICE_EVENT_AGE_HOURS;
beforeAll(async () => {
  // The sandbox's clock runs ahead of the clock of this computer.
  process.env.SERVICE_EVENT_AGE_HOURS = String(24 * (lastDay + 2));
  world = await openWorld([...deals.values()]);
  for (const deal of deals.values()) world.move(deal);
  for (let day = 0; day <= lastDay; day++) {
    await world.settle();
    for (const { what, days } of clients) {
      for (const event of days[day] ?? []) await act(event, deals.get(what)!);
    }
    await world.settle();
    world.pass();
  }
  await world.settle();
}, 300_000);
afterAll(async () => {
  if (ageBefore === undefined) delete process.env.SERVICE_EVENT_AGE_HOURS;
  else process.env.SERVICE_EVENT_AGE_HOURS = ageBefore;
  await world.close();
});

const [withCase, withoutCase] = [true, false].map((isThere) =>
  clients.filter(({ letters: sent }) => sent.length > 0 === isThere),
) as [Client[], Client[]];

it.each(clients)('$what: the right letters, in their order', async ({ what, letters: sent }) => {
  const mails = await mailsTo(world, deals.get(what)!.email);
  expect(mails.map(({ subject }) => subject)).toEqual(sent);
});

it.each(withCase)('$what: no one else’s link', async ({ what }) => {
  const { email, fields } = deals.get(what)!;
  const links = (await mailsTo(world, email)).flatMap((mail) => mail.links);
  expect(new Set(links)).toEqual(new Set([fields['Onboarding Link']]));
  const others = world.crm.deals.filter((deal) => deal.email !== email);
  expect(others.map((deal) => deal.fields['Onboarding Link'])).not.toContain(links[0]);
});

it.each(withCase)('$what: the fields of the deal say the truth', async ({ what, days, fields }) => {
  const { id, person, fields: stored } = deals.get(what)!;
  expect(stored).toMatchObject(fields);
  const isDecided = 'Onboarding Decision' in fields;
  expect('Onboarding Decision' in stored).toBe(isDecided);
  const times = ['Link Sent', 'Submitted', 'Decided'].filter((name) => name in stored);
  const isSubmitted = Object.values(days).flat().includes('submit');
  expect(times).toEqual([
    'Link Sent',
    ...(isSubmitted ? ['Submitted'] : []),
    ...(isDecided ? ['Decided'] : []),
  ]);
  for (const name of times) expect(stored[name]).toBe(new Date(stored[name]!).toISOString());
  if (what === 'deleted case') return;
  const found = world.sandbox.services.cases.find(stored['Onboarding Case']!);
  expect(found.external_reference).toBe(`${id}-${person ? 'kyc' : 'kyb'}`);
  const [{ status_text }] = await world.zapier.run<[Record<string, unknown>]>(
    'searches.find_case.operation.perform',
    { inputData: { application_id: stored['Onboarding Case'] } },
  );
  expect(stored['Onboarding Status']).toBe(status_text);
});

it.each(withoutCase)('$what: nothing is made, and the history says why', ({ what, problem }) => {
  const deal = deals.get(what)!;
  expect(deal.fields).toEqual({});
  expect(world.problems.get(deal)?.message).toContain(problem);
});

it('makes one case per deal, and no run fails otherwise', () => {
  const references = world.sandbox.services.cases
    .list({}, 100)
    .map((one) => one.external_reference);
  // The deleted case is gone.
  expect(references).toHaveLength(withCase.length - 1);
  expect(new Set(references).size).toBe(references.length);
  expect([...world.problems.keys()]).toEqual(withoutCase.map(({ what }) => deals.get(what)));
});

it('tells the owner of each deal whose client stayed silent, once', () => {
  const silent = clients.filter(({ hasTask }) => hasTask).map(({ what }) => deals.get(what)!);
  const tasks = world.crm.tasks.map(({ deal, owner }) => [deal, owner]).sort();
  expect(tasks).toEqual(silent.map(({ id, owner }) => [id, owner]).sort());
});

it('tells the team of each decision', () =>
  expect(world.crm.messages).toHaveLength(
    clients
      .filter(({ fields }) => 'Onboarding Decision' in fields)
      .reduce((sum, { decisions = 1 }) => sum + decisions, 0),
  ));
