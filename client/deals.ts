/** Deals whose client got a portal before the case: the link of each is noted, later its case. */
import { idText } from './exchange/answer.ts';
import type { Case } from './cases.ts';
import type { NewNote } from './memory/claim.ts';
import type { Run } from './exchange/run.ts';
import type { Identity } from './exchange/transport.ts';

/** The note about a deal: its link, or its case after an event named it. */
export type DealNote = { link: string; portal_id?: string } | { application_id: string };

/** Identifies the portal of a deal. */
export const dealIdentity = (deal: string): Identity => ({
  parts: ['deal', deal],
  conflict: `A portal may have been made for the Deal "${deal}": look for it in the service before you {{replay}}.`,
});

const dealOf = ({ dialect }: Run, { custom_fields }: Case) =>
  idText(custom_fields?.[dialect.deal_field])?.normalize('NFC');

/** True if the case is of this deal. */
export const showsDeal = (run: Run, found: Case, deal: string): boolean =>
  dealOf(run, found) === deal.normalize('NFC');

/** The note of a trigger about a case that has a deal in its custom fields. */
export function notesOfDeal(run: Run, found: Case): NewNote[] {
  const deal = dealOf(run, found);
  if (deal === undefined) return [];
  return [[dealIdentity(deal).parts, { application_id: found.application_id }]];
}
