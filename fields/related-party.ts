/** A person or business related to a case ("Relationships"). */
import type { Target } from '../client/account.ts';
import type { Labels } from '../client/labels.ts';
import { owners } from '../service/catalogue.ts';
import type { RelatedBusiness, RelatedPerson } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';
import type { Parties } from '../client/parties.ts';
import { additionalFieldsField, withAdditional } from './additional.ts';
import { caseField, requireName } from './case.ts';
import { customInputs, ofAccount, withCustom, withCustomOutput, type CustomKey } from './custom.ts';
import { fieldList, form } from './form.ts';
import { grouped } from './groups.ts';
import { parseLines } from './lines.ts';
import {
  blankOf,
  inputFields,
  inputLabels,
  labelsOf,
  outputFields,
  pick,
  parseFields,
  sampleOf,
  outputOf,
  type KeyIn,
  type Table,
} from './table.ts';
import { moreExistOutput, notTakenOutput, notTakenSample } from './run-notes.ts';
import type { Input } from './values.ts';

const personRows = owners.person;
const businessRows = owners.business;

/** The input of a party. */
type PartyInput<Rows> = Input<KeyIn<Rows> | CustomKey | 'additional_fields'>;

const partyCaseField = caseField('Case to add the party to.');
const partyFields = <T extends Table<string>>(rows: T, target: Target) =>
  fieldList([
    partyCaseField,
    form<KeyIn<T> | CustomKey | 'additional_fields'>((run) =>
      ofAccount(
        run,
        (custom) => [
          ...inputFields(run.dialect, rows),
          ...grouped('reference', customInputs(custom)),
          additionalFieldsField,
        ],
        target,
      ),
    ),
  ]);
export const relatedPersonFields = partyFields(personRows, 'person_id');
export const relatedBusinessFields = partyFields(businessRows, 'business_id');

const labels = { application_id: 'Case' };
const labelsIn = (list: string, name: string, rows: Table<string>) =>
  Object.fromEntries(
    Object.entries(labelsOf(rows, `${list}.`)).map(([path, label]) => [path, `${name}: ${label}`]),
  );
/** Labels of parties that are sent with a case, by their list. */
export const partyLabels = {
  ...labelsIn('persons', 'Related Persons', personRows),
  ...labelsIn('businesses', 'Related Businesses', businessRows),
};
export const relatedPersonLabels = { ...labels, ...labelsOf(personRows) };
export const relatedBusinessLabels = { ...labels, ...labelsOf(businessRows) };

/** The fields of a party, with its custom fields. */
const ownFields = (dialect: Dialect, rows: Table<string>, input: Input) => {
  const values: Record<string, unknown> | undefined = parseFields(dialect, rows, input);
  return withCustom(dialect, values, input, 'custom_fields', additionalFieldsField.label) ?? {};
};

/** Input -> body of POST …/persons. @throws a halt without last name and e-mail. */
export const toRelatedPerson = (
  dialect: Dialect,
  input: PartyInput<typeof personRows>,
  rows: Table<string> = personRows,
): RelatedPerson =>
  requireName(
    'person',
    withAdditional(
      ownFields(dialect, rows, input),
      input.additional_fields,
      relatedPersonLabels,
      'person',
    ),
  );

/** Input -> body of POST …/businesses. @throws a halt without name and number. */
export const toRelatedBusiness = (
  dialect: Dialect,
  input: PartyInput<typeof businessRows>,
  rows: Table<string> = businessRows,
): RelatedBusiness =>
  requireName(
    'business',
    withAdditional(
      ownFields(dialect, rows, input),
      input.additional_fields,
      relatedBusinessLabels,
      'business',
    ),
  );

/** The output of a party. All keys are always present. */
const toPartyOutput = (
  id: string | undefined,
  application_id: string,
  rows: Table<string>,
  party: object,
) => ({ id, application_id, ...blankOf(rows), ...outputOf(rows, party) });
/** The output of a related person. */
export const toPerson = (application_id: string, person: RelatedPerson) =>
  toPartyOutput(person.person_id, application_id, personRows, person);
/** The output of a related business. */
export const toBusiness = (application_id: string, business: RelatedBusiness) =>
  toPartyOutput(business.business_id, application_id, businessRows, business);

const partyOutput = (
  idKey: Target,
  label: string,
  rows: Table<string>,
  more: { key: string; label: string }[] = notTakenOutput,
) => [
  withCustomOutput(
    () => [
      { key: 'id', label: 'ID' },
      { key: 'application_id', label: 'Case' },
      { key: idKey, label },
      ...outputFields(rows),
      ...more,
    ],
    idKey,
  ),
];
export const relatedPersonOutput = partyOutput('person_id', 'Person', personRows);
export const relatedBusinessOutput = partyOutput('business_id', 'Business', businessRows);

export const foundPersonOutput = partyOutput('person_id', 'Person', personRows, [moreExistOutput]);

const application_id = 'app_2Fq8Zt1MvXb4';
const personId = 'per_7Hc2Lw9QyT';
export const relatedPersonParty = {
  id: personId,
  application_id,
  person_id: personId,
  ...blankOf(personRows),
  ...sampleOf(personRows),
};
export const foundPersonSample = { ...relatedPersonParty, more_exist: false };
export const relatedPersonSample = { ...relatedPersonParty, ...notTakenSample };
const businessId = 'biz_5Rk8Nd3VzA';
export const relatedBusinessParty = {
  id: businessId,
  application_id,
  business_id: businessId,
  ...blankOf(businessRows),
  ...sampleOf(businessRows),
  roles: ['SHAREHOLDER'],
  direct_ownership_percentage: 40,
};
export const relatedBusinessSample = { ...relatedBusinessParty, ...notTakenSample };

/** Groups of lines: several parties in one step. */
const groups = {
  related_persons: {
    label: 'Related Persons',
    help: 'Directors, owners and other persons of the client, one per line. Each needs a last name or an e-mail address.',
    prefix: 'related_person_',
    rows: pick(personRows, [
      'given_names',
      'last_name',
      'email',
      'roles',
      'direct_ownership_percentage',
    ]),
  },
  related_businesses: {
    label: 'Related Businesses',
    help: 'Shareholder companies and other businesses of the client, one per line. Each needs a name or a registration number.',
    prefix: 'related_business_',
    rows: pick(businessRows, [
      'organization_name',
      'country',
      'registration_number',
      'roles',
      'direct_ownership_percentage',
    ]),
  },
};

/** Their input fields. Keys must be unique in the whole step, so they have a prefix. */
export const partyGroups = (dialect: Dialect) =>
  grouped(
    'parties',
    Object.entries(groups).map(([key, { label, help, prefix, rows }]) => ({
      key: key as keyof typeof groups,
      label,
      helpText: help,
      // A line has no list fields, so a list is one text with commas.
      children: inputFields(dialect, rows).map(
        ({ key: child, label: name, helpText, choices }) => ({
          key: prefix + child,
          label: name,
          helpText,
          ...(choices && { choices }),
        }),
      ),
    })),
  );

/** The parties of a step, and their names in messages. */
interface NamedParties extends Parties {
  /**
   * Names in messages: `persons.0` is "Related Persons, line 1", `persons.0.last_name` "Related
   * Persons, line 1: Last Name".
   */
  labels: Labels;
}

/** Lines -> parties. @throws a halt for an invalid line, with its number. */
export function toParties(dialect: Dialect, input: Input<keyof typeof groups>): NamedParties {
  const lineLabels: Labels = {};
  const parseGroup = <Party>(
    group: keyof typeof groups,
    wireName: string,
    toParty: (dialect: Dialect, line: Input, rows: Table<string>) => Party,
  ): Party[] => {
    const { rows, label, prefix } = groups[group];
    const parties = parseLines(inputLabels(rows), input[group], label, prefix, (line, name) => ({
      name,
      party: toParty(dialect, line, rows),
    }));
    parties.forEach(({ name }, index) => {
      const line = `${wireName}.${index}`;
      Object.assign(lineLabels, { [line]: name }, labelsIn(line, name, rows));
    });
    return parties.map(({ party }) => party);
  };
  return {
    persons: parseGroup('related_persons', 'persons', toRelatedPerson),
    businesses: parseGroup('related_businesses', 'businesses', toRelatedBusiness),
    labels: lineLabels,
  };
}
