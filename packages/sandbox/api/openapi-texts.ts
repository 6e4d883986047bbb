/** The texts of the document: the catalogue's, and others for properties outside it. */
import * as catalogue from '../../../service/catalogue.ts';
import { riskLevels } from '../../../service/contract.ts';
import { decisions } from '../domain/states.ts';

/** "approved, rejected or in_review" */
export const decisionWords = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  Object.keys(decisions),
);

/**
 * Property -> description, for properties outside the catalogue. `thing.property` wins: a word that
 * other things may have, too, has its thing.
 */
const propertyTexts: Readonly<Record<string, string>> = {
  // Ids
  application_id: 'ID of the case.',
  business_id: 'ID of the business.',
  person_id: 'ID of the person.',
  portal_id: 'ID of the portal.',
  file_id: 'ID of an uploaded file.',
  document_id: 'ID of the document.',
  decision_id: 'ID of the decision.',
  event_id: 'ID of the event, the same for each repeat.',
  expected_document_id: 'ID of the expected document that this document provides.',
  'Webhook.id': 'ID of the registration.',
  'CustomField.id': 'ID of the custom field.',
  'ExpectedDocument.id': 'ID of the expected document.',
  // Cases
  status_review: 'Status of the review, for example in_review, approved or rejected.',
  status_execution: 'Status of the processing by the service, separate from the review.',
  risk_score: 'Risk score computed by the service. A higher score is riskier.',
  created_at: 'Time of the creation.',
  updated_at: 'Time of the last change.',
  business: 'Fields of a client that is a business (KYB).',
  person: 'Fields of a client that is a person (KYC).',
  address: 'Street, town, postcode, region and country.',
  trading_address: 'Where the business trades, if not at its registered address.',
  persons: 'Related persons: directors, owners and others.',
  businesses: 'Related businesses: shareholders and others.',
  documents: 'Files attached to the case.',
  portals: 'The portal of the client, if there is one: open, submitted or closed.',
  link: 'Address of the client’s page. It needs no key.',
  force_fetch_official_data: 'true asks the registry again, even if it answered before.',
  // Portals
  redirect_url: 'Address to which the portal redirects the client after the last step.',
  configuration: 'The items that this portal asks for.',
  steps: 'Steps of the portal, in order.',
  portal_type: 'Kind of the portal.',
  step: 'Kind of the step.',
  'steps.type': 'Kind of the step.',
  'steps.data': 'Details of the step.',
  'data.expectedDocumentsIds': 'IDs of the expected documents that this step asks for.',
  'PortalConfiguration.name': 'Name shown in the portal.',
  color: 'Colour of the buttons, as in #1f5eff.',
  logo_url: 'Address of the logo.',
  // Files and documents
  content_type: 'Media type of the file.',
  size: 'Size of the file in bytes.',
  'UploadedFile.name': 'Name of the file.',
  'Document.type': 'Kind of the document, for example REGISTRATION.',
  'Document.name': 'Name of the document.',
  document_files: 'Files of a document with several files, such as two sides of a card.',
  side: 'Side of the document in the file.',
  validity: 'Whether the document is accepted.',
  validity_reason: 'Reason for accepting or refusing the document, in words for the client.',
  // Definitions of the account
  'CustomField.name': 'Key of the field in custom_fields.',
  display_name: 'Name of the field as people read it.',
  'CustomField.type': 'Kind of the values.',
  accepted_values: 'Allowed values. The list is empty if any value is allowed.',
  'CustomField.description': 'Purpose of the field.',
  is_required: 'Whether a case needs the field.',
  display_in_portal: 'Whether the portal asks for the field.',
  required_in_portal: 'Whether the client must fill in the field.',
  display_order_in_portal: 'Position of the field in the portal.',
  'ExpectedDocument.name': 'Name of the document as people read it.',
  slug: 'Name of the document for programs.',
  attached_to: 'Owner of the document.',
  is_mandatory: 'Whether a case needs the document.',
  is_required_in_onboarding_portal: 'Whether the client must upload the document.',
  onboarding_document: 'Whether the portal asks for the document.',
  // Decisions
  'Decision.status': `The decision: ${decisionWords}.`,
  'Decision.text': 'Reason of the decision.',
  decision_status: 'The decision.',
  decision_text: 'Reason of the decision.',
  decided_at: 'Time of the decision.',
  // Webhooks and events
  'Webhook.url': 'Address that receives the events.',
  'Webhook.status': 'State of the registration: failing if the last delivery was not accepted.',
  events: 'Names of the events that are sent.',
  headers: 'Name and value of headers that are sent with each event.',
  header_names: 'Names of the headers that are sent with each event.',
  secret: 'Secret that signs the events (Standard Webhooks).',
  'Event.type': 'Name of the event.',
  'Event.data': 'Content of the event.',
  'data.object': 'Case at the time of the event.',
  // Problems
  detail: 'A sentence, or a list with one entry for each value that is not valid.',
  loc: 'Place of the value: names and list indexes, from the outside in.',
  msg: 'Problem of the value.',
  'detail.type': 'Kind of the problem, for programs.',
};

/** The rows a schema's properties may come from. */
const rowsOf: Record<string, catalogue.Rows[]> = {
  Address: [catalogue.address],
  PersonAddress: [catalogue.address],
  Business: [catalogue.business],
  Person: [catalogue.person],
  RelatedBusiness: [catalogue.relatedBusiness, catalogue.application],
  RelatedPerson: [catalogue.relatedPerson, catalogue.application],
  CaseChange: [catalogue.application, catalogue.business],
  NewPortal: [catalogue.portal],
  CasePortal: [catalogue.portal],
};
const others: catalogue.Rows[] = [catalogue.application];

/** The help of these kinds also describes how people may type them; a body has one notation. */
const typed = [
  'country',
  'countries',
  'list',
  'percentage',
  'date',
  'birthDate',
  'pairs',
  'boolean',
];

const levels = Object.entries(riskLevels)
  .map(([name, level]) => `${level} ${name}`)
  .join(', ');

/** The help of a row for the sender of a body, without the connector's own conversions. */
function apiText({ kind, help }: catalogue.Field): string {
  if (kind === 'riskLevel') return `${help} ${levels}.`;
  if (!typed.includes(kind)) return help;
  const first = help.split(/[;.] |\.$|, for example/)[0]!;
  return `${first
    .replace('a name or code', 'a code such as FRA')
    .replace('names or codes', 'codes such as FRA')
    .replace('{{Yes}}:', 'true:')}.`;
}

const words = (name: string) => {
  const text = name.replaceAll('_', ' ').replace(/\b(id|url|vat)\b/g, (word) => word.toUpperCase());
  return text[0]!.toUpperCase() + text.slice(1);
};

/** Title and description of a property. The description may be missing. */
export function propertyText(owner: string, name: string): { title: string; description?: string } {
  for (const rows of rowsOf[owner] ?? others) {
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (row && 'kind' in row) return { title: row.label, description: apiText(row) };
    if (row) return { title: row.label, description: propertyTexts[name] };
  }
  // NewWebhook and WebhookWithSecret are about one thing.
  const thing = owner.replace(/^New|Change$|WithSecret$/g, '');
  const description = propertyTexts[`${thing}.${name}`] ?? propertyTexts[name];
  return { title: words(name), ...(description && { description }) };
}
