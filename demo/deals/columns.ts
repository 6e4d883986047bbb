/**
 * Maps the columns of a list to fields of the steps: by the field's label or key in the editor, by
 * another usual name, or by an option of the command line. Nothing is guessed.
 */
import { inputLabels } from '../../fields/kinds/table.ts';
import { address } from '../../service/catalogue.ts';

/** Key of a field -> its label. */
export type Labels = Record<string, string>;

/** Columns that are no fields of the steps. */
export const ownColumns = { subject: 'Subject', onboarding_date: 'Onboarding Date' };

/** The account's custom fields, with their names in the service's export. */
const customField = /^custom_field\.(.+)$/;
/** The name of a custom field in the key of a column; undefined for another column. */
export const customNameOf = (key: string): string | undefined => customField.exec(key)?.[1];

/** Prefix of an address that belongs to a business in one row and to a person in another. */
const ofSubject = 'subject.';
const addressLabels: Labels = Object.fromEntries(
  Object.entries(inputLabels(address)).map(([key, label]) => [
    `${ofSubject}address_${key}`,
    `Address ${label}`,
  ]),
);

/** The form's key for the subject of a row. `labels` are the subject's fields. */
export function formKey(key: string, subject: string, labels: Labels): string {
  if (!key.startsWith(ofSubject)) return key;
  const own = key.slice(ofSubject.length);
  return Object.hasOwn(labels, `${subject}_${own}`) ? `${subject}_${own}` : own;
}

/** Key of a field -> other usual names of its column, most from exports of CRMs. */
export const otherNames: Record<string, string[]> = {
  subject: ['client type'],
  external_reference: ['record id', 'deal id', 'opportunity id'],
  organization_name: [
    'company',
    'company name',
    'associated company',
    'deal organization',
    'account name',
  ],
  country: ['country region', 'billing country'],
  legal_type: ['legal form'],
  first_name: ['person first name'],
  last_name: ['person last name'],
  email: ['e mail', 'person email work'],
  birth_date: ['date of birth', 'birthdate'],
  'subject.address_street': ['street address', 'billing street'],
  'subject.address_city': ['city', 'billing city'],
  'subject.address_postal_code': ['postal code', 'billing zip postal code'],
  'subject.address_region': ['state region', 'billing state province'],
};

/** "Billing State/Province" -> "billing state province", as the table above has it. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The field with this label or key; undefined if there is none. */
function keyNamed(name: string, labels: Labels): string | undefined {
  if (customField.test(name)) return name;
  return Object.keys(labels).find((key) =>
    [key.replace(ofSubject, ''), labels[key]!].some((one) => plain(one) === plain(name)),
  );
}

/** The field with this other name; undefined if there is none. */
const keyOfOther = (header: string, labels: Labels): string | undefined =>
  Object.keys(labels).find((key) => otherNames[key]?.includes(plain(header)));

const parted = (option: string): [header: string, field: string] => {
  const end = option.lastIndexOf('=');
  return [option.slice(0, Math.max(end, 0)).trim(), option.slice(end + 1).trim()];
};

/** @throws Error for a `Column=Field` if no list has the column. */
export function checkOptions(options: string[], headers: string[]): void {
  const unknown = options.find((option) => !headers.includes(parted(option)[0]));
  if (unknown === undefined) return;
  throw new Error(
    `--column "${unknown}": there is no such column. Write --column "Column=Field" with one of: ${headers.join(', ')}.`,
  );
}

/** The fields that `--column` may name. */
export const fieldsIn = (labels: Labels): string =>
  `${Object.values(labels).join(', ')}, or custom_field.name for a custom field`;

/** The columns named on the command line. An empty field leaves a column out. */
function chosenFields(headers: string[], options: string[], labels: Labels): Map<string, string> {
  const own = options.map(parted).filter(([header]) => headers.includes(header));
  return new Map(
    own.map(([header, field]) => {
      const key = field && keyNamed(field, labels);
      if (key !== undefined) return [header, key];
      throw new Error(
        `--column "${header}=${field}": there is no field "${field}". Use one of: ${fieldsIn(labels)}.`,
      );
    }),
  );
}

export interface ReadColumns {
  /** The fields that a column may be. */
  labels: Labels;
  /** Header -> key of its field. */
  keys: Map<string, string>;
  /** Headers without a field. */
  unread: string[];
}

/** The header of a field. */
export const columnOf = (keys: ReadColumns['keys'], key: string): string | undefined =>
  [...keys].find(([, one]) => one === key)?.[0];

/**
 * Maps the headers of a list to `fields` and to the address of the row's subject.
 * @param options `Column=Field` from the command line. Options for other lists are ignored.
 * @throws Error for an invalid option, and for two columns of the same field.
 */
export function readColumns(headers: string[], options: string[], fields: Labels): ReadColumns {
  const labels = { ...addressLabels, ...fields };
  const chosen = chosenFields(headers, options, labels);
  const named = headers.map((header) => chosen.get(header) ?? keyNamed(header, labels));
  const keys = new Map<string, string>();
  for (const [index, header] of headers.entries()) {
    const other = keyOfOther(header, labels);
    // A column with another name steps back for the column with the field's own name.
    const key = named[index] ?? (named.includes(other) ? undefined : other);
    if (!key) continue;
    const twin = columnOf(keys, key);
    if (twin !== undefined) {
      throw new Error(
        `The columns "${twin}" and "${header}" are both ${labels[key] ?? key}. Leave one of them out: --column "${header}=".`,
      );
    }
    keys.set(header, key);
  }
  return { labels, keys, unread: headers.filter((header) => !keys.has(header)) };
}
