/**
 * `npm run import-file -- deals.csv`: writes the service's import files from a list of clients.
 * Reads each row as Create Case and Add Related Person do, with the same messages. Wrong rows go to
 * a separate file with the reason.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { owners } from '../../service/catalogue.ts';
import { readDialect } from '../../service/dialect.ts';
import { templates, type TemplateName } from '../../packages/sandbox/office/import-templates.ts';
import { listOptions } from '../../demo/deals/mapping.ts';
import {
  checkOptions,
  columnOf,
  customNameOf,
  fieldsIn,
  ownColumns,
  readColumns,
  type ReadColumns,
} from '../../demo/deals/columns.ts';
import {
  readList,
  writeReport,
  writeRows,
  type List,
  type ListRow,
} from '../../demo/deals/list.ts';
import { readReferences } from '../../demo/deals/references.ts';
import { bodyOf, inputOf, openDeals, openReferences, type DealRow } from '../../demo/deals/rows.ts';
import { relatedPerson } from '../../fields/related-parties.ts';
import { inputLabels } from '../../fields/kinds/table.ts';
import { toDate } from '../../fields/kinds/values.ts';
import { inWords } from '../../zapier/words.ts';
import {
  caseRow,
  columnsOf,
  relatedPersonRow,
  rowProblem,
  unnamedColumns,
  type TemplateRow,
} from './templates.ts';

const usage = `npm run import-file -- deals.csv [options]
  --subject business|person   the subject of every row; else the column Subject names it
  --column "Column=Field"     reads a column as this field; may be repeated
  --reference "{Deal ID}-{kind}"  builds the External Reference; {kind} is kyb or kyc
  --signatory                 the person in a business row signs for the business
  --related persons.csv       related persons, with the columns of the reference`;

/** The files contain three-letter country codes, whatever the API takes. */
const dialect = readDialect('standard');
const relatedLabels = {
  external_reference: 'External Reference',
  ...inputLabels(owners.person),
};

interface Entry {
  template: TemplateName;
  row: TemplateRow;
}
interface Refused {
  list: List;
  row: ListRow;
  problem: string;
}

type Options = ReturnType<typeof readOptions>['values'];

/** The rows of the import for a deal. @throws Error for invalid values. */
function caseEntries(deal: DealRow): Entry[] {
  const { subject, input, person, onboarding_date } = deal;
  const body = bodyOf(dialect, deal);
  const date = toDate(onboarding_date, ownColumns.onboarding_date);
  const own: Entry = {
    template: subject === 'person' ? 'persons' : 'businesses',
    row: { ...caseRow(body), ...(date && { onboarding_date: date }) },
  };
  if (!Object.keys(person).length) return [own];
  const signatory = relatedPerson.toBody(dialect, { ...person, roles: ['ACCOUNT_OWNER'] });
  const reference = String(input.external_reference);
  return [own, { template: 'relatedPersons', row: relatedPersonRow(reference, signatory) }];
}

/** The rows from all lists. */
class Import {
  readonly rows: Record<TemplateName, TemplateRow[]> = {
    businesses: [],
    persons: [],
    relatedPersons: [],
  };
  readonly refused: Refused[] = [];
  readonly #refuseTwice = openReferences();

  /** Reads one row of a list, or refuses it with the reason. */
  read(list: List, row: ListRow, make: () => Entry[]): void {
    try {
      const entries = make();
      for (const entry of entries) this.#check(entry, row);
      for (const { template, row: made } of entries) this.rows[template].push(made);
    } catch (error) {
      this.refused.push({ list, row, problem: inWords((error as Error).message) });
    }
  }

  #check({ template, row }: Entry, source: ListRow): void {
    const problem = rowProblem(template, row);
    if (problem) throw new Error(problem);
    if (template !== 'relatedPersons') this.#refuseTwice(row.external_reference!, source);
  }

  /** @throws Error if no business of the import has the reference. */
  checkBusiness(reference: string): void {
    if (this.rows.businesses.some((row) => row.external_reference === reference)) return;
    throw new Error(
      `External Reference: "${reference}" belongs to no business in this import. Related persons belong to the case of a business.`,
    );
  }
}

function readOptions(args: string[]) {
  return parseArgs({
    args,
    options: {
      ...listOptions,
      signatory: { type: 'boolean' },
      related: { type: 'string' },
    },
    allowPositionals: true,
  });
}

/** Prints the field of each column, and the unread columns. */
function reportColumns(
  { file, rows }: List,
  { labels, keys, unread }: ReadColumns,
  { reference = '' }: Options,
): void {
  console.log(`${file}: ${rows.length} rows`);
  for (const [header, key] of keys) {
    const label = labels[key] ?? key;
    if (label !== header) console.log(`  "${header}" is read as ${label}`);
  }
  const left = unread.filter((header) => !reference.includes(`{${header}}`));
  if (!left.length) return;
  console.log(`  Not read: ${left.map((header) => `"${header}"`).join(', ')}`);
  console.log(
    `  To read one, use --column "${left[0]}=Field". The fields are: ${fieldsIn(labels)}.`,
  );
}

function readCases(list: List, options: Options, found: Import): void {
  const { columns, read } = openDeals(list, options);
  reportColumns(list, columns, options);
  for (const row of list.rows) found.read(list, row, () => caseEntries(read(row)));
}

function readRelated(list: List, options: Options, found: Import): void {
  const columns = readColumns(list.headers, options.column, relatedLabels);
  reportColumns(list, columns, options);
  const custom = [...columns.keys].find(([, key]) => customNameOf(key))?.[0];
  if (custom) {
    throw new Error(
      `${list.file}: "${custom}" is a custom field, and the import files have none for related persons. Leave it out: --column "${custom}=".`,
    );
  }
  const column = columnOf(columns.keys, 'external_reference');
  const references = readReferences(list, options.reference, column);
  for (const row of list.rows) {
    found.read(list, row, () => {
      if (row.problem) throw new Error(row.problem);
      const made = references(row, 'kyb');
      if (made.problem) throw new Error(made.problem);
      found.checkBusiness(made.reference);
      const { external_reference: _, ...input } = inputOf(row, columns, 'person');
      const person = relatedPerson.toBody(dialect, input);
      return [{ template: 'relatedPersons', row: relatedPersonRow(made.reference, person) }];
    });
  }
}

const refusedFile = (list: List) => `refused-${basename(list.file, extname(list.file))}.csv`;

/** Writes the import files, and the refused rows of each list unchanged. */
function writeFiles({ rows, refused }: Import, lists: List[], out: string): void {
  mkdirSync(out, { recursive: true });
  console.log(`\nWritten to ${out}:`);
  for (const name of Object.keys(templates) as TemplateName[]) {
    const { file, label } = templates[name];
    const path = join(out, file);
    rmSync(path, { force: true });
    if (!rows[name].length) continue;
    const columns = columnsOf(name, rows[name]);
    const cells = rows[name].map((row) => columns.map((column) => row[column] ?? ''));
    writeRows(path, [columns, ...cells]);
    const unnamed = unnamedColumns(name, columns);
    console.log(`  ${file}: ${cells.length} rows, for the template "${label}"`);
    if (unnamed.length) console.log(`    match by hand in the import: ${unnamed.join(', ')}`);
  }
  for (const list of lists) {
    const path = join(out, refusedFile(list));
    rmSync(path, { force: true });
    const own = refused.filter((one) => one.list === list);
    if (!own.length) continue;
    const cells = own.map(({ row, problem }) => [
      ...list.headers.map((header) => row.cells[header] ?? ''),
      String(row.number),
      problem,
    ]);
    writeReport(path, [[...list.headers, 'Row', 'Problem'], ...cells]);
    console.log(`  ${refusedFile(list)}: ${own.length} rows that are not in the import:`);
    for (const { row, problem } of own) console.log(`    Row ${row.number}: ${problem}`);
  }
}

/**
 * Writes the import files into a folder beside the list, and prints what they contain.
 * @throws Error that says what to correct.
 */
export async function writeImport(args: string[]): Promise<void> {
  const { values: options, positionals } = readOptions(args);
  const [file, ...more] = positionals;
  if (!file || more.length) throw new Error(usage);
  const list = await readList(file);
  const related = options.related ? await readList(options.related) : undefined;
  const lists = related ? [list, related] : [list];
  checkOptions(
    options.column,
    lists.flatMap(({ headers }) => headers),
  );
  const found = new Import();
  readCases(list, options, found);
  if (related) readRelated(related, options, found);
  const folder = `${basename(file, extname(file))}-import`;
  writeFiles(found, lists, join(dirname(file), folder));
}
