/**
 * Deals whose client got a portal before the case: remembers the link of each, and later its case.
 */
import { idText } from './answer.ts';
import type { Case } from './cases.ts';
import type { Note } from './once.ts';
import type { Run } from './run.ts';
import type { Identity } from './transport.ts';

/** The note about a deal: its link, or its case after an event named it. */
export type DealNote = { link: string; portal_id?: string } | { application_id: string };

const partsOf = (deal: string) => ['deal', deal];

/** Identifies the portal of a deal. */
export const dealIdentity = (deal: string): Identity => ({
  parts: partsOf(deal),
  conflict: `A portal may have been made for the Deal "${deal}": look for it in the service before you {{replay}}.`,
});

/** The note of a trigger about a case that has a deal in its custom fields. */
export function notesOfDeal({ dialect }: Run, { application_id, custom_fields }: Case): Note[] {
  const deal = idText(custom_fields?.[dialect.deal_field])?.normalize('NFC');
  return deal === undefined ? [] : [{ identity: partsOf(deal), value: { application_id } }];
}
