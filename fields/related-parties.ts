/** A person or business related to a case ("Relationships"). */
import { customFields } from '../client/account.ts';
import type { Labels } from '../client/basics/labels.ts';
import { fieldKinds, owners, relationship } from '../service/catalogue.ts';
import { isSame } from '../service/kinds.ts';
import type { Dialect } from '../service/dialect.ts';
import {
  listLabels,
  type Bodies,
  type Parties,
  type PartyKind,
} from '../client/related-parties.ts';
import { additionalFieldsField, withAdditional } from './kinds/additional.ts';
import { caseField, requireName } from './cases.ts';
import { customInputs, parseWithCustom, withCustomOutput, type CustomKey } from './kinds/custom.ts';
import { fieldList, form, withCommas } from './kinds/form.ts';
import { parseLines } from './kinds/lines.ts';
import {
  blankOf,
  inputFields,
  inputLabels,
  labelsOf,
  outputFields,
  pick,
  sampleOf,
  outputOf,
  type KeyIn,
  type Table,
} from './kinds/table.ts';
import { outputWith, type OutputNote } from './kinds/output.ts';
import type { Input } from './kinds/values.ts';

type PartyKey<K extends PartyKind> = KeyIn<(typeof owners)[K]> | CustomKey | 'additional_fields';

/** A kind of party: its form, its mappers and its outputs. `sampleId` is the ID in its sample. */
function relatedParty<K extends PartyKind>(
  kind: K,
  label: string,
  sampleId: string,
  more: object = {},
) {
  const table = owners[kind];
  const idKey = `${kind}_id` as const;
  const labels: Labels = { application_id: 'Case', ...labelsOf(table) };
  /** All keys are always present. */
  const toOutput = (application_id: string, party: Bodies[K]) => ({
    id: party[idKey],
    application_id,
    ...blankOf(table),
    ...outputOf(table, party),
  });
  const sample = () =>
    toOutput('app_2Fq8Zt1MvXb4', { [idKey]: sampleId, ...sampleOf(table), ...more } as Bodies[K]);
  const makeOutput = () => [
    { key: 'id', label: 'ID' },
    { key: 'application_id', label: 'Case' },
    { key: idKey, label },
    ...outputFields(table),
  ];
  return {
    input: fieldList([
      caseField('Case to add the party to.'),
      form<PartyKey<K>>(async (run) => [
        ...inputFields(run.dialect, table),
        ...customInputs(await customFields(run, idKey)),
        additionalFieldsField,
      ]),
    ]),
    labels,
    sample,
    /** Input -> body of the POST. @throws a halt without the fields that identify the party. */
    toBody(input: Input<PartyKey<K>>, rows: Table<string> = table): Bodies[K] {
      const body: Record<string, unknown> = parseWithCustom(rows, input);
      return requireName(kind, withAdditional(body, input.additional_fields, labels, kind));
    },
    toOutput,
    /** The output fields and the sample, with notes on the run. */
    outputWith: (...notes: OutputNote[]) =>
      outputWith(withCustomOutput(makeOutput, idKey), sample, ...notes),
  };
}

export const relatedPerson = relatedParty('person', 'Person', 'per_7Hc2Lw9QyT');
export const relatedBusiness = relatedParty('business', 'Business', 'biz_5Rk8Nd3VzA', {
  roles: ['SHAREHOLDER'],
  direct_ownership_percentage: 40,
});

/** Groups of lines: several parties in one step. */
const groups = {
  related_persons: {
    label: listLabels.persons,
    help: 'Directors, owners and other persons of the client, one per line. Each needs a last name or an e-mail address.',
    prefix: 'related_person_',
    rows: { ...pick(owners.person, ['given_names', 'last_name', 'email']), ...relationship },
  },
  related_businesses: {
    label: listLabels.businesses,
    help: 'Shareholder companies and other businesses of the client, one per line. Each needs a name or a registration number.',
    prefix: 'related_business_',
    rows: {
      ...pick(owners.business, ['organization_name', 'country', 'registration_number']),
      ...relationship,
    },
  },
};

/** Their input fields. Keys must be unique in the whole step, so they have a prefix. */
export const partyGroups = (dialect: Dialect) =>
  Object.entries(groups).map(([key, { label, help, prefix, rows }]) => ({
    key: key as keyof typeof groups,
    label,
    helpText: help,
    group: 'parties',
    // A line has no list fields, so a list is one text with commas.
    children: inputFields(dialect, rows).map(
      ({ key: child, label: name, helpText, list, choices, isCountry }) => ({
        key: prefix + child,
        label: name,
        helpText: list ? `${helpText} ${withCommas}` : helpText,
        choices,
        isCountry,
      }),
    ),
  }));

const labelsIn = (list: string, name: string, rows: Table<string>): Labels =>
  Object.fromEntries(
    Object.entries(labelsOf(rows, `${list}.`)).map(([path, label]) => [path, `${name}: ${label}`]),
  );

/** Labels of parties that are sent with a case, by their list. */
export const partyLabels = {
  ...labelsIn('persons', groups.related_persons.label, owners.person),
  ...labelsIn('businesses', groups.related_businesses.label, owners.business),
};

interface Line<Party> {
  name: string;
  party: Party;
}
type Fields = Record<string, unknown>;

/** True for two lines of one party: equal ones, or roles of one person with one e-mail or birth. */
function areOne(one: Fields, other: Fields): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  const inBoth = (key: string) => one[key] !== undefined && other[key] !== undefined;
  const areSame = (key: string) => isSame(fieldKinds.get(key) ?? 'text', one[key], other[key]);
  const isNamed = ['given_names', 'last_name'].every(inBoth);
  const isKnown = ['email', 'birth_date'].some(inBoth);
  const isOther = Object.keys(one).some((key) => key !== 'roles' && inBoth(key) && !areSame(key));
  return isNamed && isKnown && !isOther;
}

/** The lines with those of one party as one, under the name of the first. */
const joined = <Party extends object>(lines: Line<Party>[]): Line<Party>[] =>
  lines.reduce<Line<Party>[]>((parties, line) => {
    const party = line.party as Fields;
    const first = parties.find((one) => areOne(one.party as Fields, party));
    if (!first) return [...parties, line];
    const roles = [first.party as Fields, party].flatMap((one) => one.roles ?? []);
    const whole = { ...party, ...first.party, ...(roles.length && { roles: [...new Set(roles)] }) };
    return parties.map((one) => (one === first ? { ...one, party: whole as Party } : one));
  }, []);

/**
 * Lines -> parties, and their names in messages: `persons.0` is "Related Persons, line 1",
 * `persons.0.last_name` "Related Persons, line 1: Last Name".
 * @throws a halt for an invalid line, with its number.
 */
export function toParties(input: Input<keyof typeof groups>): Parties & { labels: Labels } {
  const lineLabels: Labels = {};
  const parseGroup = <Party extends object>(
    group: keyof typeof groups,
    wireName: string,
    toBody: (line: Input, rows: Table<string>) => Party,
  ): Party[] => {
    const { rows, label, prefix } = groups[group];
    const lines = parseLines(inputLabels(rows), input[group], label, prefix, (line, name) => ({
      name,
      party: toBody(line, rows),
    }));
    const parties = joined(lines);
    parties.forEach(({ name }, index) => {
      const line = `${wireName}.${index}`;
      Object.assign(lineLabels, { [line]: name }, labelsIn(line, name, rows));
    });
    return parties.map(({ party }) => party);
  };
  return {
    persons: parseGroup('related_persons', 'persons', relatedPerson.toBody),
    businesses: parseGroup('related_businesses', 'businesses', relatedBusiness.toBody),
    labels: lineLabels,
  };
}
