/** Case first: the deal makes the case, and the client gets its portal link ("Flow rules", 2). */
import { submitPortal, type Deal } from '../test/support/client.ts';
import { relatedParties, type DemoDeal } from './deals/mapping.ts';
import { decide } from './decision.ts';
import type { Outcome } from './outcome.ts';
import type { Output, Stage } from './stage.ts';

const thanks = 'https://www.example.com/thank-you';

/** Completes a deal that has only a name from the company registry. */
async function withRegistryData({ search }: Stage, input: Record<string, unknown>) {
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

/** Two Zaps react to the same deal at once. Both must get the same case. */
async function createCase(stage: Stage, { input }: DemoDeal): Promise<string> {
  const mapped = await withRegistryData(stage, input);
  const [created, other] = (await Promise.all([
    stage.create('create_case', mapped),
    stage.create('create_case', mapped),
  ])) as [Output, Output];
  if (created.id !== other.id) throw new Error('Two Zaps made two cases of one deal.');
  return created.application_id!;
}

/** Adds the deal's people and document. */
async function addDetails({ create, fileUrl }: Stage, application_id: string, deal: Deal) {
  for (const { step, input } of relatedParties(deal)) {
    await create(step, { application_id, ...input });
  }
  if (!deal.Document) return;
  await create('upload_document', {
    application_id,
    file: fileUrl(deal.Document),
    type: 'REGISTRATION_CERTIFICATE',
  });
}

/**
 * Runs one deal through the whole journey and fills in the outcome. `cases` are the earlier cases.
 */
export async function caseFirst(stage: Stage, row: DemoDeal, outcome: Outcome, cases: Set<string>) {
  const deal = row.cells;
  const { create, hooks } = stage;
  outcome.case = await createCase(stage, row);
  if (cases.has(outcome.case)) {
    outcome.decision = 'same case as before';
    return;
  }
  cases.add(outcome.case);
  await addDetails(stage, outcome.case, deal);

  const portal = await create('create_portal', {
    application_id: outcome.case,
    redirect_url: thanks,
  });

  outcome.mail = deal.Email || `client-${deal['Record ID']}@client.example`;
  const link = await stage.mailLetter(outcome.mail, portal);

  const target = await submitPortal(link, deal);
  if (target !== thanks) throw new Error(`The portal redirected to ${target}.`);
  const submitted = await hooks.next(
    'case_submitted',
    ({ application_id }) => application_id === outcome.case,
  );
  if (submitted.external_reference !== row.input.external_reference) {
    throw new Error('The event does not carry the deal it belongs to.');
  }
  await decide(stage, deal, outcome);
}
