/** Deals whose client got a portal before there was a case: the link of each, and later its case. */
import { idText } from './answer.ts';
import type { Case } from './cases.ts';
import type { Note } from './once.ts';
import type { Run } from './run.ts';
import type { Identity } from './transport.ts';

/** What is remembered of a deal: its link, or its case once an event was about it. */
export type DealNote = { link: string; portal_id?: string } | { application_id: string };

const partsOf = (deal: string) => ['deal', deal];

/** What makes a portal the same as an earlier one. */
export const dealIdentity = (deal: string): Identity => ({
  parts: partsOf(deal),
  conflict: `A portal may have been made for the Deal "${deal}": look for it in the service before you repeat the {{step}}.`,
});

/** What a trigger notes of a case that has a deal among its custom fields. */
export function notesOfDeal({ dialect }: Run, { application_id, custom_fields }: Case): Note[] {
  const deal = idText(custom_fields?.[dialect.deal_field])?.normalize('NFC');
  return deal === undefined ? [] : [{ identity: partsOf(deal), value: { application_id } }];
}
