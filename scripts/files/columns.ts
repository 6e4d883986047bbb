/**
 * Which field of the steps each column of a list is: one that is called as the field is in the
 * editor, or that the command line names. Nothing is guessed; what a name resembles is suggested.
 */
import { csvColumns } from '../../service/catalogue.ts';

/** Key of a field -> its label. */
export type Labels = Record<string, string>;

/** What a list says that the steps have no field for. */
export const ownColumns = { subject: 'Subject', onboarding_date: 'Onboarding Date' };

/** The account's own fields, as the service's export names them. */
const customField = /^custom_field\.(.+)$/;
/** The name of a custom field in the key of a column; undefined for another column. */
export const customNameOf = (key: string): string | undefined => customField.exec(key)?.[1];

/** In front of the key of an address that is a business's in one row, and a person's in the next. */
const ofSubject = 'subject.';
const addressLabels: Labels = Object.fromEntries(
  csvColumns()
    .filter(({ key }) => key.startsWith('address_'))
    .map(({ key, label }) => [ofSubject + key, `Address ${label}`]),
);

/** The key of the form for what a row is about, of which `labels` are the fields. */
export function formKey(key: string, subject: string, labels: Labels): string {
  if (!key.startsWith(ofSubject)) return key;
  const own = key.slice(ofSubject.length);
  return Object.hasOwn(labels, `${subject}_${own}`) ? `${subject}_${own}` : own;
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A field by its label or key; undefined for another name. */
function keyNamed(name: string, labels: Labels): string | undefined {
  if (customField.test(name)) return name;
  const named = Object.entries({ ...addressLabels, ...labels }).find(([key, label]) =>
    [key.replace(ofSubject, ''), label].some((one) => plain(one) === plain(name)),
  );
  return named?.[0];
}

/** The field that a header resembles, by its label. */
function resembled(header: string, labels: Labels): string | undefined {
  const found = csvColumns()
    .map(({ key, header: pattern }) => ({ key, length: pattern.exec(plain(header))?.[0].length }))
    .filter(({ length = 0 }) => length > 0)
    .sort((one, other) => other.length! - one.length!)[0];
  return found && (labels[found.key] ?? addressLabels[ofSubject + found.key]);
}

const parted = (option: string): [header: string, field: string] => {
  const end = option.lastIndexOf('=');
  return [option.slice(0, Math.max(end, 0)).trim(), option.slice(end + 1).trim()];
};

/** @throws Error for a `Column=Field` whose column is in none of the lists. */
export function checkOptions(options: string[], headers: string[]): void {
  const unknown = options.find((option) => !headers.includes(parted(option)[0]));
  if (unknown === undefined) return;
  throw new Error(
    `--column "${unknown}": there is no such column. Write --column "Column=Field" with one of: ${headers.join(', ')}.`,
  );
}

/** The columns that the command line names; without a field a column is left out. */
function chosenFields(headers: string[], options: string[], labels: Labels): Map<string, string> {
  const own = options.map(parted).filter(([header]) => headers.includes(header));
  return new Map(
    own.map(([header, field]) => {
      const key = field && keyNamed(field, labels);
      if (key !== undefined) return [header, key];
      const fields = Object.values({ ...labels, ...addressLabels }).join(', ');
      throw new Error(
        `--column "${header}=${field}": there is no field "${field}". Use one of: ${fields}, or custom_field.name for a custom field.`,
      );
    }),
  );
}

export interface ReadColumns {
  /** Header -> key of its field. */
  keys: Map<string, string>;
  /** Headers that are not read, with what each resembles. */
  unread: { header: string; resembles?: string }[];
}

/**
 * The fields of the columns of a list.
 * @param options `Column=Field` of the command line; those of other lists are left alone.
 * @throws Error for an option that cannot be right, and for two columns that are the same field.
 */
export function readColumns(headers: string[], options: string[], labels: Labels): ReadColumns {
  const chosen = chosenFields(headers, options, labels);
  const keys = new Map<string, string>();
  const unread: ReadColumns['unread'] = [];
  for (const header of headers) {
    const key = chosen.get(header) ?? keyNamed(header, labels);
    const other = [...keys].find(([, one]) => key && one === key)?.[0];
    if (other) {
      const label = labels[key!] ?? key;
      throw new Error(
        `The columns "${other}" and "${header}" are both ${label}. Leave one of them out: --column "${header}=".`,
      );
    }
    if (key) keys.set(header, key);
    else
      unread.push({ header, ...(!chosen.has(header) && { resembles: resembled(header, labels) }) });
  }
  return { keys, unread };
}
