/**
 * The wire format of the service: resources, request bodies, events and the table of endpoints. The
 * connector, the sandbox and the OpenAPI document are made from it. Unknown fields pass through.
 * Comments quote the section names of docs/service-interface.md.
 */
import * as z from 'zod/mini';

import * as catalogue from './catalogue.ts';
import { schemaOf, shapeOf } from './catalogue.ts';
import { kinds, string, text } from './kinds.ts';

export { deprecatedFields } from './catalogue.ts';
export { riskLevels } from './kinds.ts';
export const { country: Country, riskLevel: RiskLevel } = kinds;
const { id, url } = kinds;

export const Address = schemaOf(catalogue.address);

/** "Business": subject of a KYB case, or related business. */
export const Business = schemaOf(catalogue.business);

/** "Person": subject of a KYC case, or related person. */
export const Person = schemaOf(catalogue.person);

/** "Relationships (persons and businesses)": a party of a case has custom fields, too. */
const party = { roles: z.optional(kinds.list), custom_fields: z.nullish(kinds.pairs) };
export const RelatedPerson = z.extend(schemaOf(catalogue.relatedPerson), {
  person_id: z.optional(id),
  ...party,
});
export const RelatedBusiness = z.extend(schemaOf(catalogue.relatedBusiness), {
  business_id: z.optional(id),
  ...party,
});

/** "Portal". `link` is a URL or a token (client/portal-link.ts). */
export const Portal = z.looseObject({
  portal_id: z.optional(id),
  application_id: z.nullish(id),
  link: text,
});

/** One file of a document: the front or the back. */
const DocumentFile = z.looseObject({
  file_id: id,
  side: z.optional(z.enum(['front', 'back'], 'must be front or back')),
});

/** A document needs `file_id` and `type`, or `document_files` and `name`. */
export const AttachDocumentBody = z.looseObject({
  file_id: z.optional(id),
  type: z.optional(text),
  name: z.optional(text),
  expected_document_id: z.optional(id),
  document_files: z.optional(z.array(DocumentFile, 'must be a list')),
  application_id: z.nullish(id),
  person_id: z.nullish(id),
  business_id: z.nullish(id),
});

/** "Document". */
export const Document = z.extend(AttachDocumentBody, { document_id: z.optional(id) });

/** "File": uploaded, but not attached yet. */
export const UploadedFile = z.looseObject({ file_id: id });

const application = shapeOf(catalogue.application);

/** "Application (case)". */
export const Application = z.looseObject({
  ...application,
  application_id: id,
  business_id: z.nullish(id),
  person_id: z.nullish(id),
  business: z.nullish(Business),
  person: z.nullish(Person),
  // The limits hold for requests only: an answer may exceed them.
  external_reference: z.nullish(string),
  status_review: z.nullish(string),
  status_execution: z.nullish(string),
  risk_score: z.nullish(z.number()),
  /** Time of the last change. The specification does not show it; some services send it. */
  updated_at: z.nullish(string),
});

/** A company of an official registry. Application, Business and Person accept it as input. */
export const Company = Business;

export const RecordDecisionBody = z.looseObject({ status: text, text: z.nullish(string) });
export const Decision = z.extend(RecordDecisionBody, {
  decision_id: z.optional(id),
  application_id: z.optional(id),
});

export const CreatePortalBody = z.looseObject({
  application_id: z.nullish(id),
  ...shapeOf(catalogue.portal),
});

export const CreateApplicationBody = z.looseObject({
  business: z.nullish(Business),
  person: z.nullish(Person),
  ...application,
  /** Related parties of the new case. */
  persons: z.optional(z.array(RelatedPerson, 'must be a list')),
  businesses: z.optional(z.array(RelatedBusiness, 'must be a list')),
});

/** "Body of PUT /api/applications/{application_id}" without its deprecated fields. */
export const UpdateApplicationBody = z.omit(CreateApplicationBody, {
  is_draft: true,
  persons: true,
  businesses: true,
});

export const EnrichCaseBody = z.looseObject({
  force_fetch_official_data: z.optional(kinds.boolean),
});

/** "Events": the keys of the triggers. Settings and sandbox follow them. */
export type TriggerKey = keyof typeof catalogue.events;
export const events = Object.fromEntries(
  Object.entries(catalogue.events).map(([key, { name }]) => [key, name]),
) as { [Key in TriggerKey]: (typeof catalogue.events)[Key]['name'] };

export const eventNames = [...Object.values(events), ...catalogue.otherEvents];
export type EventName = (typeof eventNames)[number];

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

/** A party needs at least one of these fields to be identified. */
export const namingFields = {
  business: ['organization_name', 'registration_number'],
  person: ['last_name', 'email'],
} as const;

/** The client's name, or an empty text. */
export const clientName = ({
  business,
  person,
}: Pick<Application, 'business' | 'person'>): string =>
  business?.organization_name ||
  [person?.given_names ?? person?.first_name, person?.last_name].filter(Boolean).join(' ') ||
  person?.email ||
  '';

/** A row of the "Endpoints" table. Messages call its resource `about`. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  about: string;
  /** The resources whose IDs its body has, as a message calls them. */
  refersTo?: string;
  /** How the reader corrects an unknown ID or address. */
  correction?: string;
  summary: string;
  query?: string[];
  /** A repeat of this POST does no harm: its result has no effect by itself. */
  leavesNothing?: true;
  /** The owner of the fields in its body and answer, which the dialect may rename. */
  holds?: catalogue.Owner;
  body?: z.ZodMiniType;
  response?: z.ZodMiniType;
}

/** "Endpoints": the twelve of the specification, then endpoints that are publicly known. */
export const endpoints = {
  createPortal: {
    method: 'POST',
    path: '/api/portals',
    about: 'portal',
    holds: 'portal',
    summary: 'Create a portal: the hosted page on which the client fills in the case',
    body: CreatePortalBody,
    response: Portal,
  },
  createCasePortal: {
    method: 'POST',
    path: '/api/applications/{application_id}/portals',
    about: 'case',
    holds: 'portal',
    summary: 'Create a portal for a case that exists',
    body: CreatePortalBody,
    response: Portal,
  },
  getCase: {
    method: 'GET',
    path: '/api/applications/{application_id}',
    about: 'case',
    holds: 'case',
    summary: 'Read a case with its review status and risk',
    response: Application,
  },
  createCase: {
    method: 'POST',
    path: '/api/applications',
    about: 'case',
    holds: 'case',
    summary: 'Create a case for a business (KYB) or a person (KYC)',
    body: CreateApplicationBody,
    response: Application,
  },
  updateCase: {
    method: 'PUT',
    path: '/api/applications/{application_id}',
    about: 'case',
    holds: 'case',
    summary: 'Change the fields that are sent; null empties a field',
    body: UpdateApplicationBody,
    response: Application,
  },
  submitCase: {
    method: 'PUT',
    path: '/api/applications/{application_id}/submit',
    about: 'case',
    holds: 'case',
    summary: 'Take a case out of draft and into the compliance workflow',
  },
  addRelatedPerson: {
    method: 'POST',
    path: '/api/applications/{application_id}/persons',
    about: 'case',
    holds: 'person',
    summary: 'Add a related natural person (director, UBO and similar)',
    body: RelatedPerson,
    response: RelatedPerson,
  },
  addRelatedBusiness: {
    method: 'POST',
    path: '/api/applications/{application_id}/businesses',
    about: 'case',
    holds: 'business',
    summary: 'Add a related legal entity',
    body: RelatedBusiness,
    response: RelatedBusiness,
  },
  listRelatedPersons: {
    method: 'GET',
    path: '/api/applications/{application_id}/persons',
    about: 'case',
    summary: 'List the related natural persons of a case',
  },
  listRelatedBusinesses: {
    method: 'GET',
    path: '/api/applications/{application_id}/businesses',
    about: 'case',
    summary: 'List the related legal entities of a case',
  },
  enrichCase: {
    method: 'POST',
    path: '/api/applications/{application_id}/enrich',
    about: 'case',
    summary: 'Fetch officers and owners from the official registry; they arrive some seconds later',
    body: EnrichCaseBody,
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
    refersTo: 'case, person or business',
    summary: 'Attach an uploaded file to a case, a person or a business',
    body: AttachDocumentBody,
    response: Document,
  },
  searchCompanies: {
    method: 'GET',
    path: '/api/companies/{country}/search',
    about: 'company',
    holds: 'business',
    summary: 'Search the official company registry of a country',
    query: ['q'],
    response: z.array(Company),
  },
  getCompany: {
    method: 'GET',
    path: '/api/companies/{country}/{registration_number}',
    about: 'company',
    holds: 'business',
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
