/** Filters of triggers: they select cases, so the Zap needs no Filter step. */
import { customFields } from '../client/account.ts';
import { isRecord } from '../client/exchange/json.ts';
import type { Dialect } from '../service/dialect.ts';
import { normalOf, type Kind } from '../service/kinds.ts';
import type { caseSample, toCase } from './cases.ts';
import { suggestions } from './kinds/choices.ts';
import { customFilters, wantedOf, type CustomKey } from './kinds/custom.ts';
import { form } from './kinds/form.ts';
import { riskLevelChoices, riskLevelIn, riskLevelName, toRiskLevel } from './kinds/risk-level.ts';
import {
  inputFields,
  pick,
  parseFields,
  type KeyIn,
  type RowValues,
  type Table,
} from './kinds/table.ts';
import type { Input } from './kinds/values.ts';

const filterTable = {
  status_review: {
    label: 'Only Review Status',
    help: '{{Runs}} only if the case has one of these review statuses. Empty means any.',
    kind: 'list',
    choices: (dialect) => suggestions(dialect, 'review_statuses'),
  },
  status_execution: {
    label: 'Only Execution Status',
    help: '{{Runs}} only if the case has one of these execution statuses. Empty means any. Done means that the case is ready for a decision.',
    kind: 'list',
    choices: (dialect) => suggestions(dialect, 'execution_statuses'),
  },
  risk_level: {
    label: 'Only Risk Level',
    help: '{{Runs}} only if the case has one of these risk levels. Empty means any.',
    kind: 'list',
    choices: riskLevelChoices,
  },
  custom_fields: {
    label: 'Only Custom Fields',
    help: '{{Runs}} only if each custom field on the left has the value on the right.',
    kind: 'pairs',
  },
  skip_drafts: {
    label: 'Skip Drafts',
    help: 'Yes: drafts are left out until they are submitted. No or empty: drafts are included.',
    kind: 'boolean',
  },
} satisfies Table<string>;
export type Filter = keyof typeof filterTable;

/** The input of the filters. */
export type FilterInput = Input<KeyIn<typeof filterTable> | CustomKey>;

type Wanted = RowValues<typeof filterTable>;
const wantedBy = (dialect: Dialect, input: FilterInput): Wanted =>
  parseFields(dialect, filterTable, input) ?? {};
const levelsOf = ({ risk_level = [] }: Wanted) =>
  risk_level.map((level) => toRiskLevel(level, filterTable.risk_level.label));

/** The form in which values compare, whatever their type. */
const formOf = (value: unknown, kind: Kind = 'text'): string =>
  normalOf(kind, typeof value === 'object' ? JSON.stringify(value) : value);

/** Input fields of the filters. */
export const filterFields = (more: Filter[]) =>
  form(async (run) => [
    ...inputFields(
      run.dialect,
      pick(filterTable, [...more, 'risk_level', 'custom_fields', 'skip_drafts']),
    ),
    ...customFilters(await customFields(run)),
  ]);

/**
 * True if the case passes the admin's filters.
 * @throws a halt for an invalid filter.
 */
export function passes(
  dialect: Dialect,
  thing: ReturnType<typeof toCase>,
  input: FilterInput,
): boolean {
  const wanted = wantedBy(dialect, input);
  const isOneOf = (statuses: string[] | undefined, now: unknown) =>
    !statuses?.length || statuses.some((status) => formOf(status) === formOf(now));
  const levels = levelsOf(wanted);
  const custom = isRecord(thing.custom_fields) ? thing.custom_fields : {};
  /** One of several values is enough. */
  const matches = (name: string, value: unknown, kind?: Kind) => {
    const field = Object.hasOwn(custom, name) ? custom[name] : [];
    return [field, ...[field].flat()].some((one) => formOf(one, kind) === formOf(value, kind));
  };
  return (
    isOneOf(wanted.status_review, thing.status_review) &&
    isOneOf(wanted.status_execution, thing.status_execution) &&
    (!levels.length || levels.includes(riskLevelIn(thing.risk_level))) &&
    (!wanted.skip_drafts || formOf(thing.is_draft) !== 'TRUE') &&
    Object.entries(wanted.custom_fields ?? {}).every(([name, value]) => matches(name, value)) &&
    wantedOf(dialect, input).every(
      ({ name, kind, values }) =>
        !values.length || values.some((value) => matches(name, value, kind)),
    )
  );
}

/** Changes the invented sample until it passes the admin's filters. */
export function sampleFor(dialect: Dialect, sample: typeof caseSample, input: FilterInput) {
  const wanted = wantedBy(dialect, input);
  const risk_level = levelsOf(wanted)[0] ?? sample.risk_level ?? null;
  return {
    ...sample,
    status_review: wanted.status_review?.[0] ?? sample.status_review,
    status_execution: wanted.status_execution?.[0] ?? sample.status_execution,
    is_draft: wanted.skip_drafts ? false : sample.is_draft,
    risk_level,
    risk_level_name: riskLevelName(risk_level),
    custom_fields: {
      ...sample.custom_fields,
      ...wanted.custom_fields,
      ...Object.fromEntries(wantedOf(dialect, input).map(({ name, values }) => [name, values[0]])),
    },
  };
}
