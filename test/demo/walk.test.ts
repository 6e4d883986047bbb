/**
 * Two weeks of twelve kinds of clients: the Zaps of the recipes run on the sandbox's clock, in the
 * built app. At the end each deal says where its client stands, and the mailbox shows who got what.
 */
import { createTransport } from 'nodemailer';
import Papa from 'papaparse';

// @ts-expect-error The bundle has no types.
import built from '../../dist/index.js';
import { openCrm, type CrmDeal } from '../../demo/crm.ts';
import { recipes } from '../../demo/recipes/recipes.ts';
import { runZap, type World } from '../../demo/recipes/zap.ts';
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { reconcile } from '../../scripts/files/reconcile.ts';
import { letters } from '../../service/languages.ts';
import { openFolder } from '../scripts/files/run-command.ts';
import { submitPortal } from '../support/client.ts';
import { until } from '../support/until.ts';
import { startHooks, startZapier } from '../support/zapier.ts';

const lastDay = 14;
const sender = 'onboarding@crm.example';
const subjects = letters.en;
const first = subjects.link.subject;
const [second, third, last] = [subjects.reminder_1, subjects.reminder_2, subjects.reminder_3].map(
  ({ subject }) => subject,
);
const more = subjects.request.subject;

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
  /** The Zap's history names this. */
  problem?: string;
}
const waiting = { 'Onboarding Status': 'Waiting for Client' };
const ready = { 'Onboarding Status': 'Ready for Decision', 'Missing Items': 'None' };
const approved = {
  'Onboarding Status': 'Approved',
  'Onboarding Decision': 'approved',
  'Decision Reason': 'All in order',
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
      'Onboarding Status': 'More Information Requested',
      'Missing Items': 'VAT Number, Registration Certificate',
    },
    hasTask: true,
  },
  {
    what: 'rejected',
    days: { 1: ['submit'], 2: ['rejected'] },
    letters: [first],
    fields: {
      'Onboarding Status': 'Rejected',
      'Onboarding Decision': 'rejected',
      'Decision Reason': 'Not in our policy',
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
  // Reconcile finds this deal: nobody tells the CRM that a case is gone.
  { what: 'deleted case', days: { 1: ['delete'] }, letters: [first], fields: waiting },
  { what: 'closed portal', days: { 1: ['close'] }, letters: [first], fields: waiting },
];

const dealOf = (
  { what, id, company, country = 'United Kingdom', person }: Client,
  index: number,
) => ({
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

const crm = openCrm(clients.map(dealOf));
const deals = new Map(clients.map((client, index) => [client.what, crm.deals[index]!]));
/** What ended the runs of each deal. */
const problems = new Map<CrmDeal, string>();

let sandbox: Awaited<ReturnType<typeof createSandbox>>;
let zapier: Awaited<ReturnType<typeof startZapier>>;
let hooks: Awaited<ReturnType<typeof startHooks>>;
let mailer: ReturnType<typeof createTransport>;

/** Runs that wait for a day. */
let waits: { due: number; go: () => void }[] = [];
/** Work that is under way. */
let active = 0;
const counted = async <T>(work: Promise<T>): Promise<T> => {
  active++;
  return work.finally(() => active--);
};
let day = 0;

const world: World = {
  mayBeEmpty: true,
  now: () => sandbox.services.clock.iso(),
  ours: async (operation, inputData) =>
    [await zapier.run<unknown>(`${operation}.operation.perform`, { inputData })].flat()[0],
  app: (step, input) => crm.run(step, input),
  async mail({ to, subject, text }) {
    await mailer.sendMail({ from: sender, to, subject, text });
  },
  async wait(days) {
    active--;
    await new Promise<void>((go) => waits.push({ due: day + days, go }));
    active++;
  },
};

const recipeOf = (key: string) => recipes.find((recipe) => recipe.key === key)!;
/** Starts a Zap. Its error stays in its history. */
function start(key: string, item: unknown, deal: CrmDeal): void {
  void counted(
    runZap(recipeOf(key), item, world).catch((error: Error) => problems.set(deal, error.message)),
  );
}
const move = (deal: CrmDeal) =>
  start(deal.person ? 'pipedrive-deal-to-case' : 'hubspot-deal-to-case', crm.moved(deal), deal);

/** The trigger of each Zap -> its name after that of the CRM. */
const zaps: Record<string, string> = {
  case_submitted: 'submitted',
  collect_opened: 'requested',
  case_review_updated: 'decided',
};
let started = 0;
/** Starts the Zaps of the events that came. */
function startEvents(): void {
  for (const { trigger, item } of hooks.all().slice(started)) {
    started++;
    const { deal_id } = item.custom_fields as { deal_id: string | number };
    const deal = crm.deals.find(({ id }) => id === String(deal_id))!;
    start(`${deal.person ? 'pipedrive' : 'hubspot'}-${zaps[trigger]}`, item, deal);
  }
}

/** Waits until no event, step or letter is under way. */
async function settle(): Promise<void> {
  let calm = 0;
  await until('the end of all runs', () => {
    startEvents();
    calm = active || sandbox.services.outbox.waiting() ? 0 : calm + 1;
    return calm > 20;
  });
}

interface Mail {
  from: string;
  to: string[];
  subject: string;
  links: string[];
}
const mailsTo = async (to: string) => {
  const answer = await fetch(`${sandbox.url}/_sandbox/mails`);
  const mails = (await answer.json()) as Mail[];
  // The sandbox sends a receipt of its own.
  return mails.filter((mail) => mail.from === sender && mail.to.includes(to)).reverse();
};

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
  const { cases, workflow, portals, store } = sandbox.services;
  const id = deal.fields['Onboarding Case'] ?? '';
  if (what === 'move') return move(deal);
  if (what === 'rename') deal.company!.name = 'Renamed Ltd';
  else if (what === 'close') portals.close(id);
  else if (what === 'delete') store.run`delete from cases where application_id = ${id}`;
  else if (what === 'ask') {
    const documents = ['REGISTRATION_CERTIFICATE'];
    const ask = { reason: 'The extract is old.', fields: ['vat_number'], documents };
    portals.requestInformation({ account: 'main', who: 'Reviewer' }, id, ask);
  } else if (what === 'submit') {
    const [link] = (await mailsTo(deal.email)).at(-1)!.links;
    if (deal.fields['Missing Items']?.includes(',')) return sendRequested(link!);
    const type = deal.person ? 'Person' : 'Business';
    await submitPortal(link!, { 'Record ID': deal.id, 'Client Type': type });
  } else {
    const text = what === 'approved' ? 'All in order' : 'Not in our policy';
    workflow.decide({ account: cases.accountOf(id), who: 'Reviewer' }, id, { status: what, text });
  }
}

const ageBefore = process.env.SERVICE_EVENT_AGE_HOURS;
beforeAll(async () => {
  // The sandbox's clock runs ahead of the clock of this computer.
  process.env.SERVICE_EVENT_AGE_HOURS = String(24 * (lastDay + 2));
  sandbox = await createSandbox({ smtpPort: 0 });
  mailer = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true });
  zapier = await startZapier(built, { base_url: sandbox.url, api_key: sandbox.apiKey });
  hooks = await startHooks({
    ...zapier,
    run: (method, bundle) => counted(zapier.run(method, bundle)),
  });
  await hooks.subscribe('case_submitted');
  await hooks.subscribe('collect_opened');
  await hooks.subscribe('case_review_updated', { status_review: ['approved', 'rejected'] });
  for (const deal of crm.deals) move(deal);
  for (day = 0; day <= lastDay; day++) {
    await settle();
    for (const { what, days } of clients) {
      for (const event of days[day] ?? []) await act(event, deals.get(what)!);
    }
    await settle();
    sandbox.services.clock.advance(24 * 3600 * 1000);
    const due = waits.filter((one) => one.due <= day + 1);
    waits = waits.filter((one) => one.due > day + 1);
    for (const { go } of due) go();
  }
  day = lastDay;
  await settle();
}, 300_000);
afterAll(async () => {
  if (ageBefore === undefined) delete process.env.SERVICE_EVENT_AGE_HOURS;
  else process.env.SERVICE_EVENT_AGE_HOURS = ageBefore;
  mailer.close();
  hooks.stop();
  zapier.stop();
  await sandbox.close();
});

const [withCase, withoutCase] = [true, false].map((isThere) =>
  clients.filter(({ letters: sent }) => sent.length > 0 === isThere),
) as [Client[], Client[]];

it.each(clients)('$what: the right letters, in their order', async ({ what, letters: sent }) => {
  const mails = await mailsTo(deals.get(what)!.email);
  expect(mails.map(({ subject }) => subject)).toEqual(sent);
});

it.each(withCase)('$what: no one else’s link', async ({ what }) => {
  const { email, fields } = deals.get(what)!;
  const links = (await mailsTo(email)).flatMap((mail) => mail.links);
  expect(new Set(links)).toEqual(new Set([fields['Onboarding Link']]));
  const others = crm.deals.filter((deal) => deal.email !== email);
  expect(others.map((deal) => deal.fields['Onboarding Link'])).not.toContain(links[0]);
});

it.each(withCase)('$what: the fields of the deal say the truth', ({ what, fields }) => {
  const { id, person, fields: stored } = deals.get(what)!;
  expect(stored).toMatchObject(fields);
  const isDecided = 'Onboarding Decision' in fields;
  expect('Onboarding Decision' in stored).toBe(isDecided);
  const times = ['Link Sent', 'Submitted', 'Decided'].filter((name) => name in stored);
  const isSubmitted = stored['Onboarding Status'] !== 'Waiting for Client';
  expect(times).toEqual([
    'Link Sent',
    ...(isSubmitted ? ['Submitted'] : []),
    ...(isDecided ? ['Decided'] : []),
  ]);
  for (const name of times) expect(stored[name]).toBe(new Date(stored[name]!).toISOString());
  if (what === 'deleted case') return;
  const found = sandbox.services.cases.find('main', stored['Onboarding Case']!);
  expect(found.external_reference).toBe(`${id}-${person ? 'kyc' : 'kyb'}`);
});

it.each(withoutCase)('$what: nothing is made, and the history says why', ({ what, problem }) => {
  const deal = deals.get(what)!;
  expect(deal.fields).toEqual({});
  expect(problems.get(deal)).toContain(problem);
});

it('makes one case per deal, and no run fails otherwise', () => {
  const references = sandbox.services.cases.list({}, 100).map((one) => one.external_reference);
  // The deleted case is gone.
  expect(references).toHaveLength(withCase.length - 1);
  expect(new Set(references).size).toBe(references.length);
  expect([...problems.keys()]).toEqual(withoutCase.map(({ what }) => deals.get(what)));
});

it('tells the owner of each deal whose client stayed silent, once', () => {
  const silent = clients.filter(({ hasTask }) => hasTask).map(({ what }) => deals.get(what)!);
  const tasks = crm.tasks.map(({ deal, owner }) => [deal, owner]).sort();
  expect(tasks).toEqual(silent.map(({ id, owner }) => [id, owner]).sort());
});

it('tells the team of each decision', () =>
  expect(crm.messages).toHaveLength(
    clients.filter(({ fields }) => 'Onboarding Decision' in fields).length,
  ));

describe('reconcile, at the end of it all', () => {
  const folder = openFolder();
  afterAll(folder.remove);

  it('finds the deals without a case, and nothing to repair in the others', async () => {
    const rows = crm.deals.map(({ id, email, fields }) => ({
      'Record ID': id,
      Email: email,
      ...fields,
    }));
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    folder.write('deals.csv', Papa.unparse({ fields: columns, data: rows }));
    const { cases } = sandbox.services;
    const exported = cases.list({}, 100).map(({ application_id }) => {
      const { external_reference, ...found } = cases.find('main', application_id);
      return {
        id: application_id,
        application_external_reference: external_reference,
        status_review: found.status_review,
        status_execution: found.status_execution,
        is_draft: found.is_draft,
      };
    });
    folder.write('export.csv', Papa.unparse(exported));
    const { problem } = await folder.run(reconcile, 'deals.csv', 'export.csv');
    expect(problem).toBeUndefined();
    const rowOf = (what: string) => String(clients.findIndex((one) => one.what === what) + 2);
    const found = folder.rows('deals-reconciliation.csv').slice(1);
    expect(found.map(([what, , row]) => [what, row])).toEqual([
      ['row cannot be read', rowOf('reference empty')],
      ['deal without a case', rowOf('wrong country')],
      ['deal without a case', rowOf('deleted case')],
    ]);
    expect(folder.rows('deals-repair.csv').slice(1)).toEqual([]);
  });
});
