/**
 * The service's wire format: resources, request bodies, events and the table of endpoints.
 * Connector, sandbox and OpenAPI document are all made from this file. Unknown fields pass through.
 * Section names in comments are those of docs/service-interface.md.
 */
import * as z from 'zod/mini';
import countries from 'i18n-iso-countries/index.js';

// The messages are read by CRM admins, after the label of the field: "Country: must be …".
const string = z.string('must be text');
const text = string.check(
  z.minLength(1, 'must not be empty'),
  z.maxLength(1000, 'must not be longer than 1000 characters'),
);
const reference = string.check(z.maxLength(255, 'must not be longer than 255 characters'));
const id = text.check(z.maxLength(200, 'must not be longer than 200 characters'));
const date = z.iso.date('must be a date such as 2024-05-31');
const url = z.url({
  protocol: /^https?$/,
  error: 'must be a web address that starts with https://',
});
const boolean = z.boolean('must be true or false');

/** ISO 3166-1 alpha-2; the specification calls it an enum and does not show its values. */
export const Country = z.enum(
  Object.keys(countries.getAlpha2Codes()),
  'must be a country code such as FR',
);

/** "risk_level (integer enum)". */
export const riskLevels = { UNSET: -1, LOW: 0, MEDIUM: 1, HIGH: 2, FORBIDDEN: 3 } as const;
export const RiskLevel = z.literal(Object.values(riskLevels), 'must be -1, 0, 1, 2 or 3');

export const CustomFields = z.record(z.string(), z.unknown(), 'must be a set of names and values');

export const Address = z.looseObject({
  street: z.nullish(text),
  city: z.nullish(text),
  postal_code: z.nullish(text),
  region: z.nullish(text),
  country: z.nullish(Country),
});

/** "Business": subject of a KYB case, or a related entity. */
export const Business = z.looseObject({
  organization_name: z.nullish(text),
  country: z.nullish(Country),
  registration_number: z.nullish(text),
  local_number: z.nullish(text),
  vat_number: z.nullish(text),
  registration_date: z.nullish(date),
  address: z.nullish(Address),
});

/** "Person": subject of a KYC case, or a related person. */
export const Person = z.looseObject({
  first_name: z.nullish(text),
  last_name: z.nullish(text),
  email: z.nullish(z.email('must be an e-mail address')),
  birth_date: z.nullish(date),
  nationality: z.nullish(Country),
  address: z.nullish(Address),
});

/** "Relationships (persons and businesses)": what ties a party to its case. */
const relationship = {
  roles: z.optional(z.array(text, 'must be a list')),
  direct_ownership_percentage: z.nullish(
    z
      .number('must be a number')
      .check(z.gte(0, 'must be between 0 and 100'), z.lte(100, 'must be between 0 and 100')),
  ),
};
export const RelatedPerson = z.extend(Person, { person_id: z.optional(id), ...relationship });
export const RelatedBusiness = z.extend(Business, { business_id: z.optional(id), ...relationship });

/** "Portal". `link` is a URL or a token, see api/settings.ts. */
export const Portal = z.looseObject({
  portal_id: z.optional(id),
  application_id: z.nullish(id),
  link: text,
});

/** "Document". */
export const Document = z.looseObject({
  document_id: z.optional(id),
  file_id: z.optional(id),
  type: z.optional(text),
  application_id: z.nullish(id),
  person_id: z.nullish(id),
  business_id: z.nullish(id),
});

/** "File": uploaded, attached to nothing yet. */
export const UploadedFile = z.looseObject({ file_id: id });

/** "Application (case)". */
export const Application = z.looseObject({
  application_id: id,
  business_id: z.nullish(id),
  person_id: z.nullish(id),
  business: z.nullish(Business),
  person: z.nullish(Person),
  external_reference: z.nullish(string),
  is_draft: z.nullish(boolean),
  custom_fields: z.nullish(CustomFields),
  meta: z.nullish(CustomFields),
  status_review: z.nullish(string),
  risk_score: z.nullish(z.number()),
  risk_level: z.nullish(RiskLevel),
  /** When it last changed; not shown by the specification, read where it is there. */
  updated_at: z.nullish(string),
});

/** Company of the official registry; accepted as input for Application, Business and Person. */
export const Company = Business;

export const Decision = z.looseObject({
  decision_id: z.optional(id),
  application_id: z.optional(id),
  status: text,
  text: z.nullish(string),
});

export const CreatePortalBody = z.looseObject({
  application_id: z.nullish(id),
  default_custom_fields: z.nullish(CustomFields),
  redirect_url: z.nullish(url),
});

export const CreateApplicationBody = z.looseObject({
  business: z.nullish(Business),
  person: z.nullish(Person),
  external_reference: z.nullish(reference),
  is_draft: z.nullish(boolean),
  custom_fields: z.nullish(CustomFields),
});

/** "Body of PUT /api/applications/{application_id}" without its deprecated fields. */
export const UpdateApplicationBody = z.looseObject({
  business: z.nullish(Business),
  person: z.nullish(Person),
  external_reference: z.nullish(reference),
  risk_level: z.nullish(RiskLevel),
  custom_fields: z.nullish(CustomFields),
  meta: z.nullish(CustomFields),
});

/** Deprecated top-level fields of the same body -> where the value lives now ("Versioning"). */
export const deprecatedFields = {
  organization_name: 'business.organization_name',
  country: 'business.country',
  local_number: 'business.local_number',
  vat_number: 'business.vat_number',
  registration_date: 'business.registration_date',
  address: 'business.address or person.address',
  decision_status: 'POST /applications/{id}/decisions',
  decision_text: 'POST /applications/{id}/decisions',
} as const;

export const AttachDocumentBody = z.looseObject({
  file_id: id,
  type: text,
  application_id: z.nullish(id),
  person_id: z.nullish(id),
  business_id: z.nullish(id),
});

export const RecordDecisionBody = z.looseObject({ status: text, text: z.nullish(string) });

/** "Events": key of the trigger -> name of its event. Triggers, settings and sandbox follow it. */
export const events = {
  case_submitted: 'application.submitted',
  case_review_updated: 'application.review_updated',
  collect_opened: 'collect.opened',
} as const;
export type TriggerKey = keyof typeof events;

export const WebhookBody = z.looseObject({
  url,
  events: z.array(z.enum(Object.values(events))),
});
export const Webhook = z.looseObject({ id: z.union([id, z.number()]), secret: z.nullish(text) });

export type Address = z.infer<typeof Address>;
export type Business = z.infer<typeof Business>;
export type Person = z.infer<typeof Person>;
export type RelatedPerson = z.infer<typeof RelatedPerson>;
export type RelatedBusiness = z.infer<typeof RelatedBusiness>;
export type Application = z.infer<typeof Application>;
export type Portal = z.infer<typeof Portal>;
export type Document = z.infer<typeof Document>;
export type Company = z.infer<typeof Company>;
export type Decision = z.infer<typeof Decision>;
export type Webhook = z.infer<typeof Webhook>;
export type NewCase = z.infer<typeof CreateApplicationBody>;
export type CaseChange = z.infer<typeof UpdateApplicationBody>;
export type NewPortal = z.infer<typeof CreatePortalBody>;
export type NewDocument = z.infer<typeof AttachDocumentBody>;
export type NewDecision = z.infer<typeof RecordDecisionBody>;

/** What names a party: with none of these fields it cannot be told from others. */
export const namingFields = {
  business: ['organization_name', 'registration_number'],
  person: ['last_name', 'email'],
} as const;

/** The client of a case as people call it; empty where nothing names it. */
export const clientName = ({
  business,
  person,
}: Pick<Application, 'business' | 'person'>): string =>
  business?.organization_name ||
  [person?.first_name, person?.last_name].filter(Boolean).join(' ') ||
  person?.email ||
  '';

/** One row of the "Endpoints" table. `about` names the thing in messages to the reader. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  about: string;
  summary: string;
  query?: string[];
  /** A POST whose result is of no use by itself: repeating it does no harm. */
  leavesNothing?: true;
  body?: z.ZodMiniType;
  response?: z.ZodMiniType;
}

/** "Endpoints": the twelve of the specification. */
export const endpoints = {
  createPortal: {
    method: 'POST',
    path: '/api/portals',
    about: 'portal',
    summary: 'Create a portal: the hosted page on which the client fills in the case',
    body: CreatePortalBody,
    response: Portal,
  },
  getCase: {
    method: 'GET',
    path: '/api/applications/{application_id}',
    about: 'case',
    summary: 'Read a case with its review status and risk',
    response: Application,
  },
  createCase: {
    method: 'POST',
    path: '/api/applications',
    about: 'case',
    summary: 'Create a case for a business (KYB) or a person (KYC)',
    body: CreateApplicationBody,
    response: Application,
  },
  updateCase: {
    method: 'PUT',
    path: '/api/applications/{application_id}',
    about: 'case',
    summary: 'Change the fields that are sent; null empties a field',
    body: UpdateApplicationBody,
    response: Application,
  },
  submitCase: {
    method: 'PUT',
    path: '/api/applications/{application_id}/submit',
    about: 'case',
    summary: 'Take a case out of draft and into the compliance workflow',
  },
  addRelatedPerson: {
    method: 'POST',
    path: '/api/applications/{application_id}/persons',
    about: 'case',
    summary: 'Add a related natural person (director, UBO and similar)',
    body: RelatedPerson,
    response: RelatedPerson,
  },
  addRelatedBusiness: {
    method: 'POST',
    path: '/api/applications/{application_id}/businesses',
    about: 'case',
    summary: 'Add a related legal entity',
    body: RelatedBusiness,
    response: RelatedBusiness,
  },
  uploadFile: {
    method: 'POST',
    path: '/api/files',
    about: 'file',
    leavesNothing: true,
    summary: 'Upload a file (multipart/form-data); nothing is attached yet',
    response: UploadedFile,
  },
  attachDocument: {
    method: 'POST',
    path: '/api/documents',
    about: 'document',
    summary: 'Attach an uploaded file to a case, a person or a business',
    body: AttachDocumentBody,
    response: Document,
  },
  searchCompanies: {
    method: 'GET',
    path: '/api/companies/{country}/search',
    about: 'company',
    summary: 'Search the official company registry of a country',
    query: ['q'],
    response: z.array(Company),
  },
  getCompany: {
    method: 'GET',
    path: '/api/companies/{country}/{registration_number}',
    about: 'company',
    summary: 'Read one company from the official registry by its exact number',
    response: Company,
  },
  recordDecision: {
    method: 'POST',
    path: '/applications/{application_id}/decisions',
    about: 'case',
    summary: 'Record a compliance decision',
    body: RecordDecisionBody,
    response: Decision,
  },
} as const satisfies Record<string, Endpoint>;
