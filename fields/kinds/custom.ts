/**
 * The account's custom fields as fields of the editor. Their key contains type and name, so a run
 * need not ask the service for them: `custom_number_seats`. A character that is not valid in a key
 * appears as its number: `custom_text_net-20-worth` is "net worth".
 */
import {
  customFields,
  listedFields,
  type CustomField,
  type CustomType,
  type Target,
} from '../../client/account.ts';
import { recordOf } from '../../client/basics/json.ts';
import { duplicateField, halt } from '../../client/basics/errors.ts';
import { countryCodes } from '../../client/exchange/wire.ts';
import type { Run } from '../../client/exchange/run.ts';
import type { Kind } from '../../service/kinds.ts';
import { toChoice } from '../../client/exchange/suggestions.ts';
import { choice } from './choices.ts';
import { kinds, parseFields, type KindOf, type RowValues, type Table } from './table.ts';
import { entriesOf, isEmpty, isSame, type Input } from './values.ts';

/** A type of custom fields. Of some the account lists the choices. */
type CustomTypeRow = KindOf & { kind: Kind; isListed?: true };
const ofKind = (kind: Kind, more: Partial<CustomTypeRow> = {}): CustomTypeRow => ({
  kind,
  ...kinds[kind],
  ...more,
});

const customTypes: Record<CustomType, CustomTypeRow> = {
  text: ofKind('text'),
  number: ofKind('number'),
  boolean: ofKind('boolean'),
  date: ofKind('date'),
  choice: ofKind('text', { isListed: true }),
  choices: ofKind('list', { isListed: true }),
  country: ofKind('country'),
  countries: ofKind('countries', { output: { list: true } }),
  codes: ofKind('list', { isListed: true }),
};

const pattern = new RegExp(`^custom_(${Object.keys(customTypes).join('|')})_(.+)$`, 's');

export type CustomKey = `custom_${CustomType}_${string}`;

/** The platform reads two underscores in a row as a level, so there are none. */
const inputKey = ({ type, name }: CustomField): CustomKey => {
  const code = (letter: string) => `-${letter.codePointAt(0)!.toString(16)}-`;
  return `custom_${type}_${name.replace(/[^A-Za-z0-9_]|(?<=^|_)_/gu, code)}`;
};
const nameIn = (encoded: string): string =>
  encoded.replace(/-([0-9a-f]{1,6})-/g, (_, code: string) =>
    String.fromCodePoint(parseInt(code, 16)),
  );

/** A custom field in messages. */
export const customLabel = (name: string): string => `Custom Field "${name}"`;

/** The custom field whose input has this key: its name and its type; undefined for another key. */
export function customField(key: string) {
  const [, type, encoded] = pattern.exec(key) ?? [];
  if (!type || !encoded) return undefined;
  const name = nameIn(encoded);
  return { name, label: customLabel(name), ...customTypes[type as CustomType] };
}

export const isCustomField = ({ key }: { key: string }): boolean => customField(key) !== undefined;

/** The custom fields with a value. */
const filledIn = (input: Input) =>
  Object.entries(input).flatMap(([key, value]) => {
    const field = isEmpty(value) ? undefined : customField(key);
    return field ? [{ ...field, value }] : [];
  });

/**
 * The fields of a table and the custom fields, next to those that the user typed by name under `key`.
 * @throws a halt for a field with two values, or an invalid one.
 */
export function parseWithCustom<T extends Table<string>>(
  table: T,
  input: Input,
  key = 'custom_fields',
): RowValues<T> {
  const body: Record<string, unknown> = parseFields(table, input) ?? {};
  const typedIn = recordOf(body[key]);
  const values = new Map(Object.entries(typedIn));
  for (const { name, value, label, parse } of filledIn(input)) {
    const parsed = parse(value, label);
    if (parsed === undefined || (Array.isArray(parsed) && !parsed.length)) continue;
    if (values.has(name) && !isSame(parse(values.get(name), label), parsed)) {
      throw Object.hasOwn(typedIn, name)
        ? duplicateField(name, 'a field of its own', table[key]!.label)
        : halt(`${label} is filled in twice. Keep one of the two.`);
    }
    values.set(name, parsed);
  }
  // fromEntries defines own properties, so even __proto__ is a plain key.
  const custom = values.size ? { [key]: Object.fromEntries(values) } : {};
  return { ...body, ...custom } as RowValues<T>;
}

/** The choices that a value means: the whole text, if the account lists it, before its parts. */
function listedChoices(
  choices: CustomField['choices'],
  raw: unknown,
  read: unknown,
  label: string,
) {
  const isLine = Array.isArray(read) && typeof raw === 'string' && !/[;\n[]/.test(raw);
  const found = toChoice(choices, isLine ? [raw.trim()] : read, label);
  const isKnown =
    !isLine || [found].flat().some((one) => choices.some(({ value }) => value === one));
  return isKnown ? found : read;
}

/**
 * The body with its custom fields as the service writes them: with the choices that the account lists.
 * Those that have no input, such as those by name, get their types from there: a text stays a text.
 * @throws a halt for a value that its type does not take.
 */
export async function withListedTypes<T extends object>(
  run: Run,
  input: Input,
  body: T,
  { key = 'custom_fields', target }: { key?: string; target?: Target } = {},
): Promise<T> {
  const values = recordOf((body as Record<string, unknown>)[key]);
  const inputs = new Map(filledIn(input).map((field) => [field.name, field]));
  const isOpen = (name: string) => !inputs.has(name) && values[name] !== null;
  const isRead = Object.keys(values).some(isOpen);
  const hasChoice = [...inputs.values()].some(({ isListed }) => isListed);
  // A step without types does not go on; without the choices it sends what is filled in.
  const read = isRead ? listedFields : hasChoice ? customFields : () => [];
  const listed = new Map((await read(run, target)).map((field) => [field.name, field]));
  const entries = Object.entries(values).map(([name, value]) => {
    const { type: typeName, choices = [] } = listed.get(name) ?? {};
    const filled = inputs.get(name);
    const type = filled ?? (typeName && customTypes[typeName]);
    const label = customLabel(name);
    const typed = (isOpen(name) ? type?.parse(value, label) : undefined) ?? value;
    if (type?.isCountry) return [name, countryCodes(run.dialect, typed)];
    if (!type?.isListed || value === null) return [name, typed];
    return [name, listedChoices(choices, filled?.value ?? value, typed, label)];
  });
  return entries.length ? { ...body, [key]: Object.fromEntries(entries) } : body;
}

/** The filters on custom fields: any of the values is enough. @throws a halt for an invalid one. */
export const wantedOf = (input: Input) =>
  filledIn(input).map(({ name, value, label, parse, output, kind }) => ({
    name,
    kind,
    values: (output?.list ? [value] : entriesOf(value, label)).flatMap(
      (part) => parse(part, label) ?? [],
    ),
  }));

const helpOf = ({ name, help, isRequired }: CustomField): string =>
  [
    help && help.replace(/\.?$/, '.'),
    isRequired && 'Required by your account.',
    `Custom field of your account: ${name}.`,
  ]
    .filter(Boolean)
    .join(' ');

const inputOf = (field: CustomField) => {
  const { input, choices, isListed } = customTypes[field.type];
  const listed = field.choices.map(({ value, label }) => choice(value, label));
  const offered = isListed ? listed : choices?.();
  return {
    key: inputKey(field),
    name: field.name,
    label: field.label,
    helpText: helpOf(field),
    ...input,
    ...(offered?.length && { choices: offered }),
  };
};

/** The input fields of the custom fields, the required ones first. */
export const customInputs = (fields: CustomField[]) =>
  fields
    .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
    .map((field) => ({ ...inputOf(field), group: 'reference' }));

/** The same as filters, which accept several values for a choice. */
export const customFilters = (fields: CustomField[]) =>
  fields.map(inputOf).map((field) => ({
    ...field,
    label: `Only ${field.label}`,
    helpText: `{{Runs}} only if the custom field "${field.name}" has ${'choices' in field ? 'one of these values' : 'this value'}. Empty means any.`,
    ...('choices' in field && { list: true }),
  }));

/** The outputs for later steps. Leaves out a name that the platform would read as levels. */
const customOutputs = (fields: CustomField[]) =>
  fields
    .filter(({ name }) => /^[^_.[\]]+(_[^_.[\]]+)*$/.test(name))
    .map(({ name, label, type }) => ({
      key: `custom_fields__${name}`,
      label,
      ...customTypes[type].output,
    }));

/** Appends the account's output fields. */
export const withCustomOutput =
  <T>(make: () => T[], target?: Target) =>
  async (run: Run) => [...make(), ...customOutputs(await customFields(run, target))];
