/**
 * Portal first: the client gets a link before the case exists, and makes the case by submitting the
 * page. The deal's ID travels with the link and identifies the case ("Integration styles").
 */
import { submitPortal } from '../test/support/client.ts';
import type { DemoDeal } from './deals/mapping.ts';
import { decide } from './decision.ts';
import type { Outcome } from './outcome.ts';
import type { Stage } from './stage.ts';

const welcome = 'https://www.example.com/welcome-back';

/** Runs one deal through the whole journey. A repeated deal already has its link. */
export async function portalFirst(stage: Stage, { cells: deal }: DemoDeal, outcome: Outcome) {
  const { create, hooks, mailLetter } = stage;
  const deal_id = deal['Record ID']!;
  outcome.mail = deal.Email || `client-${deal_id}@client.example`;
  const portal = await create('create_portal', {
    deal_id,
    default_custom_fields: { email: outcome.mail },
    redirect_url: welcome,
  });
  if (portal.already_existed) {
    outcome.decision = 'has its link already';
    return;
  }
  const link = await mailLetter(outcome.mail, portal);

  const target = await submitPortal(link, deal);
  if (target !== welcome) throw new Error(`The portal redirected to ${target}.`);
  const submitted = await hooks.next(
    'case_submitted',
    ({ custom_fields }) => String((custom_fields as Record<string, unknown>).deal_id) === deal_id,
  );
  outcome.case = submitted.application_id;
  await decide(stage, deal, outcome);
}
