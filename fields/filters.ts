/** Filters of triggers: they select cases, so the Zap needs no Filter step. */
import { customFields } from '../client/account.ts';
import { isRecord } from '../client/basics/json.ts';
import { toSuggestion } from '../client/exchange/suggestions.ts';
import type { Dialect } from '../service/dialect.ts';
import { normalOf, type Kind, type ValueOf } from '../service/kinds.ts';
import type { toCase } from './cases.ts';
import { customFilters, wantedOf, type CustomKey } from './kinds/custom.ts';
import { form } from './kinds/form.ts';
import { riskLevelChoices, riskLevelIn, toRiskLevel } from './kinds/risk-level.ts';
import { inputFields, pick, parseFields, type KeyIn, type Row } from './kinds/table.ts';
import type { Input } from './kinds/values.ts';

/** What the filters see of an item. An event may be about no case. */
export type CaseItem = Partial<Record<keyof ReturnType<typeof toCase>, unknown>>;

/** A filter: its field, and which cases pass. */
interface FilterRow<K extends Kind> extends Row {
  kind: K;
  /** True if the case has the value that the admin wants. @throws a halt for an invalid value. */
  passes(item: CaseItem, wanted: ValueOf<K>): boolean;
}
/** Types a row by its kind. */
const filter = <K extends Kind>(row: FilterRow<K>): FilterRow<K> => row;

/** The form in which values compare, whatever their type. */
const formOf = (value: unknown, kind: Kind = 'text'): string =>
  normalOf(kind, typeof value === 'object' ? JSON.stringify(value) : value);

const isOneOf = (values: string[], value: unknown) =>
  values.some((one) => formOf(one) === formOf(value));

/** True if the custom field has the value, alone or among others. */
function hasCustom(item: CaseItem, name: string, value: unknown, kind?: Kind): boolean {
  const custom = isRecord(item.custom_fields) ? item.custom_fields : {};
  const field = Object.hasOwn(custom, name) ? custom[name] : [];
  return [field, ...[field].flat()].some((one) => formOf(one, kind) === formOf(value, kind));
}

const riskLevelLabel = 'Only Risk Level';
const levelsIn = (texts: string[]) => texts.map((text) => toRiskLevel(text, riskLevelLabel)!);

const filterTable = {
  status_review: filter({
    label: 'Only Review Status',
    help: 'The review status is the decision. {{Runs}} only if the case has one of these. Empty means any.',
    kind: 'list',
    suggestions: 'review_statuses',
    passes: ({ status_review }, wanted) => isOneOf(wanted, status_review),
  }),
  status_execution: filter({
    label: 'Only Execution Status',
    help: 'The execution status is the state of the work: Done means that the case is ready for a decision. {{Runs}} only if the case has one of these. Empty means any.',
    kind: 'list',
    suggestions: 'execution_statuses',
    passes: ({ status_execution }, wanted) => isOneOf(wanted, status_execution),
  }),
  risk_level: filter({
    label: riskLevelLabel,
    help: '{{Runs}} only if the case has one of these risk levels. Empty means any.',
    kind: 'list',
    choices: riskLevelChoices,
    passes: ({ risk_level }, wanted) => levelsIn(wanted).includes(riskLevelIn(risk_level)!),
  }),
  custom_fields: filter({
    label: 'Only Custom Fields',
    help: '{{Runs}} only if each custom field on the left has the value on the right.',
    kind: 'pairs',
    passes: (item, wanted) =>
      Object.entries(wanted).every(([name, value]) => hasCustom(item, name, value)),
  }),
  skip_drafts: filter({
    label: 'Skip Drafts',
    help: '{{Yes}}: drafts are left out until they are submitted. {{No}}{{or_empty}}: drafts are included.',
    kind: 'boolean',
    passes: ({ application_id, is_draft }, wanted) =>
      !wanted || (application_id !== null && formOf(is_draft) !== 'TRUE'),
  }),
} satisfies Record<string, FilterRow<Kind>>;
export type Filter = keyof typeof filterTable;

export type FilterInput = Input<KeyIn<typeof filterTable> | CustomKey>;

/** The filters that the admin filled in, each with its value. */
const filtersIn = (dialect: Dialect, input: FilterInput) =>
  Object.entries(parseFields(filterTable, input) ?? {}).map(([name, value]) => {
    const row = filterTable[name as Filter] as FilterRow<Kind>;
    const { label, suggestions } = row;
    const wanted = suggestions ? toSuggestion(dialect[suggestions], value, label) : value;
    return { row, wanted };
  });

/** The filter that ends a flow which causes its own event. */
const ofLoop = {
  ...filterTable.custom_fields,
  help: `${filterTable.custom_fields.help} If {{update_case}} follows in the same {{flow}}, enter a value that it changes: even an update with equal values starts the {{flow}} again, without end.`,
};

/** @param isLooped the flow may cause its own event. */
export const filterFields = (more: Filter[], isLooped?: true) =>
  form(async (run) => [
    ...inputFields(run.dialect, {
      ...pick(filterTable, ['risk_level', 'custom_fields', ...more]),
      ...(isLooped && { custom_fields: ofLoop }),
    }),
    ...customFilters(await customFields(run)),
  ]);

/** True if the case passes the admin's filters. @throws a halt for an invalid filter. */
export const passes = (dialect: Dialect, item: CaseItem, input: FilterInput): boolean =>
  filtersIn(dialect, input).every(({ row, wanted }) => row.passes(item, wanted)) &&
  wantedOf(input).every(
    ({ name, kind, values }) =>
      !values.length || values.some((value) => hasCustom(item, name, value, kind)),
  );
