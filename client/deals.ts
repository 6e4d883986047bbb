/**
 * Deals whose client got a portal before the case: remembers the link of each, and later its case.
 */
import { idText } from './exchange/answer.ts';
import type { Case } from './cases.ts';
import { halt } from './exchange/errors.ts';
import type { Note } from './memory/once.ts';
import type { Run } from './exchange/run.ts';
import type { Identity } from './exchange/transport.ts';

/** The note about a deal: its link, or its case after an event named it. */
export type DealNote = { link: string; portal_id?: string } | { application_id: string };

/** Identifies the portal of a deal. */
export const dealIdentity = (deal: string): Identity => ({
  parts: ['deal', deal],
  conflict: `A portal may have been made for the Deal "${deal}": look for it in the service before you {{replay}}.`,
});

/** The deal of a case. */
const dealOf = ({ dialect }: Run, { custom_fields }: Case) =>
  idText(custom_fields?.[dialect.deal_field])?.normalize('NFC');

/** The note of a trigger about a case that has a deal in its custom fields. */
export function notesOfDeal(run: Run, found: Case): Note[] {
  const deal = dealOf(run, found);
  if (deal === undefined) return [];
  const { parts } = dealIdentity(deal);
  return [{ identity: parts, value: { application_id: found.application_id } }];
}

/** @throws a halt unless a case that was noted with another API key has this deal. */
export function refuseOtherDeal(run: Run, deal: string, found?: Case): void {
  if (found && dealOf(run, found) === deal) return;
  throw halt(
    `Deal: the portal link of "${deal}" was made with another API key, so it may belong to another account. Look for it in the service, or choose Yes in Ask Again for a new link.`,
  );
}
