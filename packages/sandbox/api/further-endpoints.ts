/**
 * Additions to the specification: publicly known fields and endpoints, and the registration of
 * webhooks, which it leaves open ("Gaps").
 */
import * as z from 'zod/mini';

import * as contract from '../../../service/contract.ts';
import * as file from '../domain/account-file.ts';
import { DocumentChange } from '../domain/case.ts';
import { CasePortal } from '../domain/portals.ts';
import { EventName, NewWebhook, Secret } from '../domain/subscriptions.ts';

export const OpenedPortal = z.extend(contract.Portal, {
  link: z.url(),
  configuration: CasePortal.shape.configuration,
});
/** What a file of the account may leave out, answers have. */
export const CustomField = z.partial(z.required(file.Field), { attached_to: true });
export const ExpectedDocument = z.required(file.Expected);
const address = z.nullable(z.url());
const kindOfStep = z.enum(['documents', 'identity-verification']);
export const PortalConfiguration = z.extend(z.required(file.Look), {
  color: z.string().check(z.regex(/^#([0-9A-Fa-f]{3}){1,2}$/)),
  logo_url: address,
  redirect_url: address,
  portal_type: z.literal('onboarding'),
  steps: z.array(
    z.looseObject({
      step: kindOfStep,
      type: kindOfStep,
      data: z.looseObject({ expectedDocumentsIds: z.array(z.string()) }),
    }),
  ),
});

export const WebhookState = z.looseObject({
  id: z.string(),
  url: z.url(),
  events: z.array(EventName),
  header_names: z.array(z.string()),
  status: z.enum(['active', 'failing']),
});
export const WebhookWithSecret = z.extend(WebhookState, { secret: Secret });

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
  registerWebhook: {
    method: 'POST',
    path: '/api/webhooks',
    about: 'webhook',
    summary: 'Register an address for events; a repeat returns the same registration',
    body: NewWebhook,
    response: WebhookWithSecret,
  },
  listWebhooks: {
    method: 'GET',
    path: '/api/webhooks',
    about: 'webhook',
    summary: 'List the registered addresses, newest first',
    response: z.array(WebhookState),
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/api/webhooks/{webhook_id}',
    about: 'webhook',
    summary: 'Remove a registration; its pending deliveries are dropped',
  },
} as const satisfies Record<string, contract.Endpoint>;

/** Every endpoint that the sandbox serves. */
export const served = { ...contract.endpoints, ...furtherEndpoints };
export type EndpointName = keyof typeof served;
