/**
 * The Power Automate connector with one account's custom fields. The designer shows a field only if
 * the definition names it: `custom_fields` is an object, and no endpoint of the service returns its
 * JSON Schema (`x-ms-dynamic-schema`).
 */
import type { CustomField, CustomType } from '../../client/account.ts';
import { isRecord } from '../../client/json.ts';

type Json = Record<string, unknown>;

const text = { type: 'string' };
const texts = (items: Json = text) => ({ type: 'array', items });

/** One of the account's values. The designer shows their labels. */
const oneOf = ({ choices }: CustomField): Json => ({
  ...text,
  enum: choices.map(({ value }) => value),
  'x-ms-enum-values': choices.map(({ value, label }) => ({ value, displayName: label })),
});

const schemas: Record<CustomType, (field: CustomField) => Json> = {
  text: () => text,
  number: () => ({ type: 'number' }),
  boolean: () => ({ type: 'boolean' }),
  date: () => text,
  choice: oneOf,
  choices: (field) => (field.choices.length ? texts(oneOf(field)) : texts()),
  country: () => text,
  countries: () => texts(),
  codes: () => texts(),
};
/** The notation of values that the type does not show. */
const notes: Partial<Record<CustomType, string>> = {
  date: 'A date such as 2024-05-31.',
  country: 'A code such as FRA.',
  countries: 'Codes such as FRA.',
};

function propertyOf(field: CustomField): Json {
  const { name, label, help, type, isRequired } = field;
  const said = [help && help.replace(/\.?$/, '.'), notes[type], `The custom field ${name}.`];
  return {
    ...schemas[type](field),
    title: label,
    description: said.filter(Boolean).join(' '),
    'x-ms-summary': label,
    ...(isRequired && { 'x-ms-visibility': 'important' }),
  };
}

const holders = ['custom_fields', 'default_custom_fields'];

/**
 * Adds a property for each custom field to every body with custom fields. Other names stay valid.
 */
export function withCustomFields<T>(definition: T, fields: CustomField[]): T {
  const properties = Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)]));
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) =>
        holders.includes(key) && isRecord(inner) && inner.type === 'object'
          ? [key, { ...inner, properties }]
          : [key, within(inner)],
      ),
    );
  };
  return (fields.length ? within(definition) : definition) as T;
}
