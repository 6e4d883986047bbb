/** Whether two records are about one subject, the onboarded client: a table of cases. */
import type { Application } from '../../service/contract.ts';
import { normalOf } from '../../service/kinds.ts';
import { countryOfRecord, type Written } from '../../service/numbers.ts';

import { likenessOfNames, wordsOf, type Likeness } from './names.ts';
import { likenessOfNumbers } from './numbers.ts';
import { isPlaceholder } from './placeholders.ts';

/** A record of a client: a case, the body of a new one, or a party. */
export type Subject = Pick<Application, 'business' | 'person'>;

const numbers = ['registration_number', 'local_number', 'vat_number'] as const;
const otherMarks = ['country', 'birth_date', 'given_names', 'last_name', 'name', 'email'] as const;

/** What identifies a client. `name` is the whole name of a business or a person. */
export type Mark = (typeof numbers)[number] | (typeof otherMarks)[number];
export const marks: Mark[] = [...numbers, ...otherMarks];

/** A value as text; undefined for none and for what stands in place of one. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text && !isPlaceholder(text) ? text : undefined;
}

type Shown = Partial<Record<Mark, string>>;

/** What a record shows of its client, as it was written. */
export function shownOf(subject: Subject): Shown {
  const { business, person, organization_name } = subject as Subject & Record<string, unknown>;
  const given_names = textOf(person?.given_names ?? person?.first_name);
  const last_name = textOf(person?.last_name);
  const whole = [given_names, last_name].filter(Boolean).join(' ') || undefined;
  return {
    registration_number: textOf(business?.registration_number),
    local_number: textOf(business?.local_number),
    vat_number: textOf(business?.vat_number),
    country: textOf(business?.country),
    birth_date: textOf(person?.birth_date),
    given_names,
    last_name,
    name: textOf(business?.organization_name) ?? textOf(organization_name) ?? whole,
    email: textOf(person?.email),
  };
}

const normal: Partial<Record<Mark, (text: string) => string>> = {
  country: (text) => /^[A-Z]{2,3}$/.exec(normalOf('country', text))?.[0] ?? '',
  birth_date: (text) => /^\d{4}-\d\d-\d\d/.exec(normalOf('birthDate', text))?.[0] ?? '',
  email: (text) => normalOf('email', text),
};

/** A form of a value that tells each client from all others. */
export function normalOfMark(mark: Mark, text = ''): string {
  if (text === '') return '';
  const words = () => wordsOf(text).map(([word]) => word);
  return normal[mark]?.(text) ?? words().sort().join(' ');
}

/** How much alike two records are in each mark; undefined for one that they do not both show. */
type Seen = Partial<Record<Mark, Likeness>>;

/** How much alike the values of a mark are, as `normal` has them. */
function likenessOfMark(mark: Mark, ours: Shown, theirs: Shown): Likeness | undefined {
  const [one, other] = [normalOfMark(mark, ours[mark]), normalOfMark(mark, theirs[mark])];
  if (one === '' || other === '') return undefined;
  const isPerson = [ours, theirs].some(({ given_names, last_name }) => given_names ?? last_name);
  if (!normal[mark]) return likenessOfNames(ours[mark]!, theirs[mark]!, isPerson);
  return one === other ? 'same' : 'different';
}

/** How much alike two records are in a number, which may stand under another name. */
function likenessOfNumber(mark: Mark, ours: Shown, theirs: Shown): Likeness | undefined {
  const writtenIn = (all: Shown, name: Mark): Written[] => {
    const text = all[name];
    if (text === undefined) return [];
    return [{ text, isVat: name === 'vat_number', country: countryOfRecord(all) }];
  };
  const compared = (name: Mark, otherName: Mark) =>
    writtenIn(ours, name).flatMap((one) =>
      writtenIn(theirs, otherName).map((other) => likenessOfNumbers(one, other)),
    );
  const all = numbers.flatMap((each) => [...compared(mark, each), ...compared(each, mark)]);
  if (all.includes('same')) return 'same';
  return all.includes('part') ? 'part' : compared(mark, mark)[0];
}

function look(ours: Shown, theirs: Shown): Seen {
  return Object.fromEntries([
    ...numbers.map((mark) => [mark, likenessOfNumber(mark, ours, theirs)]),
    ...otherMarks.map((mark) => [mark, likenessOfMark(mark, ours, theirs)]),
  ]);
}

/** What the table says, with the marks that said so. */
export type Verdict = { is: 'same' | 'other' | 'unclear'; by: Mark[] };

const among = (seen: Seen, likeness: Likeness, from: readonly Mark[] = marks): Mark[] =>
  from.filter((mark) => seen[mark] === likeness);

const where = (condition: boolean, ...by: Mark[]): Mark[] => (condition ? by : []);

/** Date of birth and enough of the name: a cut given name, or a married name. */
function bornAs({ birth_date, given_names, last_name, name, email }: Seen): Mark[] {
  if (birth_date !== 'same') return [];
  if (name === 'same') return ['birth_date', 'name'];
  if (last_name === 'same' && given_names === 'part') return ['birth_date', 'name'];
  return where(given_names === 'same' && email === 'same', 'birth_date', 'given_names', 'email');
}

/** The cases, each with the marks that make it. The first one that has any decides. */
function casesOf(seen: Seen): [Verdict['is'], Mark[]][] {
  const { name, country, email } = seen;
  const [same, different] = [among(seen, 'same', numbers), among(seen, 'different', numbers)];
  const [isSame, isDifferent] = [same.length > 0, different.length > 0];
  return [
    ['other', where(!isSame, ...different)],
    // A holding and its subsidiary in one VAT group.
    ['unclear', where(isSame && isDifferent, ...same, ...different)],
    // France and Réunion, or two companies.
    ['unclear', where(isSame && country === 'different', ...same, 'country')],
    ['same', same],
    ['other', among(seen, 'different', ['country', 'birth_date'])],
    // A number in an unknown register, or a text in place of one.
    ['unclear', where(name !== 'same', ...among(seen, 'part', numbers))],
    ['same', bornAs(seen)],
    // Twins, a household, an assistant.
    ['unclear', where(name !== 'same', ...among(seen, 'same', ['birth_date', 'email']))],
    ['same', where(name === 'same' && email !== 'different', 'name')],
    ['unclear', where(name === 'same', 'name', 'email')],
    ['unclear', where(name === 'part', 'name')],
    ['other', where(name === 'different', 'name')],
  ];
}

/** Whether two records are about one client, by what both show. */
export function compareSubjects(one: Subject, other: Subject): Verdict {
  const [ours, theirs] = [shownOf(one), shownOf(other)];
  // What the service shows as it was sent needs no table: no mark differs, and the name is the same.
  const isUnchanged = marks.every((mark) => ours[mark] === theirs[mark]);
  if (isUnchanged && normalOfMark('name', ours.name)) return { is: 'same', by: ['name'] };
  const cases = casesOf(look(ours, theirs));
  const [is, by] = cases.find(([, marksIn]) => marksIn.length) ?? ['unclear', []];
  return { is, by };
}

/** The marks that the first record shows and that the other one does not show alike. */
export function openMarks(one: Subject, other: Subject): Mark[] {
  const ours = shownOf(one);
  const seen = look(ours, shownOf(other));
  const parts: Mark[] = ['given_names', 'last_name'];
  return marks.filter((mark) => ours[mark] && seen[mark] !== 'same' && !parts.includes(mark));
}

/** True if both show a name in one writing, and each has words that the other one lacks. */
export const haveOtherNames = (one: Subject, other: Subject): boolean =>
  look(shownOf(one), shownOf(other)).name === 'different';

/** True if a number or the date of birth says that it is another client. */
export const contradicts = ({ is, by }: Verdict): boolean =>
  is === 'other' && by.some((mark) => [...numbers, 'birth_date'].includes(mark));

/** True if both show one number, and neither another number nor another country. */
export function haveSameNumber(one: Subject, other: Subject): boolean {
  const seen = look(shownOf(one), shownOf(other));
  const differs = among(seen, 'different', [...numbers, 'country']).length > 0;
  return among(seen, 'same', numbers).length > 0 && !differs;
}
