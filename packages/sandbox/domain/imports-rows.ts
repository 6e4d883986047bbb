/** A row of a list -> the case it becomes, or what is wrong with it. */
import { CreateApplicationBody, RelatedPerson, type NewCase } from '../../../api/contract.ts';
import { countriesNamed, countryProblem } from '../../../api/countries.ts';
import { checkDays } from '../portal/rules.ts';
import { filled } from '../portal/messages.ts';
import { texts } from '../portal/texts.ts';
import type { AccountSettings, CustomField } from './account.ts';
import { checkNamed, type Kind } from './cases.ts';
import { customFromForm, customProblem, formNameOf, isCustom, type Form } from './custom-fields.ts';
import {
  column,
  columns as meanings,
  labelOf,
  plain,
  subjectNamed,
  targets,
  type RowSubject,
  type Target,
} from './imports-columns.ts';
import type { ImportRow } from './imports-store.ts';
import { mapValues } from './objects.ts';
import { formName, toProfile } from './portals.ts';
import { Problem, unlessRefused, valid } from './problem.ts';

/** How the rows of an import are to be read. */
export interface Layout extends Pick<ImportRow, 'columns' | 'mapping' | 'subject'> {
  settings: Pick<AccountSettings, 'custom_fields' | 'country_codes'>;
  /** `2026-11-22` */
  today: string;
}

/** What a row makes. */
interface NewClient {
  subject: Kind;
  reference: string;
  body: NewCase;
  /** Who signs for a business. */
  signatory?: RelatedPerson;
}

type Values = Partial<Record<Target, string>>;

/** A problem in words, for one column. */
const wrong = (target: Target, text: string) => new Problem(422, `${labelOf(target)}: ${text}`);

/** The cells by what they mean. @throws Problem for a row with other cells than the header names. */
function valuesOf(cells: string[], { columns, mapping, settings }: Layout) {
  if (cells.length !== columns.length) {
    throw new Problem(
      422,
      `This row has ${cells.length} cells, the header names ${columns.length}. A comma too many or too few shifts what follows`,
    );
  }
  const values: Values = {};
  const custom: Record<string, unknown> = {};
  const form: Form = {};
  for (const [index, name] of columns.entries()) {
    const meaning = mapping[name];
    const text = cells[index]!.trim();
    if (!text || !meaning) continue;
    if (meaning === 'custom') custom[name] = text;
    else if (isCustom(meaning)) form[meaning] = text;
    else values[meaning] = text;
  }
  return { values, custom: { ...custom, ...customOf(form, settings) } };
}

/** What the row is about. @throws Problem where that is not clear. */
function subjectOf(values: Values, subject: RowSubject): Kind {
  if (values.subject) {
    const named = subjectNamed(values.subject);
    if (!named) throw wrong('subject', `“${values.subject}” is neither business nor person`);
    return named;
  }
  if (subject !== 'auto') return subject;
  const business = values.organization_name ?? values.registration_number;
  const person = values.last_name ?? values.first_name;
  if (business && person) {
    throw new Problem(
      422,
      'The row has the name of a business and of a person. Say above what the rows are about',
    );
  }
  return person || (!business && values.email) ? 'person' : 'business';
}

/** @throws Problem for a value that a case of this subject has no place for. */
function checkPlaces(values: Values, subject: Kind): void {
  for (const target of targets) {
    const { of } = column(target);
    if (!values[target] || !of || of === subject) continue;
    throw wrong(target, `a ${subject} has none. Leave the column out, or make it a custom field`);
  }
}

/** A country as people write it -> its code. @throws Problem for none, or several. */
function countryOf(target: Target, text: string): string {
  const found = countriesNamed(text);
  if (found.length === 1) return found[0]!;
  throw wrong(target, countryProblem(text, found).replace(/\.$/, ''));
}

/** `31.12.2015`, as the German, Polish and others write it; anything else stays, and is checked. */
const dateOf = (text: string) =>
  text.replace(
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/,
    (_, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );

/** A value of a list as the form of a custom field has it; what it cannot be stays, and is refused. */
function asInForm({ type, accepted_values }: CustomField, text: string): string {
  if (type === 'date') return dateOf(text);
  if (type === 'boolean') {
    if (/^(yes|true|1)$/i.test(text)) return 'yes';
    return /^(no|false|0)$/i.test(text) ? 'no' : text;
  }
  const known = (part: string) => {
    if (type.startsWith('dropdown')) {
      return accepted_values.find((value) => plain(value) === plain(part)) ?? part;
    }
    const found = type.startsWith('country') ? countriesNamed(part) : [];
    return found.length === 1 ? found[0]! : part;
  };
  const parts = type.endsWith('_multiple') ? text.split(';') : [text];
  return parts
    .map((part) => known(part.trim()))
    .filter(Boolean)
    .join('\n');
}

/** The account's custom fields of a row. @throws Problem for a value that is none of its kind. */
function customOf(given: Form, { custom_fields, country_codes }: Layout['settings']) {
  const form: Form = {};
  for (const field of custom_fields) {
    const text = given[formNameOf(field)];
    if (!text) continue;
    const value = asInForm(field, text);
    const problem = customProblem(field, value);
    const said = problem === 'unclear' ? texts.en.unclearNumber : texts.en.invalid;
    if (problem)
      throw new Problem(422, `${filled(said, { label: field.display_name })}: “${text}”`);
    form[formNameOf(field)] = value;
  }
  return customFromForm(custom_fields, form, country_codes);
}

function readable(target: Target, text: string): string {
  if (column(target).isCountry) return countryOf(target, text);
  return target.endsWith('_date') ? dateOf(text) : text;
}

function signatoryOf(values: Values): RelatedPerson | undefined {
  const { signatory_first_name, signatory_last_name, signatory_email } = values;
  const person = toProfile({
    first_name: signatory_first_name ?? '',
    last_name: signatory_last_name ?? '',
    email: signatory_email ?? '',
  });
  if (!Object.keys(person).length) return undefined;
  try {
    checkNamed('person', person);
    return { ...valid(RelatedPerson, person), roles: ['ACCOUNT_OWNER'] };
  } catch (error) {
    throw error instanceof Problem ? new Problem(422, `Signatory: ${wordsOf(error)}`) : error;
  }
}

const aboutCase: Target[] = ['external_reference', 'subject'];
const isProfile = (target: Target) =>
  !aboutCase.includes(target) && !target.startsWith('signatory_');

/**
 * A row -> the client it makes.
 * @throws Problem for what cannot be right, with the place of it.
 */
function readRow(cells: string[], layout: Layout): NewClient {
  const { values: given, custom } = valuesOf(cells, layout);
  const subject = subjectOf(given, layout.subject);
  checkPlaces(given, subject);
  const values: Values = mapValues(given, (text, target) => readable(target as Target, text));
  if (values.email) valid(RelatedPerson, { email: values.email });
  // The address of a company's contact is needed to write to it, and is no field of a business.
  const isContact = subject === 'business' && values.email;
  if (isContact) custom.email = values.email!;
  const profile = toProfile(
    Object.fromEntries(
      Object.entries(values).filter(
        ([target]) => isProfile(target as Target) && !(isContact && target === 'email'),
      ),
    ),
  );
  checkNamed(subject, profile);
  const signatory = signatoryOf(values);
  const reference = values.external_reference;
  if (!reference) {
    throw wrong(
      'external_reference',
      'is missing: without one, a second import would make it again',
    );
  }
  const body = valid(CreateApplicationBody, {
    [subject]: profile,
    external_reference: reference,
    ...(Object.keys(custom).length && { custom_fields: custom }),
    is_draft: true,
  });
  checkDays(values, layout.today);
  return { subject, reference, body, ...(signatory && { signatory }) };
}

/** A refusal as one line, with the labels of the columns. */
const wordsOf = (problem: Problem): string =>
  problem.inWords((loc, msg) => {
    const name = formName(
      loc.filter((part) => !['body', 'business', 'person'].includes(String(part))),
    );
    const label = Object.hasOwn(meanings, name) ? labelOf(name as Target) : name;
    return `${label} ${msg}`;
  }, '; ');

/** The row read, or what is wrong with it in words. */
export function tryRow(cells: string[], layout: Layout): NewClient | { problem: string } {
  return unlessRefused(
    () => readRow(cells, layout),
    (problem) => ({ problem: wordsOf(problem) }),
  );
}
