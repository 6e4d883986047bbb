/** A change of a case ("Body of PUT /api/applications/{application_id}"). */
import type { Bundle, ZObject } from 'zapier-platform-core';

import { isRecord } from '../api/answer.ts';
import { findCase } from '../api/client.ts';
import type { CaseChange } from '../api/contract.ts';
import { halt } from '../api/errors.ts';
import { newStep } from '../api/transport.ts';
import { additionalFieldsField, withAdditional } from './additional.ts';
import { businessTable } from './business.ts';
import { caseField, caseLabels, caseTable, subjectField, subjectFields } from './case.ts';
import { choice } from './choices.ts';
import { personTable } from './person.ts';
import { inputFields, pathsOf, pick, readFields } from './table.ts';
import { filled, toList, type Input } from './values.ts';

const label = 'Clear Fields';

/** What can be emptied on purpose: its path in the editor -> its path in the body. */
const clearable = new Map([
  ['external_reference', 'external_reference'],
  ...pathsOf(businessTable, 'business.'),
  ...pathsOf(personTable, 'person.'),
]);

/** The fields of the subject that the form is narrowed to, and the custom fields of the case. */
const clearChoices = ({ subject }: Input, custom: string[]) => [
  ...[...clearable]
    .filter(
      ([shown]) =>
        !['business', 'person'].some(
          (kind) => kind !== subject && subject && shown.startsWith(`${kind}.`),
        ),
    )
    .map(([shown, path]) => choice(shown, caseLabels[path] ?? shown)),
  ...custom.map((name) => choice(`custom_fields.${name}`, `Custom Field: ${name}`)),
];

/** The custom fields that a case holds; none where it cannot be read. */
async function customFieldsOf(z: ZObject, bundle: Bundle<Input>, application_id: string) {
  try {
    const found = await findCase(newStep(z, bundle), application_id);
    return Object.entries(found?.custom_fields ?? {})
      .filter(([, value]) => value !== null)
      .map(([name]) => name);
  } catch {
    // The form must open all the same; the step itself says what is wrong.
    return [];
  }
}

/** The levels of what is to be emptied. @throws HaltedError for what is no such field, by its name. */
function pathToClear(name: string): string[] {
  const known = clearable.get(name);
  if (known) return known.split('.');
  // The name of a custom field may hold dots itself.
  const [, group, key] = /^(custom_fields|meta)\.(.+)$/s.exec(name) ?? [];
  if (group && key) return [group, key];
  const [meant] =
    [...clearable].find(
      ([, path]) => path === name || caseLabels[path]?.toLowerCase() === name.toLowerCase(),
    ) ?? [];
  throw halt(
    `${label}: "${name.slice(0, 60)}" is no field that can be emptied. ${meant ? `Choose ${meant}.` : 'Choose one of the list, or name a custom field like custom_fields.plan.'}`,
  );
}

const changedSubjectField = {
  key: 'subject',
  label: 'Subject',
  choices: subjectField.choices,
  altersDynamicFields: true,
  helpText: 'Narrows the form to the fields of a business or of a person; the case keeps its own.',
};

const changeTable = {
  risk_level: caseTable.risk_level,
  external_reference: {
    ...caseTable.external_reference,
    help: 'ID of the deal or client in your CRM; it comes back with every event of the case.',
  },
  ...pick(caseTable, ['custom_fields', 'meta']),
};

const fieldsWith = (inputData: Input, custom: string[]) => [
  ...subjectFields(inputData),
  ...inputFields(changeTable),
  additionalFieldsField,
  {
    key: 'clear_fields',
    label,
    list: true,
    group: 'more' as const,
    choices: clearChoices(inputData, custom),
    helpText:
      'Fields to empty on purpose; a field that is merely left empty keeps its value. A custom field is named like custom_fields.plan.',
  },
];

/** The form; the case is read only where one has been chosen. */
const changeFields = (z: ZObject, bundle: Bundle<Input>) => {
  const { inputData } = bundle;
  const id = inputData.application_id;
  return typeof id === 'string' && /^[\w-]+$/.test(id) && bundle.authData
    ? customFieldsOf(z, bundle, id).then((custom) => fieldsWith(inputData, custom))
    : fieldsWith(inputData, []);
};

export const caseChangeFields = [caseField('Case to change.'), changedSubjectField, changeFields];

/** Sets `path` ("business.address.city") to null; every level is an own property. */
function cleared(body: Record<string, unknown>, path: string[]): Record<string, unknown> {
  const [key, ...rest] = path as [string, ...string[]];
  const inner = Object.hasOwn(body, key) ? body[key] : undefined;
  if (inner !== undefined && !(rest.length && isRecord(inner))) {
    throw halt(`${label}: "${key}" is also filled in. Choose one of the two.`);
  }
  return {
    ...body,
    [key]: rest.length
      ? cleared(((inner as object | undefined) ?? {}) as Record<string, unknown>, rest)
      : null,
  };
}

/**
 * Input -> body of the PUT with only what is filled in or to be cleared.
 * @throws HaltedError when nothing is, or a value cannot be right.
 */
export function toCaseChange(input: Input): CaseChange {
  const changes = withAdditional(
    filled({
      business: readFields(businessTable, input),
      person: readFields(personTable, input),
      ...readFields(changeTable, input),
    }) ?? {},
    input.additional_fields,
    caseLabels,
    true,
  );
  const body = [...new Set(toList(input.clear_fields, label))].reduce(
    (result, name) => cleared(result, pathToClear(name)),
    changes as Record<string, unknown>,
  );
  if (!Object.keys(body).length) {
    throw halt('Nothing to update: fill in at least one field besides Case.');
  }
  return body;
}
