/** Turns a row of a list into its case, or into its problem. */
import { CreateApplicationBody, RelatedPerson, type NewCase } from '../../../service/contract.ts';
import { countriesNamed, countryProblem } from '../../../service/countries.ts';
import type { AccountSettings, CustomField } from '../domain/account.ts';
import { checkNamed, type Kind } from '../domain/cases.ts';
import {
  customFromForm,
  customProblem,
  formNameOf,
  isCustom,
  type Form,
} from '../domain/custom-fields.ts';
import { formName, toProfile } from '../domain/portals.ts';
import { Problem, unlessRefused, valid } from '../domain/problem.ts';
import { checkDays } from '../portal/rules.ts';
import { filled } from '../portal/messages.ts';
import { texts } from '../portal/texts.ts';
import {
  choicesOf,
  column,
  columns as meanings,
  isDateMeaning,
  labelOf,
  plain,
  subjectNamed,
  targets,
  type Mapping,
  type RowSubject,
  type Target,
} from './import-columns.ts';
import { readDay, type DateForm } from './import-dates.ts';

/** The reading of a list's columns. The sandbox remembers it for lists with the same headers. */
export interface Layout {
  mapping: Mapping;
  /** Column -> notation of its dates. */
  dates: Record<string, DateForm>;
  /** The subject of a row that names none. */
  subject: RowSubject;
}

/** Everything that the reading of a row needs besides its cells. */
export interface RowReader extends Layout {
  columns: string[];
  settings: Pick<AccountSettings, 'custom_fields' | 'country_codes'>;
  /** `2026-11-22` */
  today: string;
}

/** The client in a row. */
export interface NewClient {
  subject: Kind;
  reference: string;
  body: NewCase;
  /** The person who signs for a business. */
  signatory?: RelatedPerson;
}

type Values = Partial<Record<Target, string>>;

/** A problem in words, for one column. */
const wrong = (label: string, text: string) => new Problem(422, `${label}: ${text}`);

/** The cells by meaning. @throws Problem for a row with a wrong number of cells. */
function valuesOf(cells: string[], { columns, mapping, dates, settings }: RowReader) {
  if (cells.length !== columns.length) {
    throw new Problem(
      422,
      `This row has ${cells.length} cells, but the header has ${columns.length}. A missing or additional comma moves the cells after it`,
    );
  }
  const labels = new Map(choicesOf(settings.custom_fields));
  const values: Values = {};
  const custom: Record<string, unknown> = {};
  const form: Form = {};
  for (const [index, name] of columns.entries()) {
    const meaning = mapping[name];
    let text = cells[index]!.trim();
    if (!text || !meaning) continue;
    if (isDateMeaning(meaning, settings.custom_fields)) {
      const read = readDay(text, dates[name] ?? '');
      if ('problem' in read) throw wrong(labels.get(meaning) ?? name, read.problem);
      text = read.day;
    }
    if (meaning === 'custom') custom[name] = text;
    else if (isCustom(meaning)) form[meaning] = text;
    else values[meaning] = text;
  }
  return { values, custom: { ...custom, ...customOf(form, settings) } };
}

/**
 * The subject of a row: a person only if no business is named.
 * @throws Problem for an unknown word.
 */
function subjectOf(values: Values, subject: RowSubject): Kind {
  if (values.subject) {
    const named = subjectNamed(values.subject);
    if (named) return named;
    throw wrong(labelOf('subject'), `“${values.subject}” is neither business nor person`);
  }
  if (subject !== 'auto') return subject;
  if (values.organization_name ?? values.registration_number) return 'business';
  return (values.last_name ?? values.first_name ?? values.email) ? 'person' : 'business';
}

/** @throws Problem for a value in a column of the other subject. */
function checkPlaces(values: Values, subject: Kind): void {
  const isSigned = subject === 'business' && (values.first_name ?? values.last_name);
  for (const target of targets) {
    const { of } = column(target);
    if (!values[target] || !of || of === subject || isSigned) continue;
    const text = `a ${subject} has none. Leave the column out, or make it a custom field`;
    throw wrong(labelOf(target), text);
  }
}

/** A country -> its code. @throws Problem for an unknown or ambiguous name. */
function countryOf(target: Target, text: string): string {
  const found = countriesNamed(text);
  if (found.length === 1) return found[0]!;
  throw wrong(labelOf(target), countryProblem(text, found).replace(/\.$/, ''));
}

/** A value of a list in the form's notation. Invalid values stay, and the field refuses them. */
function asInForm({ type, accepted_values }: CustomField, text: string): string {
  if (type === 'boolean') {
    if (/^(yes|true|1)$/i.test(text)) return 'yes';
    return /^(no|false|0)$/i.test(text) ? 'no' : text;
  }
  const readPart = (part: string) => {
    if (type.startsWith('dropdown')) {
      return accepted_values.find((value) => plain(value) === plain(part)) ?? part;
    }
    const found = type.startsWith('country') ? countriesNamed(part) : [];
    return found.length === 1 ? found[0]! : part;
  };
  const parts = type.endsWith('_multiple') ? text.split(';') : [text];
  return parts
    .map((part) => readPart(part.trim()))
    .filter(Boolean)
    .join('\n');
}

/** The custom fields of a row. @throws Problem for an invalid value. */
function customOf(row: Form, { custom_fields, country_codes }: RowReader['settings']) {
  const form: Form = {};
  for (const field of custom_fields) {
    const text = row[formNameOf(field)];
    if (!text) continue;
    const value = asInForm(field, text);
    const problem = customProblem(field, value);
    const message =
      problem === 'unclear'
        ? '{label} can be read in two ways. Write it without a thousands separator.'
        : texts.en.invalid;
    if (problem)
      throw new Problem(422, `${filled(message, { label: field.display_name })}: “${text}”`);
    form[formNameOf(field)] = value;
  }
  return customFromForm(custom_fields, form, country_codes);
}

const profileOf = (values: Values, isOf: (target: Target) => boolean) =>
  toProfile(
    Object.fromEntries(Object.entries(values).filter(([target]) => isOf(target as Target))),
  );

/** True if the row describes a person. */
const isOfPerson = (target: Target) => target === 'email' || column(target).of === 'person';
const aboutCase: Target[] = ['external_reference', 'subject'];

/**
 * A business, and the person who signs for it. An e-mail address without a person belongs to the
 * contact: letters need it, but a business has no such field.
 */
function businessOf(values: Values, custom: Record<string, unknown>) {
  const business = profileOf(
    values,
    (target) => !isOfPerson(target) && !aboutCase.includes(target),
  );
  checkNamed('business', business);
  if (!values.first_name && !values.last_name) {
    return {
      profile: business,
      custom: values.email ? { ...custom, email: values.email } : custom,
    };
  }
  const person = profileOf(values, isOfPerson);
  checkNamed('person', person);
  const signatory = { ...valid(RelatedPerson, person), roles: ['ACCOUNT_OWNER'] };
  return { profile: business, custom, signatory };
}

function personOf(values: Values, custom: Record<string, unknown>) {
  const profile = profileOf(values, (target) => !aboutCase.includes(target));
  checkNamed('person', profile);
  return { profile, custom, signatory: undefined };
}

/** The client in a row. @throws Problem for an invalid value, with its place. */
function readRow(cells: string[], reader: RowReader): NewClient {
  const { values: read, custom: fields } = valuesOf(cells, reader);
  const subject = subjectOf(read, reader.subject);
  checkPlaces(read, subject);
  const values: Values = { ...read };
  for (const target of targets) {
    const text = read[target];
    if (text && column(target).isCountry) values[target] = countryOf(target, text);
  }
  if (values.email) valid(RelatedPerson, { email: values.email });
  const { profile, custom, signatory } =
    subject === 'business' ? businessOf(values, fields) : personOf(values, fields);
  const reference = values.external_reference;
  if (!reference) {
    const label = labelOf('external_reference');
    const text = `${label} is missing. Without it, a second import would make this case again`;
    throw new Problem(422, text);
  }
  const body = valid(CreateApplicationBody, {
    [subject]: profile,
    external_reference: reference,
    ...(Object.keys(custom).length && { custom_fields: custom }),
    is_draft: true,
  });
  checkDays(values, reader.today);
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

/** The client of the row, or its problem in words. */
export const tryRow = (cells: string[], reader: RowReader): NewClient | { problem: string } =>
  unlessRefused(
    () => readRow(cells, reader),
    (problem) => ({ problem: wordsOf(problem) }),
  );
