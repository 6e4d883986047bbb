/**
 * The columns of a list and their fields: by the field's label or key in the editor, by the name in
 * an export of a CRM, or by an option of the command line. Nothing is guessed.
 */
import { inputFields } from '../../fields/kinds/table.ts';
import { business, person } from '../../service/catalogue.ts';
import { readDialect } from '../../service/dialect.ts';
import type { CrmName } from '../recipes/crm.ts';
import { dealFields } from '../recipes/deal-fields.ts';

const fields = [business, person].flatMap((table) => inputFields(readDialect('standard'), table));

/** Key of a column -> its label. */
export const labels: Record<string, string> = {
  deal_id: 'Deal ID',
  subject: 'Subject',
  case: dealFields.case.label,
  ...Object.fromEntries(fields.map(({ key, label }) => [key, label])),
};

/** What the exports of the CRMs call a field, where that is no label of ours. */
const exported: Record<CrmName, Record<string, string[]>> = {
  hubspot: {
    deal_id: ['Record ID'],
    organization_name: ['Associated Company', 'Associated Company (Primary)', 'Company name'],
    country: ['Country/Region'],
  },
  salesforce: {
    deal_id: ['Opportunity ID', 'Opportunity ID (18)'],
    organization_name: ['Account Name'],
    country: ['Billing Country'],
  },
  pipedrive: {
    deal_id: ['Deal - ID'],
    organization_name: ['Deal - Organization', 'Organization - Name'],
    country: ['Organization - Country of Address'],
    registration_number: ['Organization - Registration Number'],
    email: ['Deal - Onboarding Email'],
    case: ['Deal - Onboarding Case'],
  },
};

/** Keys of the columns whose cell may have several values, or signs that separate values. */
const compound = new Set(
  fields.filter(({ list, group }) => list || group === 'address').map(({ key }) => key as string),
);

/**
 * @throws Error for a cell with several values in place of one: a deal with two companies, as CRMs
 * export it.
 */
export function checkSingle(key: string, cell: string): void {
  if (compound.has(key) || !/[;\n]/.test(cell)) return;
  throw new Error(`${labels[key]} has several values: "${cell}". Choose one.`);
}

/** "Birth-Date " -> "birth date". */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The CRM whose export has a column of this name, and the key of its field. */
const exportOf = (name: string): [crm: CrmName, key: string] | undefined => {
  for (const [crm, columns] of Object.entries(exported))
    for (const [key, names] of Object.entries(columns))
      if (names.includes(name)) return [crm as CrmName, key];
  return undefined;
};

/** The CRM that wrote a list with these headers; undefined for a list of any other. */
export const crmOf = (headers: string[]): CrmName | undefined =>
  headers.map((header) => exportOf(header)?.[0]).find((crm) => crm !== undefined);

const keyNamed = (name: string): string | undefined =>
  // A CRM exports the address of the letters under the name of its field.
  plain(name) === plain(dealFields.email.label)
    ? 'email'
    : (Object.keys(labels).find((key) =>
        [key, labels[key]!].some((one) => plain(one) === plain(name)),
      ) ?? exportOf(name)?.[1]);

/** `Column=Field` -> the column and the key of its field; an empty field leaves the column out. */
function readOption(option: string): [header: string, key: string | undefined] {
  const end = option.lastIndexOf('=');
  const [header, field] = [option.slice(0, Math.max(end, 0)).trim(), option.slice(end + 1).trim()];
  const key = field ? keyNamed(field) : undefined;
  if (header && (key || !field)) return [header, key];
  throw new Error(
    `--column "${option}": write "Column=Field" with one of these fields: ${Object.values(labels).join(', ')}.`,
  );
}

/**
 * Reads the options of `--column`.
 * @throws Error for an invalid option.
 */
export function openColumns(options: string[], commandFor: (more: string[]) => string) {
  const chosen = new Map(options.map(readOption));
  /** The key of a header's field; undefined for a column of no field. */
  const keyOf = (header: string): string | undefined =>
    chosen.has(header) ? chosen.get(header) : keyNamed(header);

  /**
   * The header of each field.
   * @throws Error for two columns of the same field, and for an option whose column is not there.
   */
  function headersByKey(headers: string[]): Map<string, string> {
    const absent = [...chosen.keys()].find((header) => !headers.includes(header));
    if (absent !== undefined) {
      throw new Error(
        `--column: there is no column "${absent}". The list has: ${headers.join(', ')}.`,
      );
    }
    const byKey = new Map<string, string>();
    for (const header of headers) {
      const key = keyOf(header);
      if (!key) continue;
      const other = byKey.get(key);
      if (other !== undefined) {
        throw new Error(
          `The columns "${other}" and "${header}" are both ${labels[key]}. Leave one of them out: ${commandFor(['--column', `${header}=`])}`,
        );
      }
      byKey.set(key, header);
    }
    return byKey;
  }
  return { keyOf, headersByKey };
}
