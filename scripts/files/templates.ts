/**
 * Rows of the service's import templates. Columns that its pages do not name have the names of the
 * export or the API; the import lets the user match them.
 */
import type { NewCase, RelatedPerson } from '../../service/contract.ts';
import { excerpt } from '../../service/excerpt.ts';
import {
  requiredColumns,
  templates,
  type TemplateName,
} from '../../packages/sandbox/office/import-templates.ts';

/** A row of a template: column -> value. */
export type TemplateRow = Record<string, string>;

/** `{address: {town: "Paris"}}` -> `{address_town: "Paris"}`. */
function flat(value: object, prefix = ''): TemplateRow {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]: [string, unknown]): [string, string][] => {
      if (item === undefined || item === null) return [];
      if (Array.isArray(item)) return [[prefix + name, item.join(',')]];
      if (typeof item === 'object') return Object.entries(flat(item, `${prefix}${name}_`));
      return [[prefix + name, String(item)]];
    }),
  );
}

/** The row of a case, from the body that a step would send. */
export function caseRow({ business, person, external_reference, custom_fields }: NewCase) {
  const custom = Object.entries(flat(custom_fields ?? {})).map(
    ([name, value]) => [`custom_field.${name}`, value] as const,
  );
  const { country, ...rest } = flat(business ?? person ?? {});
  return {
    external_reference: String(external_reference),
    ...(country && { incorporation_country: country }),
    ...rest,
    ...Object.fromEntries(custom),
  } as TemplateRow;
}

/** The row of a person related to the case with this reference. */
export const relatedPersonRow = (external_reference: string, person: RelatedPerson) =>
  ({ external_reference, ...flat(person) }) as TemplateRow;

/** A text that a spreadsheet runs as a formula. A phone number is none. */
const formula = /^[=@]|^[+-](?![\d\s()./-]*$)/;

/** The reason why a row is invalid in a template, as a sentence. */
export function rowProblem(name: TemplateName, row: TemplateRow): string | undefined {
  const empty = requiredColumns(name).flatMap(([column, label]) => (row[column] ? [] : [label]));
  if (empty.length) return `The import of the service requires: ${empty.join(', ')}.`;
  const found = Object.entries(row).find(([, value]) => formula.test(value));
  return (
    found &&
    `${found[0]}: "${excerpt(found[1])}" starts like a formula, which a spreadsheet would run. Correct it.`
  );
}

/** The columns of some rows. Those that the service names come first. */
export function columnsOf(name: TemplateName, rows: TemplateRow[]): string[] {
  const filled = new Set(rows.flatMap((row) => Object.keys(row)));
  const named = Object.entries<string | undefined>(templates[name].columns)
    .filter(([column, label]) => label || filled.has(column))
    .map(([column]) => column);
  return [...new Set([...named, ...filled])];
}

/** Columns whose template name the service's pages do not show. */
export const unnamedColumns = (name: TemplateName, columns: string[]): string[] =>
  columns.filter((column) => !Object.hasOwn(templates[name].columns, column));
