/** How the contract writes down fields and values: one line each, without texts for people. */

export type Forms = Record<string, string>;
type Schema = Record<string, unknown> & {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};

/** A value with its objects sorted by key, so that a moved line changes nothing. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** Words in one line; a flag is its name, any other fact has its value behind it. */
export const lineOf = (facts: Record<string, unknown>): string =>
  Object.entries(facts)
    .filter(([, value]) => ![undefined, false, ''].includes(value as undefined))
    .map(([name, value]) =>
      value === true
        ? name
        : `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ');

/** Path of each part of a JSON Schema -> its keywords, without those for people. */
export function formsOfSchema(schema: Schema, path = '', required = true): Forms {
  const { properties = {}, items, required: names = [], ...own } = schema;
  const { title: _title, description: _description, $schema: _version, ...keywords } = own;
  return {
    [path || '.']: lineOf({ ...keywords, optional: !required }),
    ...(items && formsOfSchema(items, `${path}[]`)),
    ...Object.assign(
      {},
      ...Object.entries(properties).map(([name, inner]) =>
        formsOfSchema(inner, path ? `${path}.${name}` : name, names.includes(name)),
      ),
    ),
  };
}

/** Path of each value inside -> its type. Of a list, the first entry counts. */
export function formsOfValue(value: unknown, path = ''): Forms {
  const isList = Array.isArray(value);
  const place = path || '.';
  if (isList) return { [place]: 'list', ...(value.length && formsOfValue(value[0], `${path}[]`)) };
  if (typeof value !== 'object' || value === null)
    return { [place]: value === null ? 'null' : typeof value };
  return Object.assign(
    { [place]: 'object' },
    ...Object.entries(value).map(([name, inner]) =>
      formsOfValue(inner, path ? `${path}.${name}` : name),
    ),
  ) as Forms;
}
