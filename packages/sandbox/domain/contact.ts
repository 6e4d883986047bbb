/** Where a client can be written to. */
import type { Application, RelatedPerson } from '../../../service/contract.ts';

const word = '[^\\s@,;:<>()\\[\\]\\\\"]+';
const oneAddress = new RegExp(`^${word}@${word}\\.${word}$`, 'u');

/** Whether a text is one e-mail address, and nothing besides. */
export const isAddress = (text: string): boolean => oneAddress.test(text);

type Client = Partial<Pick<Application, 'person' | 'custom_fields'>> & {
  persons?: Pick<RelatedPerson, 'email' | 'roles'>[];
};

/**
 * The address of a client: its own, else that of the account owner, else that of the contact named
 * in `custom_fields.email`. `typed` is what the client has entered in a portal and not yet submitted.
 */
export function addressOf(
  { person, persons = [], custom_fields }: Client,
  typed: Record<string, string> = {},
): string | undefined {
  const owners = persons.filter(({ roles }) => roles?.includes('ACCOUNT_OWNER'));
  const candidates = [
    person?.email,
    typed.email,
    ...owners.map(({ email }) => email),
    custom_fields?.email,
  ];
  return candidates.map((email) => String(email ?? '').trim()).find(isAddress);
}
