/**
 * Whose a case is. An External Reference is a claim: two deals may have the same one by mistake. The
 * number, the e-mail or the name proves that a case is about the client of this step.
 */
import { clientName, type Application, type NewCase } from '../service/contract.ts';
import { normalOf } from '../service/kinds.ts';

import { idText } from './exchange/answer.ts';
import { halt, withOutcome } from './exchange/errors.ts';
import { fingerprint } from './exchange/transport.ts';

type Client = Pick<Application, 'business' | 'person'>;

/** Letters and digits only: writers use capitals, accents, blanks and signs differently. */
const wordsIn = (value: unknown): string[] => {
  const text = String(value ?? '');
  if (text.includes('**')) return [];
  const letters = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  return letters.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
};
const codeIn = (value: unknown): string => wordsIn(value).join('');

/** The values that identify a client, in one form. */
const identifiersOf = ({ business, person, ...top }: Client & Record<string, unknown>) => ({
  registration: codeIn(business?.registration_number),
  local: codeIn(business?.local_number),
  vat: codeIn(business?.vat_number),
  // A sign makes another address.
  email: wordsIn(person?.email).length ? normalOf('email', person?.email) : '',
  name: wordsIn(
    clientName({ business, person: person && { ...person, email: undefined } }) ||
      top.organization_name,
  ),
});
const numbers = ['registration', 'local', 'vat'] as const;

/** A mark of the client that a step was about. */
export const clientMark = (body: NewCase): string =>
  fingerprint(['client', identifiersOf(body)]).slice(0, 16);

/** Of two names, all words of one stand in the other; undefined if one is missing. */
const isSameName = (one: string[], other: string[]): boolean | undefined =>
  one.length && other.length
    ? one.every((word) => other.includes(word)) || other.every((word) => one.includes(word))
    : undefined;

/**
 * True for the same client, false for another one, undefined if the case does not tell.
 * @param isNew the service has just made this case of what was sent, and may write numbers in
 * another form.
 */
export function isSameClient(sent: Client, found: Client, isNew = false): boolean | undefined {
  const [one, other] = [identifiersOf(sent), identifiersOf(found)];
  const own = numbers.map((key) => one[key]).filter(Boolean);
  if (numbers.some((key) => own.includes(other[key]))) return true;
  if (one.email && one.email === other.email) return true;
  const isOtherNumber = numbers.some((key) => one[key] && other[key]);
  return isOtherNumber && !isNew ? false : isSameName(one.name, other.name);
}

/** The client in a message, with its number if its name does not tell it from the other one. */
function clientText({ business, person }: Client, other: Client): string {
  const number = business?.registration_number ?? business?.local_number ?? '';
  const name = clientName({ business, person });
  if (!name) return number ? `number ${number}` : 'an unnamed client';
  return number && name === clientName(other) ? `${name} (${number})` : name;
}

/** The form in which references compare. */
export const referenceOf = ({ external_reference }: Pick<NewCase, 'external_reference'>) =>
  idText(external_reference)?.normalize('NFC').toLowerCase();

const wayOut =
  '{{Map}} the reference of this deal, or choose "Use it, whoever the client is" in When a Case Exists.';

const refuse = (text: string): Error =>
  // Nothing was made, so another attempt may follow at once.
  withOutcome(halt(`External Reference: ${text} ${wayOut}`), 'nothing');

/** What else is known about a case that a step found. */
export interface Evidence {
  /** The mark in our note of this reference: the service may have renamed its client since. */
  mark?: string;
  /** The service has just answered with this case to the request that makes it. */
  isNew?: boolean;
}

/**
 * Checks a case that was found by its reference, before a link of it is used.
 * @throws a halt with both names if it is about another client, or if that is unclear.
 */
export function refuseOtherClient(
  sent: NewCase,
  found: Application,
  { mark, isNew = false }: Evidence,
): void {
  const reference = String(sent.external_reference);
  const { application_id } = found;
  const now = referenceOf(found);
  if (!isNew && now !== undefined && now !== referenceOf(sent)) {
    throw refuse(
      `case ${application_id} of ${reference} now has the reference ${found.external_reference}.`,
    );
  }
  if (mark !== undefined && mark === clientMark(sent)) return;
  const isSame = isSameClient(sent, found, isNew);
  if (isSame || (isNew && isSame === undefined)) return;
  const own = clientText(sent, found);
  throw refuse(
    isSame === undefined
      ? `${reference} belongs to case ${application_id}, which does not show its client; this deal is about ${own}.`
      : `${reference} belongs to the case of ${clientText(found, sent)}; this deal is about ${own}. Case ${application_id} was left as it is.`,
  );
}
