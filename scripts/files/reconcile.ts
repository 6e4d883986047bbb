/**
 * `npm run reconcile -- deals.csv export.xlsx`: compares the deals of a CRM with the service's
 * export. Reports deals without a case, cases without a deal, different decisions and links that
 * were never opened. Writes the rows to repair as a file that the CRM imports.
 */
import { dirname, basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';

import type { Case as ServiceCase } from '../../client/cases.ts';
import { dealFields } from '../../demo/recipes/deal-fields.ts';
import { progressOf } from '../../fields/progress.ts';
import { readDialect } from '../../service/dialect.ts';
import { isDecided } from '../../service/states.ts';
import { table } from '../pages/markdown.ts';
import { dialectToBuild } from '../publish/app-bundle.ts';
import { otherNames } from '../../demo/deals/columns.ts';
import { kinds, readReferences } from '../../demo/deals/references.ts';
import {
  readList,
  writeReport,
  writeRows,
  type List,
  type ListRow,
} from '../../demo/deals/list.ts';

const usage = `npm run reconcile -- deals.csv export.xlsx [options]
  --reference "{Deal ID}-{kind}"  builds the External Reference of a deal; {kind} is kyb and kyc
  --decision "Column"             column of the deals with the decision; the default is
                                  ${dealFields.decision.label}
  --same "Closed Won=approved"    the CRM's word for a decision of the service; may be repeated
  --export-decision "column"      column of the export with the decision`;

/** The name on the service's page about its export. */
const sheet = 'applications';
const referenceColumn = 'application_external_reference';
const idColumn = 'id';
/** The API's name. The page does not show the export's. */
const decisionColumn = 'status_review';
/** The page names no column for it. If there is one, links that were never opened are reported. */
const openedColumn = 'opened_at';

export interface Case {
  id: string;
  reference: string;
  decision: string;
  /** The status in words; undefined if the export does not tell. */
  status?: string;
  isDraft: boolean;
  /** True if the export shows that the client never opened the link. */
  isUnopened: boolean;
}
interface Deal {
  row: ListRow;
  references: string[];
  /** The service's word; empty for an undecided deal. */
  decision: string;
  /** The CRM's word. */
  said: string;
}
interface Finding {
  what: string;
  reference: string;
  row: string;
  id: string;
  deal: string;
  case: string;
  advice: string;
}

const finding = (what: string, advice: string, more: Partial<Finding>): Finding => ({
  what,
  reference: '',
  row: '',
  id: '',
  deal: '',
  case: '',
  ...more,
  advice,
});

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** @throws Error that lists the existing columns. */
function checkColumn({ file, headers }: List, column: string, option: string): void {
  if (headers.includes(column)) return;
  throw new Error(
    `${file} has no column "${column}". Name the right one with ${option}: ${headers.join(', ')}.`,
  );
}

function readOptions(args: string[]) {
  return parseArgs({
    args,
    options: {
      reference: { type: 'string' },
      decision: { type: 'string' },
      same: { type: 'string', multiple: true, default: [] as string[] },
      'export-decision': { type: 'string', default: decisionColumn },
    },
    allowPositionals: true,
  });
}
type Options = ReturnType<typeof readOptions>['values'];

/** The CRM's word -> the service's decision. */
function readDecisions({ same }: Options): (text: string) => string {
  const statuses = readDialect(dialectToBuild()).decision_statuses;
  const meanings = new Map(statuses.map((status) => [plain(status), status]));
  for (const pair of same) {
    const [said = '', status = ''] = pair.split('=').map((part) => part.trim());
    const meant = statuses.find((one) => plain(one) === plain(status));
    if (!said || !meant) {
      throw new Error(
        `--same "${pair}" must be a word of the CRM, an equals sign and one of: ${statuses.join(', ')}.`,
      );
    }
    meanings.set(plain(said), meant);
  }
  return (text) => meanings.get(plain(text)) ?? '';
}

const isTrue = (text = '') => /^(true|yes|1)$/i.test(text);

/** The status in words of a row of the export; undefined if its columns do not tell. */
function statusIn(cells: ListRow['cells'], column: string): string | undefined {
  const { status_execution, is_draft } = cells;
  const isWhole = status_execution !== undefined && is_draft !== undefined;
  const hasDecision = isDecided((cells[column] ?? '').toLowerCase());
  if (!isWhole && !hasDecision) return undefined;
  // The client may have been asked for something after the decision; the export does not say so.
  if (hasDecision && status_execution === 'waiting_for_user_input') return undefined;
  return progressOf({
    application_id: cells[idColumn]!,
    status_review: cells[column],
    status_execution,
    is_draft: isTrue(is_draft),
  } as ServiceCase).status_text;
}

/** The cases in the service's export. @throws Error for another file. */
export function readCases(
  list: List,
  options: Pick<Options, 'export-decision' | 'decision'> = { 'export-decision': decisionColumn },
): Case[] {
  for (const column of [idColumn, referenceColumn]) {
    if (list.headers.includes(column)) continue;
    throw new Error(
      `${list.file} is not an export of the service: its sheet "${sheet}", or the CSV of that sheet, has no column "${column}".`,
    );
  }
  const column = options['export-decision'];
  if (options.decision) checkColumn(list, column, '--export-decision');
  return list.rows.map(({ cells }) => ({
    id: cells[idColumn]!,
    reference: cells[referenceColumn]!.normalize('NFC'),
    decision: cells[column] ?? '',
    status: statusIn(cells, column),
    isDraft: isTrue(cells.is_draft),
    isUnopened:
      cells[openedColumn] === '' &&
      (isTrue(cells.is_draft) || cells.status_execution?.startsWith('waiting') === true),
  }));
}

/** The column with the reference, or with the ID of the deal. */
const ownReference = ({ headers }: List): string | undefined =>
  headers.find((header) => plain(header) === 'external reference') ??
  headers.find((header) => otherNames.external_reference!.includes(plain(header)));

/** The deals of the list, and the problems of rows without a deal. */
function readDeals(list: List, options: Options, decisionOf: (text: string) => string) {
  const references = readReferences(list, options.reference, ownReference(list));
  const column = options.decision;
  if (column) checkColumn(list, column, '--decision');
  const deals: Deal[] = [];
  const problems: Finding[] = [];
  for (const row of list.rows) {
    const found = kinds.map((kind) => references(row, kind));
    const problem = row.problem ?? found[0]!.problem;
    if (problem) {
      problems.push(finding('row cannot be read', problem, { row: String(row.number) }));
      continue;
    }
    const said = (column && row.cells[column]) || '';
    const made = found.map(({ reference }) => reference);
    deals.push({ row, references: [...new Set(made)], decision: decisionOf(said), said });
  }
  return { deals, problems };
}

/** References of more than one row or case, which are ambiguous. */
function repeated(deals: Deal[], cases: Case[]): Finding[] {
  const findings: Finding[] = [];
  const rows = new Map<string, number>();
  for (const { row, references } of deals) {
    const [reference = ''] = references;
    const first = rows.get(reference);
    rows.set(reference, first ?? row.number);
    if (first === undefined) continue;
    const place = { reference, row: `${first}, ${row.number}` };
    findings.push(finding('two rows, one reference', 'Leave one of the rows out.', place));
  }
  const ids = new Map<string, string>();
  for (const { id, reference } of cases) {
    const first = ids.get(reference);
    if (reference) ids.set(reference, first ?? id);
    if (first === undefined) continue;
    const place = { reference, id: `${first}, ${id}` };
    findings.push(finding('two cases, one reference', 'Close one of the cases.', place));
  }
  return findings;
}

/** The differences between deals and cases. */
function compare(
  deals: Deal[],
  cases: Case[],
  isCompared: boolean,
  decisionOf: (text: string) => string,
) {
  const findings = repeated(deals, cases);
  const expected = new Set(deals.flatMap(({ references }) => references));
  let equal = 0;
  for (const { row, references, decision, said } of deals) {
    const own = cases.filter(({ reference }) => references.includes(reference));
    const place = { row: String(row.number), deal: said };
    if (!own.length) {
      const more = { ...place, reference: references.join(' or ') };
      findings.push(finding('deal without a case', 'Run Start Onboarding for the deal.', more));
    }
    for (const { id, reference } of own.filter(({ isUnopened }) => isUnopened)) {
      const more = { ...place, reference, id };
      findings.push(finding('link never opened', 'Call the client, or send the link again.', more));
    }
    for (const { id, reference, decision: status } of own) {
      if (!isCompared || decisionOf(status) === decision) equal++;
      else {
        const more = { ...place, reference, id, case: status };
        findings.push(finding('decision differs', 'The service decides: correct the deal.', more));
      }
    }
  }
  for (const { id, reference, decision } of cases.filter((one) => !expected.has(one.reference))) {
    const advice = reference
      ? 'Find the deal, or close the case.'
      : 'Enter its External Reference.';
    findings.push(finding('case without a deal', advice, { reference, id, case: decision }));
  }
  return { findings, equal };
}

/** The columns of the deal that a repair writes, with the values of its case, if it tells. */
const repairs: [
  label: string,
  value: (found: Case, decision: string, cell: string) => string | undefined,
][] = [
  [dealFields.case.label, ({ id }) => id],
  // The export does not say whether the portal of a draft is closed.
  [dealFields.status.label, ({ status, isDraft }, _, cell) => (isDraft && cell) || status],
  [dealFields.decision.label, (_, decision) => decision],
];

/**
 * The rows of deals whose fields differ from their case, as a file that the CRM imports: the ID of
 * the deal and the right values. A deal with several cases needs a person.
 */
function repairRows(
  list: List,
  deals: Deal[],
  cases: Case[],
  decisionOf: (text: string) => string,
): string[][] {
  const key = ownReference(list) ?? list.headers[0]!;
  const rows = deals.flatMap(({ row, references }) => {
    const own = cases.filter(({ reference }) => references.includes(reference));
    if (own.length !== 1) return [];
    const right = repairs.map(([label, value]) => {
      const cell = row.cells[label] ?? '';
      return value(own[0]!, decisionOf(own[0]!.decision), cell) ?? cell;
    });
    const isRight = repairs.every(([label], index) => (row.cells[label] ?? '') === right[index]);
    return isRight ? [] : [[row.cells[key] ?? '', ...right]];
  });
  return [[key, ...repairs.map(([label]) => label)], ...rows];
}

/** The most rows to print. The file has all. */
const most = 50;
const head = ['What', 'External Reference', 'Row', 'Case', 'Deal says', 'Case says', 'What to do'];

function report(findings: Finding[], file: string): void {
  const rows = findings.map((one) => [
    one.what,
    one.reference,
    one.row,
    one.id,
    one.deal,
    one.case,
    one.advice,
  ]);
  writeReport(file, [head, ...rows]);
  if (rows.length) console.log(`\n${table(head, rows.slice(0, most))}`);
  if (rows.length > most) console.log(`and ${rows.length - most} more`);
  console.log(`\nWritten to ${file}`);
}

/**
 * Prints the words that count as no decision, because a misspelled decision would be among them.
 */
function reportWords(deals: Deal[], cases: Case[], decisionOf: (text: string) => string): void {
  const words = [...deals.map(({ said }) => said), ...cases.map(({ decision }) => decision)];
  const undecided = [...new Set(words.filter((word) => word && !decisionOf(word)))];
  if (undecided.length) console.log(`Read as no decision: ${undecided.join(', ')}`);
}

/**
 * Compares, writes the report beside the deals, and prints it.
 * @throws Error that says what to correct.
 */
export async function reconcile(args: string[]): Promise<void> {
  const { values: options, positionals } = readOptions(args);
  const [dealsFile, exportFile, ...more] = positionals;
  if (!dealsFile || !exportFile || more.length) throw new Error(usage);
  const decisionOf = readDecisions(options);
  const list = await readList(dealsFile);
  const { label } = dealFields.decision;
  if (list.headers.includes(label)) options.decision ??= label;
  const { deals, problems } = readDeals(list, options, decisionOf);
  const cases = readCases(await readList(exportFile, sheet), options);
  const isCompared = options.decision !== undefined;
  const { findings, equal } = compare(deals, cases, isCompared, decisionOf);
  const all = [...problems, ...findings];
  const matches = `${isCompared ? 'agree' : 'belong together'}: ${equal}`;
  console.log(
    `Deals: ${deals.length}, cases: ${cases.length}, ${matches}, findings: ${all.length}`,
  );
  if (isCompared) reportWords(deals, cases, decisionOf);
  else console.log('Decisions were not compared. Name their column with --decision.');
  const fileOf = (end: string) =>
    join(dirname(dealsFile), `${basename(dealsFile, extname(dealsFile))}-${end}.csv`);
  report(all, fileOf('reconciliation'));
  const rows = repairRows(list, deals, cases, decisionOf);
  writeRows(fileOf('repair'), rows);
  console.log(`Written to ${fileOf('repair')}: ${rows.length - 1} deals to import into the CRM`);
}
