/**
 * Publicly known additions to the specification: further fields, and endpoints that the connector
 * does not use.
 */
import * as z from 'zod/mini';

import * as contract from '../../../service/contract.ts';
import { DocumentChange } from '../domain/documents.ts';
import { CasePortal } from '../domain/portal-steps.ts';

const text = z.string('must be text');
const id = text.check(z.minLength(1, 'must not be empty'), z.maxLength(200));

export const OpenedPortal = z.extend(contract.Portal, {
  configuration: CasePortal.shape.configuration,
});

const CustomField = z.looseObject({
  id,
  name: id,
  display_name: text,
  type: text,
  accepted_values: z.array(text),
  description: z.nullable(text),
  is_required: z.boolean(),
  display_in_portal: z.boolean(),
  required_in_portal: z.boolean(),
  display_order_in_portal: z.number(),
  attached_to: z.optional(text),
});
export const CustomFields = z.array(CustomField);
const ExpectedDocument = z.looseObject({
  id,
  name: text,
  slug: text,
  attached_to: text,
  is_mandatory: z.boolean(),
  is_required_in_onboarding_portal: z.boolean(),
  onboarding_document: z.boolean(),
});
export const ExpectedDocuments = z.array(ExpectedDocument);
export const PortalConfiguration = z.looseObject({
  portal_type: text,
  steps: z.array(
    z.looseObject({
      step: text,
      type: text,
      data: z.looseObject({ expectedDocumentsIds: z.array(id) }),
    }),
  ),
  name: text,
  color: text,
  logo_url: z.nullable(text),
  redirect_url: z.nullable(text),
});

export const furtherEndpoints = {
  updateDocument: {
    method: 'PUT',
    path: '/api/documents/{document_id}',
    about: 'document',
    summary: 'Accept or refuse a document, or change its name',
    body: DocumentChange,
  },
  removeDocument: {
    method: 'DELETE',
    path: '/api/documents/{document_id}',
    about: 'document',
    summary: 'Remove a document from its case',
  },
  listCustomFields: {
    method: 'GET',
    path: '/api/custom_fields',
    about: 'account',
    summary: 'List the custom fields of the account',
    response: CustomFields,
  },
  listExpectedDocuments: {
    method: 'GET',
    path: '/api/expected_documents_configuration',
    about: 'account',
    summary: 'List the documents that the account expects',
    response: ExpectedDocuments,
  },
  getPortalConfiguration: {
    method: 'GET',
    path: '/api/portal/configuration',
    about: 'account',
    summary: 'Read the design of the portal',
    response: PortalConfiguration,
  },
} as const satisfies Record<string, contract.Endpoint>;
