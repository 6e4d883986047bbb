/** What is open in a case: the reviewer reads it before anything else. */
import { riskLevels } from '../../../service/contract.ts';
import type { AccountSettings } from '../domain/account.ts';
import { openIn, requirementsOf } from '../domain/open.ts';
import type { ClientRequest } from '../domain/requests.ts';
import { isDecided, stateOf } from '../domain/states.ts';
import { hasInputs, type StoredPortal } from '../domain/stored-portals.ts';
import type { Workflow } from '../domain/workflow.ts';
import { isMinor } from '../portal/rules.ts';
import { percent } from '../portal/texts.ts';
import { everyoneIn, nameAmong } from './case-facts.tsx';

interface About {
  details: ReturnType<Workflow['show']>;
  settings: AccountSettings;
  /** The case's latest portal. */
  portal?: Pick<StoredPortal, 'state' | 'expires_at' | 'progress'>;
  requests: ClientRequest[];
  /** The current time, ISO 8601. */
  now: string;
}

const listOf = (names: string[]) => names.join(', ');

/** The people that a business may lack. */
const people = { party: 'a director or owner', owner: 'the account owner' };

/** What is missing or does not fit while a decision is due. */
function undecided({ details, settings, portal, now }: About): (string | false)[] {
  const whom = everyoneIn(details);
  const needed = requirementsOf(settings.expected_documents, whom);
  const { slots, people: lacking, shares } = openIn(whom, needed, details.documents);
  const missing = slots
    .filter(({ isMandatory, isSent }) => isMandatory && !isSent)
    .map(({ name, of }) => (of.id === null ? name : `${name} of ${nameAmong(of, whom, 'en')}`));
  const minors = whom.filter(
    ({ kind, born }) => kind === 'person' && isMinor(born, now.slice(0, 10)),
  );
  const refused = details.documents.filter(({ validity }) => validity === 'invalid');
  return [
    lacking.length > 0 &&
      `Nobody is named as ${lacking.map((one) => people[one]).join(' or as ')}.`,
    missing.length > 0 && `Missing: ${listOf(missing)}.`,
    ...minors.map(({ name }) => `${name} is under 18.`),
    shares > 100 && `The shares held directly add up to ${percent(shares, 'en')}.`,
    refused.length > 0 &&
      `Refused: ${listOf(refused.map(({ name }) => name))}. Ask for another one.`,
    portal !== undefined &&
      hasInputs(portal.progress) &&
      'The client has started in the portal and has not submitted it.',
  ];
}

/** A sentence about each open point; none for a case that can be approved as it is. */
export function openPoints(about: About): string[] {
  const { details, portal, requests, now } = about;
  const state = stateOf(details);
  const asked = requests.filter((request) => request.state === 'open');
  const isLate = asked.some(({ due_at }) => due_at && due_at < now);
  return [
    state === 'approved' &&
      details.risk_level === riskLevels.FORBIDDEN &&
      'This case is approved although its risk level is Forbidden. Reopen it.',
    ...(state === 'draft' || isDecided(state) ? [] : undecided(about)),
    asked.length > 0 && 'The client is asked for information. A decision closes the request.',
    isLate && 'The client has not answered in time. Send the link again by e-mail.',
    portal?.state === 'open' &&
      portal.expires_at < now &&
      'The portal link of the client has expired. Create a new one.',
  ].filter((text) => typeof text === 'string');
}
