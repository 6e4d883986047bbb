/**
 * `npm run demo [-- deals.csv]`: the main job. Each deal becomes a case, the client gets the portal
 * link by e-mail and submits, a reviewer decides, and the decision comes back to the deal.
 */
import { createReadStream, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createTransport } from 'nodemailer';
import Papa from 'papaparse';

import { listen } from '../testing/listen.ts';
import { letter, portalTemplate } from '../sandbox/mail/letter.ts';
import { createSandbox } from '../sandbox/server.tsx';
import { submitPortal } from './client.ts';
import { caseInput, isPerson, readDeals, relatedParties, type Deal } from './deals.ts';
import { startHooks, startZapier, StepError } from './zapier.ts';

interface Outcome {
  deal: string;
  client: string;
  case: string;
  mail: string;
  decision: string;
  'case ms': number | '';
  'portal ms': number | '';
  'mail ms': number | '';
  'submitted ms': number | '';
  'decided ms': number | '';
  message: string;
}
type Found = Record<string, string>[];
type Shown = Record<string, string>;

const thanks = 'https://www.example.com/thank-you';
const out = 'demo/out';

const csv = resolve(process.argv[2] ?? 'demo/deals.csv');
let deals: Deal[];
try {
  deals = readDeals(csv);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

const sandbox = await createSandbox({ smtpPort: 0 });
const zapier = await startZapier({ base_url: sandbox.url, api_key: sandbox.apiKey });
const hooks = await startHooks(zapier);
const mailer = createTransport({
  host: '127.0.0.1',
  port: sandbox.smtpPort,
  ignoreTLS: true,
});

/** The CRM's file store: documents lie beside the deals. */
const attachments = await listen(({ path }, response) => {
  const file = join(dirname(csv), basename(decodeURIComponent(path)));
  createReadStream(file)
    .on('open', () =>
      response.writeHead(200, {
        'content-type': 'application/pdf',
        'content-length': statSync(file).size,
      }),
    )
    .on('error', () => response.writeHead(404).end())
    .pipe(response);
});

const create = <T = Shown>(key: string, inputData: Record<string, unknown>) =>
  zapier.run<T>(`creates.${key}.operation.perform`, { inputData });
const search = (key: string, inputData: Record<string, unknown>) =>
  zapier.run<Found>(`searches.${key}.operation.perform`, { inputData });
const control = (path: string, body?: object) =>
  fetch(`${sandbox.url}/_sandbox/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  }).then((response) => response.json() as Promise<any>);

/** A deal with only a name is completed from the company registry. */
async function completed(input: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (input.subject !== 'business' || input.registration_number || !input.organization_name)
    return input;
  const companies = await search('search_companies', {
    country: input.country,
    q: input.organization_name,
  });
  if (companies.length !== 1) return input;
  const [exact] = await search('get_company', {
    country: input.country,
    registration_number: companies[0]!.registration_number,
  });
  const { organization_name, registration_number, registration_date } = exact ?? companies[0]!;
  return { ...input, organization_name, registration_number, registration_date };
}

/** Sends the link and reads it back from the client's mailbox. */
async function mailLink(to: string, name: string, link: string): Promise<string> {
  await mailer.sendMail({
    from: 'onboarding@crm.example',
    to,
    replyTo: 'sales@crm.example',
    ...letter(portalTemplate, name, link),
  });
  const mails = (await control('mails')) as { to: string[]; links: string[] }[];
  const received = mails.find((mail) => mail.to.includes(to) && mail.links.includes(link));
  if (!received) throw new Error(`The mail to ${to} did not arrive.`);
  return received.links[0]!;
}

/** One deal through the whole journey. Fills in the outcome as it goes. */
async function onboard(deal: Deal, outcome: Outcome): Promise<void> {
  let started = performance.now();
  const took = () => {
    const ms = Math.round(performance.now() - started);
    started = performance.now();
    return ms;
  };
  // Two Zaps answer to the same deal at once: both must get the same case.
  const mapped = await completed(caseInput(deal));
  const [created, other] = (await Promise.all([
    create('create_case', mapped),
    create('create_case', mapped),
  ])) as [Shown, Shown];
  if (created.id !== other.id) throw new Error('Two Zaps made two cases of one deal.');
  outcome.case = created.application_id!;
  outcome['case ms'] = took();
  if (cases.has(outcome.case)) {
    outcome.decision = 'same case as before';
    return;
  }
  cases.add(outcome.case);

  for (const { step, input } of relatedParties(deal)) {
    await create(step, { application_id: outcome.case, ...input });
  }
  if (deal.Document) {
    const file = `${attachments.url}/${encodeURIComponent(deal.Document)}`;
    await create('upload_document', {
      application_id: outcome.case,
      file,
      type: 'REGISTRATION_CERTIFICATE',
    });
  }
  started = performance.now();
  const portal = await create('create_portal', {
    application_id: outcome.case,
    redirect_url: thanks,
  });
  outcome['portal ms'] = took();

  outcome.mail = deal.Email || `deal-${deal['Record ID']}@client.example`;
  const link = await mailLink(outcome.mail, outcome.client, portal.portal_link!);
  outcome['mail ms'] = took();

  const target = await submitPortal(link, deal);
  if (target !== thanks) throw new Error(`The portal redirected to ${target}.`);
  const submitted = await hooks.next('case_submitted', outcome.case);
  if (submitted.external_reference !== `deal-${deal['Record ID']}`) {
    throw new Error('The event does not carry the deal it belongs to.');
  }
  outcome['submitted ms'] = took();

  const expected = deal['Reviewer Decision'] || 'approved';
  await control(`cases/${outcome.case}/decision`, { status: expected });
  const reviewed = await hooks.next('case_review_updated', outcome.case);
  outcome.decision = String(reviewed.status_review);
  outcome['decided ms'] = took();
  if (outcome.decision !== expected)
    throw new Error(`Expected ${expected}, got ${outcome.decision}.`);
}

const cases = new Set<string>();
const outcomes: Outcome[] = [];
let failures = 0;

try {
  const { account } = await zapier.run<{ account: string }>('authentication.test');
  console.log(`Connected to ${account}`);
  await hooks.subscribe('case_submitted');
  await hooks.subscribe('case_review_updated', { status_review: ['approved', 'rejected'] });
  await hooks.subscribe('collect_opened');
  console.log('Triggers subscribed: case_submitted, case_review_updated, collect_opened\n');

  for (const [index, deal] of deals.entries()) {
    const client = isPerson(deal)
      ? `${deal['First Name']} ${deal['Last Name']}`.trim()
      : deal['Associated Company'];
    const outcome: Outcome = {
      deal: deal['Record ID'] ?? '',
      client: client || deal['Deal Name'] || '',
      case: '',
      mail: '',
      decision: '',
      'case ms': '',
      'portal ms': '',
      'mail ms': '',
      'submitted ms': '',
      'decided ms': '',
      message: '',
    };
    outcomes.push(outcome);
    try {
      await onboard(deal, outcome);
    } catch (error) {
      outcome.message = (error as Error).message;
      // A halted step is the platform's word for "these values are wrong": the row's own problem.
      const isRowProblem = error instanceof StepError && error.name === 'HaltedError';
      outcome.decision = isRowProblem ? 'not started' : 'failed';
      if (!isRowProblem) failures++;
    }
    console.log(
      `[${index + 1}/${deals.length}] ${outcome.deal} ${outcome.client}: ${outcome.decision}`,
    );
    if (outcome.message) console.log(`      Row ${index + 2}: ${outcome.message}`);
  }
  for (const trigger of ['case_submitted', 'case_review_updated', 'collect_opened'])
    await hooks.unsubscribe(trigger);
} catch (error) {
  failures++;
  console.error((error as Error).message);
}

const columns = Object.keys(outcomes[0] ?? {}).filter(
  (column) => column !== 'message',
) as (keyof Outcome)[];
const widths = columns.map((column) =>
  Math.max(column.length, ...outcomes.map((outcome) => String(outcome[column]).length)),
);
const line = (cells: unknown[]) =>
  cells
    .map((cell, index) => String(cell).padEnd(widths[index]!))
    .join('  ')
    .trimEnd();
console.log(`\n${line(columns)}`);
for (const outcome of outcomes) console.log(line(columns.map((column) => outcome[column])));

mkdirSync(out, { recursive: true });
writeFileSync(
  join(out, 'deals.csv'),
  Papa.unparse(
    deals.map((deal, index) => ({
      ...deal,
      Case: outcomes[index]?.case,
      'Review Status': outcomes[index]?.decision,
      Message: outcomes[index]?.message,
    })),
    { escapeFormulae: true },
  ),
);
writeFileSync(join(out, 'outcome.json'), `${JSON.stringify(outcomes, null, 2)}\n`);
console.log(`\nWritten to ${out}/deals.csv and ${out}/outcome.json`);
if (failures || !outcomes.length)
  console.error(`${failures || 'No'} ${failures ? 'outcome(s) missing' : 'deal in the file'}`);

mailer.close();
attachments.close();
hooks.stop();
zapier.stop();
await sandbox.close();
process.exitCode = failures || !outcomes.length ? 1 : 0;
