/** The deals of a list, as the first Zap of each gets them. The demo and check-deals share it. */
import { toEmail, toOneOf } from '../../fields/kinds/values.ts';
import { inWords } from '../../zapier/words.ts';
import { checkSingle, labels, openColumns } from './columns.ts';
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

interface DealList {
  deals: Deal[];
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
  if (values.email === '') throw new Error('Email is empty. The client gets the link there.');
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
function dealOf(row: ListRow, { deal_id = '', subject = '', ...values }: Cells): Deal {
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
    checkRow(row, { deal_id, subject, ...values });
    deal.subject = toSubject(subject);
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

/**
 * Reads a list of deals. A deal whose row is wrong has a problem.
 * @param needed the keys of the columns without which the list says nothing.
 * @param options the subject of every row, and `Column=Field`.
 * @throws Error for a file that is no list, and for a missing column.
 */
export function readDeals(
  file: string,
  needed: string[],
  { subject, column = [] }: { subject?: string; column?: string[] } = {},
): DealList {
  const every = subject === undefined ? undefined : toSubject(subject);
  const { keyOf, headersByKey } = openColumns(column);
  const { headers, rows } = readList(file, (header) => keyOf(header) !== undefined);
  const byKey = headersByKey(headers);
  const missing = needed.filter((key) => !byKey.has(key) && !(key === 'subject' && every));
  if (missing.length) {
    const names = missing.map((key) => `"${labels[key]}"`).join(' and no column ');
    throw new Error(`${file} has no column ${names}. Its columns are: ${headers.join(', ')}.`);
  }
  return {
    deals: rows.map((row) => {
      const values = Object.fromEntries(
        [...byKey].map(([key, header]) => [key, row.cells[header]!]),
      );
      return dealOf(row, { ...values, ...(every && { subject: every }) });
    }),
    unread: headers.filter((header) => !keyOf(header)),
  };
}
