/** A change of a case ("Body of PUT /api/applications/{application_id}"). */
import { customFields, type CustomField } from '../client/account.ts';
import { application, business, keyOf, person, type Field } from '../service/catalogue.ts';
import type { CaseChange } from '../service/contract.ts';
import { halt } from '../client/basics/errors.ts';
import { additionalFieldsField, merged, nested } from './kinds/additional.ts';
import {
  caseField,
  caseLabels,
  refuseBoth,
  subjectChoice,
  subjectFields,
  toCaseBody,
} from './cases.ts';
import { choice } from './kinds/choices.ts';
import { customInputs } from './kinds/custom.ts';
import { fieldList, form } from './kinds/form.ts';
import { inputFields, pathsOf } from './kinds/table.ts';
import { toList, type Input } from './kinds/values.ts';
import { excerpt } from '../service/excerpt.ts';

const label = 'Clear Fields';

/** What can change in a case: all but whether it is a draft. */
const { is_draft: _, risk_level, ...others } = application;
const changeTable = {
  risk_level: { ...risk_level, isUsual: true as const },
  ...others,
  external_reference: {
    ...others.external_reference,
    help: 'ID of the deal or client in your CRM. Every event of the case contains it. The service may refuse a reference that another case has.',
  },
};

/** Fields that can be emptied: path in the editor -> path in the body. */
const clearable = new Map([
  // No service has a case without a level.
  ...Object.entries<Field>(others)
    .filter(([, { kind }]) => kind !== 'pairs')
    .map(([name, row]) => [keyOf(name, row), name] as const),
  ...pathsOf(business, 'business.'),
  ...pathsOf(person, 'person.'),
]);

/** The fields of the chosen subject, and the account's custom fields. */
const clearChoices = ({ subject }: Input<'subject'>, custom: CustomField[]) => [
  ...[...clearable]
    .filter(
      ([key]) => !subject || !/^(business|person)\./.test(key) || key.startsWith(`${subject}.`),
    )
    .map(([key, path]) => choice(key, caseLabels[path] ?? key)),
  ...custom.map((field) => choice(`custom_fields.${field.name}`, `Custom Field: ${field.label}`)),
];

/** The levels of a field to empty. @throws a halt for an unknown field, with its name. */
function pathToClear(name: string): string[] {
  const clearPath = clearable.get(name);
  if (clearPath) return clearPath.split('.');
  // The name of a custom field may contain dots.
  const [, group, key] = /^(custom_fields|meta)\.(.+)$/s.exec(name) ?? [];
  if (group && key) return [group, key];
  const isMeant = (path: string) =>
    path === name || caseLabels[path]?.toLowerCase() === name.toLowerCase();
  const match = [...clearable].find(([, path]) => isMeant(path))?.[0];
  throw halt(
    `${label}: "${excerpt(name)}" is not a field that can be emptied. ${match ? `Choose ${match}.` : 'Choose one from the list, or write a custom field as custom_fields.plan.'}`,
  );
}

const changedSubjectField = {
  ...subjectChoice,
  helpText: 'Choose business or person to see its fields. This does not change the case.',
};

const changeFields = form(async (run, input) => {
  const custom = await customFields(run);
  return [
    ...subjectFields(run.dialect, input),
    ...inputFields(run.dialect, changeTable),
    ...customInputs(custom),
    additionalFieldsField,
    {
      key: 'clear_fields' as const,
      namesChoices: true as const,
      label,
      list: true,
      group: 'more' as const,
      isUsual: true as const,
      choices: clearChoices(input, custom),
      helpText:
        'Fields to empty in the case. A field that you leave empty in this form keeps its value in the case. For the custom field "plan", write custom_fields.plan.',
    },
  ];
});

export const caseChangeFields = fieldList([
  caseField(
    'Case to change. In a {{flow}} that starts with Updated Case, each update starts it again, even one with equal values: set Only Custom Fields of the trigger to a value that the update changes.',
  ),
  changedSubjectField,
  changeFields,
]);

/** Input -> body of the PUT: the fields to set or empty. @throws a halt if there are none. */
export function toCaseChange(
  input: Input<'subject' | 'additional_fields' | 'clear_fields'>,
): CaseChange {
  refuseBoth(input);
  const body = [...new Set(toList(input.clear_fields, label))].reduce(
    (result, name) => {
      const path = pathToClear(name);
      const fieldLabel = caseLabels[path.join('.')] ?? `"${path.at(-1)}"`;
      return merged(result, nested(path, null), () =>
        halt(`${label}: ${fieldLabel} is also filled in. Keep one of the two.`),
      );
    },
    toCaseBody(changeTable, input),
  );
  if (!Object.keys(body).length) {
    throw halt('Nothing to update: fill in at least one field besides Case.');
  }
  return body;
}
