/**
 * Publicly known additions to the specification: further fields, and endpoints that the connector
 * does not use.
 */
import * as z from 'zod/mini';

import * as contract from '../../../service/contract.ts';
import * as file from '../domain/account-file.ts';
import { DocumentChange } from '../domain/documents.ts';
import { CasePortal } from '../domain/portals.ts';
import { webhookEndpoints } from './webhooks.ts';

export const OpenedPortal = z.extend(contract.Portal, {
  configuration: CasePortal.shape.configuration,
});
/** What a file of the account may leave out, answers have. */
export const CustomField = z.partial(z.required(file.Field), { attached_to: true });
export const ExpectedDocument = z.required(file.Expected);
export const PortalConfiguration = z.extend(z.required(file.Look), {
  portal_type: z.string(),
  steps: z.array(
    z.looseObject({
      step: z.string(),
      type: z.string(),
      data: z.looseObject({ expectedDocumentsIds: z.array(z.string()) }),
    }),
  ),
});

const furtherEndpoints = {
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
    response: z.array(CustomField),
  },
  listExpectedDocuments: {
    method: 'GET',
    path: '/api/expected_documents_configuration',
    about: 'account',
    summary: 'List the documents that the account expects',
    response: z.array(ExpectedDocument),
  },
  getPortalConfiguration: {
    method: 'GET',
    path: '/api/portal/configuration',
    about: 'account',
    summary: 'Read the design of the portal',
    response: PortalConfiguration,
  },
} as const satisfies Record<string, contract.Endpoint>;

/** Every endpoint that the sandbox serves. */
export const served = { ...contract.endpoints, ...furtherEndpoints, ...webhookEndpoints };
export type EndpointName = keyof typeof served;
