/** What is still missing in a case, or does not fit: the reviewer reads it before anything else. */
import type { AccountSettings } from '../domain/account.ts';
import type { Cases } from '../domain/cases.ts';
import { openIn, requirementsOf } from '../domain/open.ts';
import { isDecided, stateOf } from '../domain/states.ts';
import { hasInputs, type StoredPortal } from '../domain/stored-portals.ts';
import { percent } from '../portal/texts.ts';
import { everyoneIn } from './case-facts.ts';

interface About {
  details: ReturnType<Cases['show']>;
  settings: AccountSettings;
  /** The case's latest portal. */
  portal?: Pick<StoredPortal, 'progress'>;
}

/** The people that a business may lack. */
const people = { party: 'a director or owner', owner: 'the account owner' };

/** A sentence about each; none for a draft, and for a case that can be approved as it is. */
export function openPoints({ details, settings, portal }: About): string[] {
  const state = stateOf(details);
  if (state === 'draft' || isDecided(state)) return [];
  const whom = everyoneIn(details);
  const needed = requirementsOf(settings.expected_documents, whom);
  const { slots, people: lacking, shares } = openIn(whom, needed, details.documents);
  const missing = slots
    .filter(({ isMandatory, isSent }) => isMandatory && !isSent)
    .map(({ name, of }) => (of.id === null ? name : `${name} of ${of.name}`));
  const refused = details.documents.filter(({ validity }) => validity === 'invalid');
  const points = [
    lacking.length > 0 &&
      `Nobody is named as ${lacking.map((one) => people[one]).join(' or as ')}.`,
    missing.length > 0 && `Missing: ${missing.join(', ')}.`,
    shares > 100 && `The shares held directly add up to ${percent(shares, 'en')}.`,
    refused.length > 0 &&
      `Refused: ${refused.map(({ name }) => name).join(', ')}. Ask for another one.`,
    portal !== undefined &&
      hasInputs(portal.progress) &&
      'The client has started in the portal and has not submitted it.',
  ];
  return points.filter((text) => typeof text === 'string');
}
