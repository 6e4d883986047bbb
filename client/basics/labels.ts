/** The editor's labels for the service's names. */

/** Wire path of a field (`business.country`) -> its label in the editor. */
export type Labels = Record<string, string>;

/** `legalForm`, `LegalForm` -> `legal_form` */
export const snake = (key: string): string =>
  key.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** `legal_form` or `legalForm` -> `Legal Form`, for a field without a label. */
const titleCase = (key: string): string =>
  snake(key)
    .split('_')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ') || key;

/** The label of a path in the editor; undefined for an unknown path. */
function labelOf(parts: string[], labels: Labels): string | undefined {
  const path = parts.map(snake).join('.');
  const keys = [parts.join('.'), path, `business.${path}`, `person.${path}`];
  // Every object has a "constructor".
  const known = keys.find((key) => Object.hasOwn(labels, key));
  return known === undefined ? undefined : labels[known];
}

/**
 * `['business', 'country']` -> the field's label; undefined for an empty path. `persons.1.last_name`
 * also gets the label of its line.
 */
export function labelAt(path: PropertyKey[], labels: Labels): string | undefined {
  const all = path.map(String);
  const [list, index = '', ...rest] = all;
  const line = /^\d+$/.test(index) ? labels[`${list}.${index}`] : undefined;
  if (line !== undefined) {
    const ofLine = labels[[list, index, ...rest.map(snake)].join('.')];
    const field = labelAt(rest, labels);
    return ofLine ?? (field ? `${line}: ${field}` : line);
  }
  const parts = all.filter((part) => !/^\d+$/.test(part));
  if (!parts.length) return undefined;
  return (
    labelOf(parts, labels) ??
    parts.map((part) => labelOf([part], labels) ?? titleCase(part)).join(': ')
  );
}
