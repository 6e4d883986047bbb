/**
 * Maps the columns of a list to fields of the steps: by their name in the editor, by another name
 * in the catalogue, or by an option of the command line. Nothing is guessed; similar names are
 * suggestions.
 */
import { csvColumns } from '../../service/catalogue.ts';

/** Key of a field -> its label. */
export type Labels = Record<string, string>;

/** Columns that are no fields of the steps. */
export const ownColumns = { subject: 'Subject', onboarding_date: 'Onboarding Date' };
/** Further names of the column with the subject. */
const subjectHeader = /^(client|customer|subject) type$/;

/** The account's custom fields, with their names in the service's export. */
const customField = /^custom_field\.(.+)$/;
/** The name of a custom field in the key of a column; undefined for another column. */
export const customNameOf = (key: string): string | undefined => customField.exec(key)?.[1];

/** Prefix of an address that belongs to a business in one row and to a person in another. */
const ofSubject = 'subject.';
const addressLabels: Labels = Object.fromEntries(
  csvColumns()
    .filter(({ key }) => key.startsWith('address_'))
    .map(({ key, label }) => [ofSubject + key, `Address ${label}`]),
);

/** The form's key for the subject of a row. `labels` are the subject's fields. */
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

/** The field with this label or key; undefined if there is none. */
function keyNamed(name: string, labels: Labels): string | undefined {
  if (customField.test(name)) return name;
  const named = Object.entries({ ...addressLabels, ...labels }).find(([key, label]) =>
    [key.replace(ofSubject, ''), label].some((one) => plain(one) === plain(name)),
  );
  return named?.[0];
}

/** The fields whose other names a header contains, the longest name first. */
const matches = (header: string, labels: Labels) =>
  csvColumns()
    .flatMap(({ key, header: pattern }) => {
      const length = pattern.exec(plain(header))?.[0].length ?? 0;
      const own = [key, ofSubject + key].find((one) =>
        Object.hasOwn({ ...addressLabels, ...labels }, one),
      );
      return length && own ? [{ key: own, length }] : [];
    })
    .sort((one, other) => other.length - one.length);

/** The field with exactly this other name; undefined if none or several have it. */
function keyOfHeader(header: string, labels: Labels): string | undefined {
  if (Object.hasOwn(labels, 'subject') && subjectHeader.test(plain(header))) return 'subject';
  const whole = matches(header, labels).filter(({ length }) => length === plain(header).length);
  return whole.length === 1 ? whole[0]!.key : undefined;
}

/** The label of a field with a similar name. */
function resembled(header: string, labels: Labels): string | undefined {
  const key = matches(header, labels)[0]?.key;
  return key && (labels[key] ?? addressLabels[key]);
}

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

/** The columns named on the command line. An empty field leaves a column out. */
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
  /** Headers without a field, and similar fields. */
  unread: { header: string; resembles?: string }[];
}

/**
 * Maps the headers of a list to fields.
 * @param options `Column=Field` from the command line. Options for other lists are ignored.
 * @throws Error for an invalid option, and for two columns of the same field.
 */
export function readColumns(headers: string[], options: string[], labels: Labels): ReadColumns {
  const chosen = chosenFields(headers, options, labels);
  const keys = new Map<string, string>();
  const unread: ReadColumns['unread'] = [];
  const named = new Set(headers.map((header) => chosen.get(header) ?? keyNamed(header, labels)));
  for (const header of headers) {
    const byHeader = keyOfHeader(header, labels);
    // A column with another name steps back for the column with the field's own name.
    const key =
      chosen.get(header) ??
      keyNamed(header, labels) ??
      (byHeader && !named.has(byHeader) ? byHeader : undefined);
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
