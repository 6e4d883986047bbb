/** The fixed columns of the service's import templates, and the reading of their cells. */
import { business, person, type Rows } from '../../../service/catalogue.ts';
import { templates, type TemplateName } from './import-templates.ts';
import type { AccountSettings, CustomField } from '../domain/account.ts';
import { storedCountry } from '../domain/countries.ts';
import { customFromForm, customProblem, formNameOf } from '../domain/custom-fields.ts';
import { partsOf, toBody, typedText } from '../domain/form-values.ts';
import { isRecord } from '../domain/objects.ts';

interface Column {
  label: string;
  /** Its place in the body. */
  path: string;
}
type Columns = Record<string, Column>;

/** Columns whose name differs from the field's. */
const renamed: Record<string, string> = { country: 'incorporation_country' };

/** A column for each field; a part of an address has the address in front of its name. */
const columnsOf = (rows: Rows): Columns =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]): [string, Column][] =>
      'parts' in row
        ? Object.entries(row.parts).map(([part, { label }]) => [
            `${name}_${part}`,
            { label: `${row.label} ${label}`, path: `${name}.${part}` },
          ])
        : [[renamed[name] ?? name, { label: row.label, path: name }]],
    ),
  );

const columns: Record<TemplateName, Columns> = {
  businesses: columnsOf(business),
  persons: columnsOf(person),
};
const customPrefix = 'custom_field.';

/** The columns that the service names. */
const namedIn = (template: TemplateName): string[] => {
  const { required, further } = templates[template];
  return [...required, ...further];
};

/** The columns of a template, those that the service names first. */
export const columnNames = (template: TemplateName, fields: CustomField[]): string[] => [
  ...new Set([
    ...namedIn(template),
    ...Object.keys(columns[template]),
    ...fields.map(({ name }) => customPrefix + name),
  ]),
];

/** True for a column of the template, and for any custom field. */
export const isColumn = (template: TemplateName, name: string): boolean =>
  namedIn(template).includes(name) ||
  Object.hasOwn(columns[template], name) ||
  name.startsWith(customPrefix);

/** A row by the names of its columns. */
export type Cells = Record<string, string>;

/** The cells about a person or business as the API takes them. */
export const bodyOf = (template: TemplateName, cells: Cells): Record<string, unknown> =>
  toBody(
    Object.fromEntries(
      Object.entries(columns[template]).map(([name, { path }]) => [path, cells[name] ?? '']),
    ),
  );

/** The column of a value by its path in the body. */
export const columnAt = (template: TemplateName, path: string): string =>
  Object.entries(columns[template]).find(([, one]) => one.path === path)?.[0] ??
  path.replace(/^custom_fields\./, customPrefix);

/** A value of a row that the case has otherwise. */
export interface Difference {
  label: string;
  inFile: string;
  inCase: string;
}

/** The values of a row that the client of the case has otherwise. */
export function differencesIn(
  template: TemplateName,
  cells: Cells,
  client: Record<string, unknown>,
): Difference[] {
  const inRow = bodyOf(template, cells);
  const at = (body: Record<string, unknown>, path: string) =>
    path
      .split('.')
      .reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), body);
  return Object.entries(columns[template]).flatMap(([name, { label, path }]) => {
    const [inFile, inCase] = [at(inRow, path), at(client, path)];
    if (!cells[name] || typedText(inFile) === typedText(inCase)) return [];
    return [{ label, inFile: cells[name], inCase: typedText(inCase) }];
  });
}

/** The custom fields of a row that the case has otherwise. */
export const customDifferences = (
  inRow: Record<string, unknown>,
  inCase: Record<string, unknown>,
): Difference[] =>
  Object.entries(inRow)
    .filter(([name, value]) => typedText(value) !== typedText(inCase[name]))
    .map(([name, value]) => ({
      label: customPrefix + name,
      inFile: typedText(value),
      inCase: typedText(inCase[name]),
    }));

/** A cell of a custom field in the notation of forms. */
function formText({ type }: CustomField, text: string): string {
  if (type === 'boolean') return { true: 'yes', false: 'no' }[text.toLowerCase()] ?? text;
  const list = type.endsWith('_multiple') ? partsOf(text) : [text];
  return (type.startsWith('country') ? list.map(storedCountry) : list).join('\n');
}

/** The custom fields of a row, and the columns of those that have the wrong type. */
export function customOf(
  cells: Cells,
  { custom_fields, country_codes }: Pick<AccountSettings, 'custom_fields' | 'country_codes'>,
): { custom: Record<string, unknown>; wrong: string[] } {
  const { onboarding_date } = cells;
  const custom: Record<string, unknown> = onboarding_date ? { onboarding_date } : {};
  const wrong: string[] = [];
  for (const [name, text] of Object.entries(cells)) {
    if (!text || !name.startsWith(customPrefix)) continue;
    const key = name.slice(customPrefix.length);
    const field = custom_fields.find((one) => one.name === key);
    const value = field && formText(field, text);
    if (!field) custom[key] = text;
    else if (customProblem(field, value!)) wrong.push(name);
    else
      Object.assign(
        custom,
        customFromForm([field], { [formNameOf(field)]: value! }, country_codes),
      );
  }
  return { custom, wrong };
}
