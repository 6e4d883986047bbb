/** A case (also "application"): its input fields, its mapper and its sample. */
import { errors } from 'zapier-platform-core';

import { deprecatedFields, riskLevels, type Application } from '../api/contract.ts';
import { portalUrl, type Context, type NewCase } from '../api/client.ts';
import { portalLinkIn } from '../api/events.ts';
import { businessFields, businessOutput, businessSample, toBusiness } from './business.ts';
import { fullName, personFields, personOutput, toPerson } from './person.ts';
import { filled, requiredText, toBoolean, toPairs, toText, type Input } from './values.ts';

/** The field by which a step is told which case it is about. */
export const caseField = (helpText: string, required = true) => ({
  key: 'application_id',
  label: 'Case',
  required,
  helpText: `${helpText} Map "Case" from the step that created or found it; there is nothing to type.`,
});

/** The case a step is about. @throws HaltedError when it is empty. */
export const caseOf = (input: Input): string => requiredText(input.application_id, 'Case');

export const externalReferenceField = {
  key: 'external_reference',
  label: 'External Reference',
  helpText:
    'ID of the deal or client in your CRM. It comes back with every event, and a second run for the same reference returns the first case instead of a new one.',
};

export const customFieldsField = {
  key: 'custom_fields',
  label: 'Custom Fields',
  dict: true,
  helpText:
    'Name and value of fields defined on your account. Numbers, true/false and lists such as ["a","b"] keep their type; put a value in double quotes to send it as text.',
};

export const additionalFieldsField = {
  key: 'additional_fields',
  label: 'Additional Fields',
  dict: true,
  helpText:
    'Further fields of the service that are not listed above, by their technical name, for example business.legal_form or person.gender.',
};

/**
 * The body with the additional fields in it: `business.legal_form` goes into `business`, a name
 * without a dot to the top.
 * @throws HaltedError for a deprecated name, with its replacement ("Versioning").
 */
export function withAdditional(body: Record<string, unknown>, value: unknown) {
  for (const [name, item] of Object.entries(toPairs(value) ?? {})) {
    if (Object.hasOwn(deprecatedFields, name)) {
      const instead = deprecatedFields[name as keyof typeof deprecatedFields];
      throw new errors.HaltedError(
        `Additional Fields: "${name}" is no longer accepted by the service. Use ${instead} instead.`,
      );
    }
    const [, owner, key] = /^(business|person|meta|custom_fields)\.(.+)$/s.exec(name) ?? [];
    // A computed key in a literal is always an own property, "__proto__" included.
    body =
      owner && key
        ? { ...body, [owner]: { ...(body[owner] as object), [key]: item } }
        : { ...body, [name]: item };
  }
  return body;
}

export const subjectField = {
  key: 'subject',
  label: 'Subject',
  required: true,
  default: 'business',
  choices: { business: 'Business (KYB)', person: 'Person (KYC)' },
  altersDynamicFields: true,
  helpText: 'Whom the case verifies. The fields below change with it.',
};

/** The fields of the chosen subject; both while the subject is mapped from another step. */
export const subjectFields = ({ subject }: Input) => [
  ...(subject === 'person' ? [] : businessFields()),
  ...(subject === 'business' ? [] : personFields()),
];

/** Input fields of a new case below its subject. */
export const newCaseFields = (inputData: Input) => [
  ...subjectFields(inputData),
  externalReferenceField,
  {
    key: 'is_draft',
    label: 'Create as Draft',
    type: 'boolean' as const,
    helpText:
      'A draft stays out of the compliance workflow until it is submitted: by the client in the portal, or by "Submit Case".',
  },
  customFieldsField,
  additionalFieldsField,
];

/** Those fields -> the body of POST /api/applications. @throws HaltedError for values that cannot be right. */
export function toNewCase(input: Input): NewCase {
  const subject = requiredText(input.subject, 'Subject').toLowerCase();
  if (subject !== 'business' && subject !== 'person') {
    throw new errors.HaltedError('Subject must be "business" (KYB) or "person" (KYC).');
  }
  const body = withAdditional(
    filled({
      [subject]: subject === 'business' ? toBusiness(input) : toPerson(input),
      external_reference: toText(input.external_reference),
      is_draft: toBoolean(input.is_draft, 'Create as Draft'),
      custom_fields: toPairs(input.custom_fields),
    }) ?? {},
    input.additional_fields,
  );
  if (!body[subject]) {
    throw new errors.HaltedError(
      subject === 'business'
        ? 'Organization Name is empty. Fill in at least the name of the business.'
        : 'Last Name is empty. Fill in at least the name of the person.',
    );
  }
  return body;
}

/** Choices of a risk level. */
export const riskLevelChoices = Object.fromEntries(
  Object.entries(riskLevels).map(([name, value]) => [
    String(value),
    name.charAt(0) + name.slice(1).toLowerCase(),
  ]),
);

/** "HIGH", "High" or "2" -> 2. @throws HaltedError for anything else that is not empty. */
export function toRiskLevel(value: unknown): Application['risk_level'] {
  const text = toText(value)?.toUpperCase();
  if (text === undefined) return undefined;
  const level = riskLevels[text as keyof typeof riskLevels] ?? Number(text);
  if (!Object.values(riskLevels).includes(level)) {
    throw new errors.HaltedError(
      `Risk Level: "${text.slice(0, 60)}" is none. Use ${Object.keys(riskLevels).join(', ')}.`,
    );
  }
  return level;
}

const riskLevelNames = Object.fromEntries(
  Object.entries(riskLevels).map(([name, value]) => [value, name]),
);

export interface CaseExtras {
  /** The event's id in triggers; the case's own where left out. */
  id?: string;
  /** Link of a portal just created. */
  portal_link?: string;
  /** What a webhook said of the case; fills in what GET lacks. */
  payload?: Record<string, unknown>;
}

/** What every trigger, create and search shows of a case. All keys are always present. */
export function toCase({ bundle }: Context, application: Application, extras: CaseExtras = {}) {
  const { application_id, business, person, risk_level, custom_fields, ...rest } = application;
  const payload = extras.payload ?? {};
  return {
    id: extras.id ?? application_id,
    application_id,
    external_reference: application.external_reference ?? null,
    status_review: application.status_review ?? null,
    is_draft: application.is_draft ?? null,
    risk_score: application.risk_score ?? null,
    risk_level: risk_level ?? null,
    risk_level_name: riskLevelNames[String(risk_level)] ?? null,
    subject: business || application.business_id ? 'business' : person ? 'person' : null,
    name: business?.organization_name ?? fullName(person) ?? toText(rest.organization_name) ?? null,
    portal_link:
      extras.portal_link ??
      portalUrl(portalLinkIn(payload) ?? portalLinkIn(rest), bundle.authData) ??
      null,
    custom_fields: { ...(payload.custom_fields as object | undefined), ...custom_fields },
    business: business ?? null,
    person: person ?? null,
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !topKeys.has(key))),
  };
}

/** Set at the top by `toCase` itself; what the service says under the same name must not replace them. */
const topKeys = new Set(
  'id external_reference status_review is_draft risk_score risk_level_name subject name portal_link'.split(
    ' ',
  ),
);

/** Output fields of a case: what an admin maps. */
const caseOutput = async () => [
  { key: 'id', label: 'ID' },
  { key: 'application_id', label: 'Case' },
  { key: 'external_reference', label: 'External Reference' },
  { key: 'status_review', label: 'Review Status' },
  { key: 'is_draft', label: 'Is Draft', type: 'boolean' as const },
  { key: 'risk_score', label: 'Risk Score', type: 'number' as const },
  { key: 'risk_level', label: 'Risk Level', type: 'integer' as const },
  { key: 'risk_level_name', label: 'Risk Level Name' },
  { key: 'subject', label: 'Subject' },
  { key: 'name', label: 'Client Name' },
  { key: 'portal_link', label: 'Portal Link' },
  ...businessOutput('business__'),
  ...personOutput('person__'),
];

/** One realistic record with the keys that are always present. */
export const caseSample = {
  id: 'app_2Fq8Zt1MvXb4',
  application_id: 'app_2Fq8Zt1MvXb4',
  external_reference: 'deal-10482',
  status_review: 'approved',
  is_draft: false,
  risk_score: 12,
  risk_level: riskLevels.LOW,
  risk_level_name: 'LOW',
  subject: 'business',
  name: businessSample.organization_name,
  portal_link: 'https://verify.example.com/portals/4mJx0Qk2',
  custom_fields: { plan: 'Premium', seats: 25 },
  business: businessSample,
  person: null,
};

/**
 * Output fields and sample that every create and search of a case shares. The platform copies and
 * freezes the definition on each call: what is shared, or a function, costs nothing there.
 */
export const caseResource = {
  key: 'case',
  noun: 'Case',
  outputFields: [caseOutput],
  sample: caseSample,
};

/** The same for triggers, in which `id` is that of the event. */
export const caseEventResource = {
  ...caseResource,
  key: 'case_event',
  noun: 'Case Event',
  sample: { ...caseSample, id: 'evt_3Tb6Wn1RzC' },
};
