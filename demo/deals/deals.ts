/** The deals of a list, as the first Zap of each gets them. */
import { toEmail, toOneOf } from '../../fields/kinds/values.ts';
import { inWords } from '../../zapier/words.ts';
import type { CrmName } from '../recipes/crm.ts';
import { checkSingle, crmOf, labels, openColumns } from './columns.ts';
import { readList, type ListRow } from './list.ts';

const subjects = ['business', 'person'] as const;
type Subject = (typeof subjects)[number];
type Cells = Record<string, string>;

export interface Deal {
  /** The row number of a spreadsheet. */
  row: number;
  id: string;
  /** What to call the client. */
  name: string;
  subject: Subject;
  email: string;
  /** The input of Create Case: key of a field -> its text. */
  input: Cells;
  /** All cells of the row by their header. */
  cells: Cells;
  /** Why no Zap can start for the row, as a sentence. */
  problem?: string;
}

export interface DealList {
  deals: Deal[];
  /** The CRM that wrote it, if its columns say so. */
  crm?: CrmName;
  /** The columns of no field. */
  unread: string[];
}

/** The word for the subject of a client. @throws Error for another word. */
function toSubject(text: string | undefined): Subject {
  const subject = toOneOf(text, labels.subject!, subjects);
  if (!subject) throw new Error(`${labels.subject} is empty. It is business or person.`);
  return subject;
}

/** Checks a row. @throws Error with the first mistake. */
function checkRow({ problem }: ListRow, values: Cells): void {
  if (problem) throw new Error(problem);
  for (const [key, cell] of Object.entries(values)) checkSingle(key, cell);
  if (!values.deal_id) throw new Error(`${labels.deal_id} is empty.`);
  if (values.case) throw new Error(`${labels.case} is filled in: the Zap ends at its filter.`);
  if (!values.email) throw new Error('Email is empty. The client gets the link there.');
  toEmail(values.email, labels.email!);
}

/** What to call a client, whatever its subject. */
const nameOf = ({
  organization_name,
  first_name = '',
  last_name = '',
  email = '',
}: Cells): string => organization_name || `${first_name} ${last_name}`.trim() || email;

/** The deal of a row, from the cells of its fields. */
function dealOf(row: ListRow, cells: Cells): Deal {
  const { deal_id = '', subject = '', case: _case, ...values } = cells;
  const deal: Deal = {
    row: row.number,
    id: deal_id,
    name: nameOf(values),
    subject: 'business',
    email: values.email ?? '',
    input: {},
    cells: row.cells,
  };
  try {
    checkRow(row, cells);
    deal.subject = toSubject(subject);
    const names = deal.subject === 'person' ? ['first_name', 'last_name'] : [];
    const unnamed = names.find((key) => !values[key]);
    if (unnamed) throw new Error(`${labels[unnamed]} is empty: the Zap ends at its filter.`);
  } catch (error) {
    return { ...deal, problem: inWords((error as Error).message) };
  }
  const { email: _, ...others } = values;
  const isPerson = deal.subject === 'person';
  const external_reference = `${deal.id}-${isPerson ? 'kyc' : 'kyb'}`;
  // Of a business, the address is its contact's, which is no field of its case.
  const own = isPerson ? values : others;
  return { ...deal, input: { ...own, subject: deal.subject, external_reference } };
}

/** A word of a command line. */
const word = (text: string): string =>
  /^[\w./=@:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** What a list may lack, with the option that says it. */
const lacks: Record<string, (unread: string) => string[]> = {
  deal_id: (unread) => ['--column', `${unread}=${labels.deal_id}`],
  subject: () => ['--subject', subjects[0]],
  email: () => ['--email', 'client@example.com'],
};

/** What is said of all rows of a list. */
export interface ListOptions {
  /** The cell of each row, where the list has no such column. */
  subject?: string;
  email?: string;
  /** `Column=Field`. */
  column?: string[];
}

/** Refuses a deal whose ID is that of another client's in an earlier row. */
function withoutDoubles(deals: Deal[]): Deal[] {
  return deals.map((deal) => {
    const first = deals.find(({ id }) => id === deal.id)!;
    if (deal.problem || first.name === deal.name) return deal;
    return { ...deal, problem: `Row ${first.row} has this ${labels.deal_id}, of ${first.name}.` };
  });
}

/**
 * Reads a list of deals. A deal whose row is wrong has a problem.
 * @throws Error for a file that is no list, and for a missing column, with the command that reads it.
 */
export function readDeals(file: string, options: ListOptions = {}): DealList {
  const { column = [], subject, email } = options;
  const every = {
    ...(subject !== undefined && { subject }),
    ...(email !== undefined && { email }),
  };
  if (subject !== undefined) toSubject(subject);
  const told = [
    ...column.flatMap((one) => ['--column', one]),
    ...Object.entries(every).flatMap(([name, value]) => [`--${name}`, value]),
  ];
  const commandFor = (more: string[]) =>
    ['npm run demo --', ...[file, ...told, ...more].map(word)].join(' ');
  const { keyOf, headersByKey } = openColumns(column, commandFor);
  const { headers, rows } = readList(file, {
    isColumn: (header) => keyOf(header) !== undefined,
    commandFor,
  });
  const byKey = headersByKey(headers);
  const unread = headers.filter((header) => !keyOf(header));
  const missing = Object.keys(lacks).filter((key) => !byKey.has(key) && !(key in every));
  if (missing.length) {
    const names = missing.map((key) => `"${labels[key]}"`).join(' and no column ');
    const more = missing.flatMap((key) => lacks[key]!(unread[0] ?? 'COLUMN'));
    throw new Error(
      `${file} has no column ${names}. Its columns are: ${headers.join(', ')}. This reads it, with your own values: ${commandFor(more)}`,
    );
  }
  const deals = rows.map((row) => {
    const cells = [...byKey].map(([key, header]) => [key, row.cells[header]!]);
    return dealOf(row, { ...Object.fromEntries(cells), ...every });
  });
  return { deals: withoutDoubles(deals), crm: crmOf(headers), unread };
}
