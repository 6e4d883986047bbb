/** What is open in a case: the reviewer reads it before anything else. */
import { clientName, riskLevels } from '../../../service/contract.ts';
import type { AccountSettings } from '../domain/account.ts';
import type { Kind } from '../domain/cases.ts';
import {
  isSent,
  lackingPeople,
  requirementsOf,
  sentDocument,
  sharesOf,
  whomOf,
  type Whom,
} from '../domain/expected.ts';
import type { ClientRequest } from '../domain/requests.ts';
import { isDecided, stateOf } from '../domain/states.ts';
import type { Workflow } from '../domain/workflow.ts';
import { fullName, isNamesake } from '../portal/people.ts';
import { isMinor } from '../portal/rules.ts';
import { percent } from '../portal/texts.ts';

interface About {
  details: ReturnType<Workflow['show']>;
  settings: AccountSettings;
  /** The case's latest portal. */
  portal?: { state: string; expires_at: string };
  requests: ClientRequest[];
  /** The current time, ISO 8601. */
  now: string;
}

const listOf = (names: string[]) => names.join(', ');

/** The client and its related parties; the client has no ID of a party. */
function everyone({ person, business, persons, businesses }: About['details']) {
  const subject: Kind = person ? 'person' : 'business';
  return [
    { id: null, kind: subject, data: person ?? business ?? {} },
    ...persons.map((data) => ({ id: String(data.id), kind: 'person' as const, data })),
    ...businesses.map((data) => ({ id: String(data.id), kind: 'business' as const, data })),
  ];
}

const nameAmong = (one: Whom, all: Whom[]) =>
  isNamesake(one, all) ? fullName(one, 'en') : one.name;

/** The documents that the case needs and does not have. */
function missingDocuments({ details, settings }: About): string[] {
  const whom = everyone(details).map(({ id, kind, data }) => whomOf(id, kind, data));
  const sent = details.documents.map((document) => sentDocument(document, whom));
  return requirementsOf(settings.expected_documents, whom)
    .filter((requirement) => requirement.isMandatory && !isSent(requirement, sent))
    .map(({ name, of }) => (of.id === null ? name : `${name} of ${nameAmong(of, whom)}`));
}

/** The people that a business lacks, in words. */
function missingPeople({ details }: About): string[] {
  if (!details.business) return [];
  const [, ...parties] = everyone(details).map(({ id, kind, data }) => whomOf(id, kind, data));
  const said = { party: 'a director or owner', owner: 'the account owner' };
  return lackingPeople(parties).map((lacking) => said[lacking]);
}

/** What is missing or does not fit while a decision is due. */
function undecided(about: About): (string | false)[] {
  const { details, now } = about;
  const people = missingPeople(about);
  const documents = missingDocuments(about);
  const minors = everyone(details).filter(
    ({ kind, data }) => kind === 'person' && isMinor(data.birth_date, now.slice(0, 10)),
  );
  const shares = sharesOf([...details.persons, ...details.businesses]);
  const refused = details.documents.filter(({ validity }) => validity === 'invalid');
  return [
    people.length > 0 && `Nobody is named as ${people.join(' or as ')}.`,
    documents.length > 0 && `Missing: ${listOf(documents)}.`,
    ...minors.map(({ data }) => `${clientName({ person: data })} is under 18.`),
    shares > 100 && `The shares held directly add up to ${percent(shares, 'en')}.`,
    refused.length > 0 &&
      `Refused: ${listOf(refused.map(({ name }) => name))}. Ask for another one.`,
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
