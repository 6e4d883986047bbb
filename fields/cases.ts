/** A case ("application" in the API): its fields, its mapper and its sample. */
import { idText } from '../client/exchange/answer.ts';
import type { Labels } from '../client/basics/labels.ts';
import type { Case } from '../client/cases.ts';
import { application, business, furtherFields, person } from '../service/catalogue.ts';
import { clientName, namingFields, riskLevels, type NewCase } from '../service/contract.ts';
import { halt } from '../client/basics/errors.ts';
import type { Dialect } from '../service/dialect.ts';
import type { CustomField } from '../client/account.ts';
import { toChoice } from '../client/exchange/suggestions.ts';
import { whenExists, type WhenExists } from '../client/when-exists.ts';
import { additionalFieldsField, withAdditional } from './kinds/additional.ts';
import { choicesOf } from './kinds/choices.ts';
import { customInputs, parseWithCustom, withCustomOutput } from './kinds/custom.ts';
import { toReference } from './kinds/identifiers.ts';
import { progressOf, progressOutput, type Occasion } from './progress.ts';
import { riskLevelName } from './kinds/risk-level.ts';
import {
  defaultsOf,
  inputFields,
  inputLabels,
  labelsOf,
  outputFields,
  outputOf,
  parseFields,
  sampleOf,
  type Table,
} from './kinds/table.ts';
import { alreadyExisted, notTaken, outputWith, type OutputNote } from './kinds/output.ts';
import { omitEmpty, isEmpty, required, toValue, toOneOf, type Input } from './kinds/values.ts';

/** How the editor finds a case: the last one, or a search step. */
export const caseOffer = { dynamic: 'last_case.id.name', search: 'find_case.application_id' };

/** The input field that names the case of a step. */
export const caseField = (helpText: string, isRequired = true) => ({
  key: 'application_id' as const,
  label: 'Case',
  required: isRequired,
  helpText: `${helpText} {{Map}} "Case" from {{earlier_step}}.`,
  ...caseOffer,
});

/** The ID of the step's case. @throws a halt if it is empty. */
export const toCaseId = (input: Input<'application_id'>): string =>
  required(toValue(input.application_id, 'Case'), 'Case');

export const caseLabels: Labels = {
  application_id: 'Case',
  ...labelsOf(application),
  ...labelsOf(business, 'business.'),
  ...labelsOf(person, 'person.'),
};

const subjects = {
  business: { label: 'Business (KYB)', table: business, other: 'person' },
  person: { label: 'Person (KYC)', table: person, other: 'business' },
} as const;
type Subject = keyof typeof subjects;

/** The choice of a subject, whose fields the form then shows. */
export const subjectChoice = {
  key: 'subject' as const,
  label: 'Subject',
  choices: choicesOf({ business: subjects.business.label, person: subjects.person.label }),
  isClosed: true as const,
  altersDynamicFields: true,
};
export const subjectField = {
  ...subjectChoice,
  required: true,
  default: 'business',
  helpText: 'Choose whether the case verifies a business or a person. Each has its own fields.',
};

/** The subject that a text names, as a value or as the editor shows it; any other text in small letters. */
const toSubject = ({ subject }: Input<'subject'>): string | undefined =>
  toChoice(subjectField.choices, toValue(subject, subjectField.label), 'Subject')?.toLowerCase();

/** The fields of the chosen subject, or of both while the subject is mapped from another step. */
export const subjectFields = (dialect: Dialect, { subject }: Input<'subject'>) => [
  ...(subject === 'person' ? [] : inputFields(dialect, business)),
  ...(subject === 'business' ? [] : inputFields(dialect, person)),
];

const whenExistsField = {
  key: 'when_exists' as const,
  label: 'When a Case Exists',
  default: 'use' satisfies WhenExists,
  choices: choicesOf({
    use: 'Use it',
    stop: 'Stop',
    another: 'Create another after a decision',
    use_any: 'Use it, whoever the client is',
  } satisfies Record<WhenExists, string>),
  isClosed: true as const,
  helpText:
    'Choose what happens if the External Reference already has a case. By default, that case is used if it is about the same client; otherwise the run stops. You can also stop the run in any case, create another case if the first is already approved or rejected, or use the case of any client.',
  group: 'reference',
};

/** The fields of a case that waits for its client: the review begins once the client has submitted it. */
export const clientCase = {
  ...application,
  is_draft: {
    ...application.is_draft,
    help: '{{Yes}}{{or_empty}}: the case stays a draft until the client or you submit it. {{No}}: it enters the compliance workflow at once.',
    default: 'true',
  },
};

/** Input fields of a new case, below its subject. */
export const newCaseFields = (
  dialect: Dialect,
  input: Input<'subject'>,
  custom: CustomField[],
  table: typeof application | typeof clientCase = application,
) => [
  ...subjectFields(dialect, input),
  ...inputFields(dialect, table),
  whenExistsField,
  ...customInputs(custom),
  additionalFieldsField,
];

/** The choice for an existing case. @throws a halt for one that needs the reference, without it. */
export function toWhenExists(
  { when_exists }: Input<'when_exists'>,
  { external_reference }: NewCase,
): WhenExists | undefined {
  const when = toOneOf(when_exists, whenExistsField.label, whenExists);
  if (when && when !== 'use' && !external_reference) {
    throw halt(
      `${whenExistsField.label}: External Reference is empty, but this option needs it. {{Map}} the ID of the deal or client.`,
    );
  }
  return when;
}

/** The label of the first field of a subject that is filled in. */
const filledIn = (subject: Subject, input: Input): string | undefined =>
  Object.entries(inputLabels(subjects[subject].table)).find(([key]) => !isEmpty(input[key]))?.[1];

/** @throws a halt for a value in a field of the other subject. */
function refuseOthers(subject: Subject, input: Input) {
  const { label, other } = subjects[subject];
  const stray = filledIn(other, input);
  if (stray) {
    throw halt(
      `${stray} is filled in, but the Subject is ${label}. Empty ${stray}, or choose the other subject.`,
    );
  }
}

/** For a case that may name no subject. @throws a halt for values in fields of both subjects. */
export function refuseBoth(input: Input<'subject'>): void {
  const subject = toSubject(input) ?? (filledIn('business', input) && 'business');
  if (subject === 'business' || subject === 'person') refuseOthers(subject, input);
}

/** A business or person that can be identified. @throws a halt for any other. */
export function requireName<T extends object>(subject: Subject, party: T | undefined): T {
  const keys: readonly string[] = namingFields[subject];
  if (party && keys.some((key) => !isEmpty((party as Record<string, unknown>)[key]))) return party;
  const [first, second] = keys.map((key) => inputLabels(subjects[subject].table)[key]);
  throw halt(`${first} is empty. Fill in the ${first} or the ${second} of the ${subject}.`);
}

/** Input -> the fields of a case, by the table of its own fields. @throws a halt for an invalid value. */
export function toCaseBody(table: Table<string>, input: Input<'additional_fields'>) {
  const body: Record<string, unknown> = withAdditional(
    omitEmpty({
      business: parseFields(business, input),
      person: parseFields(person, input),
      ...parseWithCustom(table, input),
    }) ?? {},
    input.additional_fields,
    caseLabels,
    'case',
  );
  const external_reference = toReference(body.external_reference, caseLabels.external_reference!);
  return { ...defaultsOf(table), ...body, ...omitEmpty({ external_reference }) };
}

/** Input -> the body of POST /api/applications. @throws a halt for invalid values. */
export function toNewCase(
  input: Input<'subject' | 'additional_fields'>,
  table: Table<string> = application,
): NewCase {
  const subject = required(toSubject(input), 'Subject') as Subject;
  if (!Object.hasOwn(subjects, subject)) {
    throw halt('Subject must be "business" (KYB) or "person" (KYC).');
  }
  refuseOthers(subject, input);
  const body = toCaseBody(table, input) as NewCase;
  // Additional Fields may name the other subject too: a case has one.
  const { label, other } = subjects[subject];
  if (!isEmpty(body[other])) {
    throw halt(
      `${additionalFieldsField.label}: "${other}" is filled in, but the Subject is ${label}. Remove it, or choose the other subject.`,
    );
  }
  requireName(subject, body[subject] ?? undefined);
  return body;
}

/** Additions to the output of a case. */
interface CaseExtras {
  /** The event's ID in triggers. The default is the case's ID. */
  id?: string;
  /** Only for steps that may find an existing case. */
  already_existed?: boolean;
  occasion?: Occasion;
}

/** The output of a subject; null without one. */
const subjectOutput = (table: Table<string>, value: object | null | undefined) =>
  value ? outputOf(table, value) : null;

/** These values of a case; an absent one is null. */
const orNull = <Key extends keyof Case>(found: Case, ...keys: Key[]) =>
  Object.fromEntries(keys.map((key) => [key, found[key] ?? null])) as {
    [K in Key]: NonNullable<Case[K]> | null;
  };

/** The case as every trigger, create and search returns it. All keys are always present. */
export function toCase(found: Case, extras: CaseExtras = {}) {
  const { application_id, custom_fields } = found;
  return {
    id: extras.id ?? application_id,
    application_id,
    // A service may still send the deprecated name at the top.
    name: clientName(found) || (idText(found.organization_name) ?? null),
    ...orNull(found, 'external_reference', 'portal_link', 'case_page'),
    ...progressOf(found, extras.occasion),
    ...orNull(found, 'status_review', 'status_execution', 'is_draft', 'risk_score', 'risk_level'),
    risk_level_name: riskLevelName(found.risk_level),
    subject:
      (['business', 'person'] as const).find((one) => found[one] || found[`${one}_id`]) ?? null,
    ...(outputOf(furtherFields, orNull(found, ...Object.keys(furtherFields))) as object),
    ...orNull(found, 'business_id', 'person_id'),
    custom_fields: custom_fields ?? {},
    meta: found.meta ?? {},
    business: subjectOutput(business, found.business),
    person: subjectOutput(person, found.person),
    ...Object.fromEntries(Object.entries(found).filter(([key]) => !topKeys.has(key))),
    ...(Array.isArray(found.persons) && {
      persons: found.persons.map((one: object) => subjectOutput(person, one)),
    }),
    ...(Array.isArray(found.businesses) && {
      businesses: found.businesses.map((one: object) => subjectOutput(business, one)),
    }),
    // Notes on the run come last.
    ...('already_existed' in extras && { already_existed: extras.already_existed }),
    ...(found.not_taken && { not_taken: found.not_taken, not_taken_text: found.not_taken_text }),
  };
}

/** Output fields of a case, which an admin can map. The ID is the case's, or in triggers the event's. */
const caseOutput = (idLabel = 'ID') => [
  { key: 'id', label: idLabel },
  { key: 'application_id', label: 'Case' },
  { key: 'name', label: 'Client Name' },
  { key: 'external_reference', label: caseLabels.external_reference },
  { key: 'portal_link', label: 'Portal Link' },
  { key: 'case_page', label: 'Case URL' },
  ...progressOutput,
  { key: 'status_review', label: 'Review Status' },
  { key: 'status_execution', label: 'Execution Status' },
  { key: 'is_draft', label: 'Is Draft', type: 'boolean' as const },
  { key: 'risk_score', label: 'Risk Score', type: 'number' as const },
  { key: 'risk_level', label: 'Risk Level', type: 'integer' as const },
  { key: 'risk_level_name', label: 'Risk Level Name' },
  { key: 'subject', label: 'Subject' },
  ...outputFields(furtherFields),
  { key: 'business_id', label: 'Business' },
  { key: 'person_id', label: 'Person' },
  ...outputFields(business, 'business__'),
  ...outputFields(person, 'person__'),
];

/** The same in triggers. */
export const eventCaseOutput = () => caseOutput('Event ID');

/** The keys that `toCase` sets at the top, where the service sets none, or that it leaves out. */
const topKeys = new Set([
  'isDecided',
  'business',
  'person',
  ...Object.keys(application),
  ...[...caseOutput(), ...alreadyExisted.fields, ...notTaken.fields].map(({ key }) => key),
]);

/** The case of the samples, as the service shows it: a new one, which its client fills in. */
export const sampleCase = {
  application_id: 'app_2Fq8Zt1MvXb4',
  external_reference: 'deal-10482',
  status_review: 'pending',
  status_execution: 'waiting_for_user_input',
  is_draft: true,
  risk_score: 12,
  risk_level: riskLevels.LOW,
  portal_link: 'https://verify.example.com/portals/4mJx0Qk2',
  ...(sampleOf(furtherFields) as object),
  business_id: 'biz_5Rk8Nd3VzA',
  business: sampleOf(business),
} satisfies Case;

/** How a case differs once its client has submitted it, and its checks are done. */
export const checked: Partial<Case> = {
  status_execution: 'done',
  is_draft: false,
  portal_link: undefined,
};

/** How a case differs once it is approved. */
export const approved: Partial<Case> = {
  ...checked,
  status_review: 'approved',
  isDecided: true,
  decision: { text: 'All in order', decided_at: '2026-03-02T09:30:00Z' },
};

/** A realistic record of a case that differs in these facts, with the keys that are always present. */
export function caseSample(facts: Partial<Case>, extras: CaseExtras = {}) {
  const record: Record<string, unknown> = toCase({ ...sampleCase, ...facts }, extras);
  return Object.fromEntries(Object.keys(toCase(sampleCase)).map((key) => [key, record[key]]));
}

/** Operations share these: what the platform copies for each call has few parts so. */
const resourceOf = (key: string, noun: string, facts: Partial<Case>, ...notes: OutputNote[]) => ({
  key,
  noun,
  ...outputWith(
    withCustomOutput(() => caseOutput()),
    () => caseSample(facts),
    ...notes,
  ),
});
export const caseResource = resourceOf('case', 'Case', checked);

/** The same for actions that change fields of a case. */
export const changedCaseResource = resourceOf('changed_case', 'Changed Case', {}, notTaken);

/** The same for actions that may find an existing case. */
export const newCaseResource = resourceOf('new_case', 'New Case', {}, alreadyExisted, notTaken);
