/** Warnings about a case, for the reviewer. */
import { riskLevels } from '../../../service/contract.ts';
import type { ClientRequest } from '../domain/requests.ts';
import { stateOf } from '../domain/states.ts';
import type { Workflow } from '../domain/workflow.ts';

interface About {
  details: ReturnType<Workflow['show']>;
  /** The case's latest portal. */
  portal?: { state: string; expires_at: string };
  requests: ClientRequest[];
  /** The current time, ISO 8601. */
  now: string;
}

/** A sentence about each contradiction. */
export function warningsOf({ details, portal, requests, now }: About): string[] {
  const state = stateOf(details);
  const shares = [...details.persons, ...details.businesses].map(
    (party) => party.direct_ownership_percentage ?? 0,
  );
  const sum = shares.reduce((a, b) => a + b, 0);
  const late = requests.filter(({ state: is, due_at }) => is === 'open' && due_at && due_at < now);
  const refused = details.documents.filter(({ validity }) => validity === 'invalid');
  return [
    state === 'approved' &&
      details.risk_level === riskLevels.FORBIDDEN &&
      'This case is approved although its risk level is Forbidden. Reopen it.',
    sum > 100 && `The shares held directly add up to ${Math.round(sum * 100) / 100} %.`,
    portal?.state === 'open' &&
      portal.expires_at < now &&
      'The portal link of the client has expired. Create a new one.',
    late.length > 0 && 'The client has not answered in time. Send a reminder.',
    refused.length > 0 &&
      `Refused: ${refused.map(({ name }) => name).join(', ')}. Ask for another one.`,
  ].filter((text) => typeof text === 'string');
}
