/** The deals of a list as inputs of the steps. The demo and the commands for files share it. */
import type { NewCase } from '../../service/contract.ts';
import type { Dialect } from '../../service/dialect.ts';
import * as catalogue from '../../service/catalogue.ts';
import { toNewCase } from '../../fields/cases.ts';
import { inputLabels } from '../../fields/kinds/table.ts';
import { inWords } from '../../zapier/words.ts';
import {
  columnOf,
  customNameOf,
  formKey,
  ownColumns,
  readColumns,
  type Labels,
  type ReadColumns,
} from './columns.ts';
import type { List, ListRow } from './list.ts';
import { readReferences } from './references.ts';

const businessLabels = inputLabels(catalogue.business);
const personLabels = inputLabels(catalogue.person);
export const listLabels: Labels = {
  ...ownColumns,
  external_reference: 'External Reference',
  ...businessLabels,
  ...personLabels,
};

type Subject = 'business' | 'person';
export type Input = Record<string, unknown>;

/** How a list is read; the commands have an option for each. */
interface ReadOptions {
  subject?: string;
  column?: string[];
  reference?: string;
  /** The person in the row of a business signs for it. */
  signatory?: boolean;
}

export interface DealRow {
  row: ListRow;
  subject: Subject;
  /** The input of Create Case, with its External Reference. */
  input: Input;
  /** The signatory of a business. */
  person: Input;
  onboarding_date: unknown;
}

/** The cells of a row as the input of a step. @throws Error for two values of a field. */
export function inputOf({ cells }: ListRow, { keys }: ReadColumns, subject: Subject): Input {
  const input: Input = {};
  const custom: Input = {};
  const labels = subject === 'person' ? personLabels : businessLabels;
  for (const [header, key] of keys) {
    const name = customNameOf(key);
    const own = formKey(key, subject, labels);
    if (name) custom[name] = cells[header];
    else if (input[own] && cells[header]) {
      throw new Error(`Two columns contain ${labels[own]}. Keep one of the two values.`);
    } else input[own] ||= cells[header];
  }
  return { ...input, ...(Object.keys(custom).length && { custom_fields: custom }) };
}

/** Separates the input of the business from the fields of its person. */
function withoutSignatory(input: Input): { input: Input; person: Input } {
  const entries = Object.entries(input);
  const isOfPerson = ([key]: [string, unknown]) => Object.hasOwn(personLabels, key);
  return {
    input: Object.fromEntries(entries.filter((entry) => !isOfPerson(entry))),
    person: Object.fromEntries(entries.filter((entry) => isOfPerson(entry) && entry[1])),
  };
}

/** The address of a business is where its letters go: the custom field of the recipes. */
function withContact({ email, ...input }: Input): Input {
  if (!email) return input;
  return { ...input, custom_fields: { email, ...(input.custom_fields as Input | undefined) } };
}

/**
 * Reads a list of deals.
 * @returns its columns, and a function that reads a row and throws an Error for invalid cells.
 * @throws Error for a list without a subject or a reference.
 */
export function openDeals(list: List, options: ReadOptions) {
  const columns = readColumns(list.headers, options.column ?? [], listLabels);
  const subjectHeader = columnOf(columns.keys, 'subject');
  if (!options.subject && !subjectHeader) {
    throw new Error(
      `${list.file} has no column Subject. Name the subject of its rows: --subject business, --subject person, or --column "Column=Subject" for a column with the words business and person.`,
    );
  }
  const referenceHeader = columnOf(columns.keys, 'external_reference');
  const references = readReferences(list, options.reference, referenceHeader);
  const read = (row: ListRow): DealRow => {
    if (row.problem) throw new Error(row.problem);
    const text = subjectHeader ? row.cells[subjectHeader] : options.subject;
    const subject: Subject = text?.toLowerCase() === 'person' ? 'person' : 'business';
    const { onboarding_date, ...all } = inputOf(row, columns, subject);
    const isSigned = options.signatory && subject === 'business';
    const { input, person } = isSigned ? withoutSignatory(all) : { input: all, person: {} };
    const found = references(row, subject === 'person' ? 'kyc' : 'kyb');
    if (found.problem) throw new Error(found.problem);
    const own = subject === 'business' ? withContact(input) : input;
    const values = { ...own, subject: text?.toLowerCase(), external_reference: found.reference };
    return { row, subject, input: values, person, onboarding_date };
  };
  return { columns, read };
}

/** The body of a deal's case. @throws Error in the editor's words. */
export function bodyOf(dialect: Dialect, { input }: DealRow): NewCase {
  try {
    return toNewCase(dialect, input);
  } catch (error) {
    throw new Error(inWords((error as Error).message), { cause: error });
  }
}

/** Remembers references, which are unique in the account. */
export function openReferences() {
  const rows = new Map<string, number>();
  /** @throws Error for the reference of an earlier row. */
  return (reference: string, { number }: ListRow): void => {
    const other = rows.get(reference);
    rows.set(reference, other ?? number);
    if (other === undefined) return;
    throw new Error(
      `External Reference: "${reference}" is also in row ${other}. It must be unique in the account, for businesses and persons together.`,
    );
  };
}
