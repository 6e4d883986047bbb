/** Addresses of clients. */
import type { Application, RelatedPerson } from '../../../service/contract.ts';

const oneAddress =
  /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"][^\s@,;:<>()[\]\\".]*\.[^\s@,;:<>()[\]\\"]+$/u;

/** True for exactly one e-mail address. */
export const isEmail = (text: string): boolean => oneAddress.test(text);

type Client = Partial<Pick<Application, 'person' | 'custom_fields'>> & {
  persons?: Pick<RelatedPerson, 'email' | 'roles'>[];
};

/**
 * The address of a client: its own, else the account owner's, else `custom_fields.email`. `typed`
 * has the client's unsubmitted inputs.
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
  return candidates.map((email) => String(email ?? '').trim()).find(isEmail);
}
