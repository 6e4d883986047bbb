/** The named schemas of the OpenAPI document: the contract's and the sandbox's own. */
import * as z from 'zod/mini';

import * as catalogue from '../../../service/catalogue.ts';
import * as contract from '../../../service/contract.ts';
import { defaultSettings } from '../domain/account.ts';
import { DocumentChange, NewDocument } from '../domain/case.ts';
import { eventNames, isQuiet } from '../domain/event-names.ts';
import { CasePortal } from '../domain/portals.ts';
import { decisions, type DecisionName } from '../domain/states.ts';
import { EventName, NewWebhook } from '../domain/subscriptions.ts';
import * as further from './further-endpoints.ts';

const size = z.int().check(z.gte(0));
const file = { name: z.string(), content_type: z.string(), size };
const StoredFile = z.extend(contract.UploadedFile, file);
const StoredDocument = z.extend(contract.Document, {
  ...file,
  // Unchanged.
  expected_document_id: z.nullish(z.string()),
});
const DecisionStatus = z.enum(Object.keys(decisions) as DecisionName[]);
const StoredDecision = z.extend(contract.Decision, {
  status: DecisionStatus,
  decided_at: z.iso.datetime(),
});
/** A case in the sandbox's answers. A read includes parties, documents and portal. */
const Case = z.extend(contract.Application, {
  created_at: z.optional(z.iso.datetime()),
  persons: z.optional(z.array(contract.RelatedPerson)),
  businesses: z.optional(z.array(contract.RelatedBusiness)),
  documents: z.optional(z.array(StoredDocument)),
  portals: z.nullish(z.looseObject({ link: z.url() })),
});

const FieldProblem = z.looseObject({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
});
const Problem = z.looseObject({
  detail: z.union([z.string(), z.array(FieldProblem)]),
  application_id: z.optional(z.string()),
});

/** The deprecated top-level fields with their present schemas, and those of a decision as text. */
const topFields: Record<string, z.ZodMiniType> = contract.Business.shape;
const deprecated = Object.fromEntries(
  Object.keys(contract.deprecatedFields).map((name) => [
    name,
    topFields[name] ?? z.nullish(z.string()),
  ]),
);
/** In a request, null says the same as no subject. */
const subject = { business: z.optional(contract.Business), person: z.optional(contract.Person) };
const UpdateCase = z.extend(contract.UpdateApplicationBody, {
  ...deprecated,
  ...subject,
  decision_status: z.nullish(DecisionStatus),
});

/** An object with these properties and any other. */
const having = (properties: object, required: string[] = []) => ({
  properties,
  required,
  additionalProperties: true,
});
/** Generators make no type and no tool of a choice at the top; they pass over a condition. */
const when = (condition: object, met: object, otherwise: object) => ({
  if: condition,
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
  then: met,
  else: otherwise,
});
/** Exactly one of the fields, and not null. */
function exactlyOne(field: string, ...others: string[]): object {
  const present = having({ [field]: { not: { type: 'null' } } }, [field]);
  const [next, ...later] = others;
  if (next === undefined) return present;
  const absent = Object.fromEntries(others.map((name) => [name, { type: 'null' }]));
  return when(present, having(absent), exactlyOne(next, ...later));
}
export const text = { type: 'string' };
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** The code of a country where null is none. */
export const code = { ...ref('Country'), ...text };
const atLeastOne = { minProperties: 1 };
const owner = exactlyOne('application_id', 'person_id', 'business_id');

const quietEvents = eventNames.filter(isQuiet);
const event = (type: z.ZodMiniType, object: z.ZodMiniType) =>
  z.looseObject({
    event_id: z.string(),
    type,
    created_at: z.iso.datetime(),
    data: z.looseObject({ object }),
  });
/** A case with an open portal. */
const CaseWithPortal = z.extend(Case, { portals: z.looseObject({ link: z.url() }) });

/** The catalogue's samples of the rows that a form asks for, or of these names. */
const sampleOf = (rows: catalogue.Rows, names: string[] = []): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]): [string, unknown][] => {
      if ('parts' in row) return row.isSeldom ? [] : [[name, sampleOf(row.parts)]];
      return row.portal || names.includes(name) ? [[name, row.sample]] : [];
    }),
  );
const inCase = ['roles', 'direct_ownership_percentage'];
const address = sampleOf(catalogue.address, ['country']);
const business = { ...sampleOf(catalogue.business), address };
const relatedPerson = sampleOf(catalogue.relatedPerson, inCase);
const relatedBusiness = sampleOf(catalogue.relatedBusiness, inCase);
const link = 'http://127.0.0.1:4010/portals/q0Zl7cTnXv3yRkU9';
const sample = {
  application_id: 'app_7Hc2Lw9QyT3k',
  business_id: 'biz_Vb41xPq8Zr0n',
  person_id: null,
  business,
  person: null,
  external_reference: 'deal-10482',
  is_draft: false,
  custom_fields: { plan: 'Premium' },
  meta: {},
  ...sampleOf(catalogue.furtherFields, Object.keys(catalogue.furtherFields)),
  status_review: 'in_review',
  risk_score: 12,
  risk_level: contract.riskLevels.LOW,
  created_at: '2026-05-31T09:15:00.000Z',
  updated_at: '2026-05-31T09:20:00.000Z',
};
const webhook = {
  id: 'wh_k3J8s0PqLm2x',
  url: 'https://hooks.example/onboarding',
  events: [contract.events.case_review_updated],
  header_names: [],
  status: 'active',
};
const { application_id } = sample;
const portal = { portal_id: 'ptl_2bX0aYw6Rk9c', application_id, link };
const steps = { configuration: { steps: [{ step: 'identity-verification' }] } };
const attached = { file_id: 'fil_8sT5uNq1Lc7d', type: 'REGISTRATION', application_id };
const decided_at = '2026-05-31T10:02:00.000Z';
const decision = { status: 'approved', text: 'All documents are in order.' };
const expected = { expectedDocumentsIds: ['exp_registration', 'exp_owner_id'] };
const noCode = 'must be a country code such as FR';
const wrong = { loc: ['body', 'country'], msg: noCode, type: 'invalid_value' };
const upload = { name: 'register.pdf', content_type: 'application/pdf', size: 48213 };
const eventOf = (type: string, more: object = {}) => ({
  event_id: 'evt_9mW1sQx7Tz4b',
  type,
  created_at: '2026-05-31T09:20:00.000Z',
  data: { object: { ...sample, ...more } },
});

export interface Named {
  schema: z.ZodMiniType;
  /** The contract's schema that this one extends in answers. */
  inPlaceOf?: z.ZodMiniType;
  description: string;
  /** Further keywords of JSON Schema. */
  more?: object;
  /** A valid body of its own. */
  example?: unknown;
}

/** Name in the document -> schema, with its description. */
export const schemas = {
  Country: {
    schema: contract.Country,
    description:
      'ISO 3166-1 alpha-3 or alpha-2; answers have the form in the settings of the account, by default alpha-3',
  },
  RiskLevel: {
    schema: contract.RiskLevel,
    description: '-1 UNSET, 0 LOW, 1 MEDIUM, 2 HIGH, 3 FORBIDDEN: cannot be approved',
  },
  Address: {
    schema: contract.Address,
    description: 'A postal address',
  },
  PersonAddress: {
    schema: catalogue.schemaOf(catalogue.person.address.parts),
    description: 'The postal address of a person',
  },
  Business: {
    schema: contract.Business,
    description: 'A legal entity: subject of a KYB case, related party, or company of a registry',
    more: atLeastOne,
    example: business,
  },
  Person: {
    schema: contract.Person,
    description: 'A natural person: subject of a KYC case, or related party',
    more: atLeastOne,
  },
  RelatedPerson: {
    schema: contract.RelatedPerson,
    description: 'A person with its roles and its share in the case',
    more: atLeastOne,
    example: relatedPerson,
  },
  RelatedBusiness: {
    schema: contract.RelatedBusiness,
    description: 'A legal entity with its roles and its share in the case',
    more: atLeastOne,
    example: relatedBusiness,
  },
  Case: {
    schema: Case,
    inPlaceOf: contract.Application,
    description: 'A case, also called application',
    example: sample,
  },
  CaseWithPortal: {
    schema: CaseWithPortal,
    description: 'A case with an open portal',
    example: { ...sample, portals: { link } },
  },
  NewCase: {
    schema: z.extend(contract.CreateApplicationBody, {
      ...subject,
      risk_level: z.optional(contract.RiskLevel),
    }),
    inPlaceOf: contract.CreateApplicationBody,
    description: 'Either business (KYB) or person (KYC)',
    more: exactlyOne('business', 'person'),
    example: { business, external_reference: 'deal-10495', is_draft: true },
  },
  CaseChange: {
    schema: UpdateCase,
    description: 'Changes only the fields in the body; null empties a field',
    more: atLeastOne,
    example: { business: { vat_number: 'FR32552100554' }, risk_level: 1 },
  },
  NewPortal: {
    schema: contract.CreatePortalBody,
    description:
      'For an existing case; without application_id, the service makes the case when the client submits the portal',
    example: { redirect_url: 'https://www.example.com' },
  },
  Portal: {
    schema: contract.Portal,
    description: 'The page that the client fills in; its link needs no key',
    example: portal,
  },
  UploadedFile: {
    schema: StoredFile,
    description: 'An uploaded file that is not attached to anything yet',
    example: { file_id: attached.file_id, ...upload },
  },
  NewDocument: {
    schema: NewDocument,
    description: 'Exactly one of application_id, person_id and business_id',
    more: when(having({ document_files: {} }, ['document_files']), owner, {
      ...owner,
      ...having({ file_id: {} }, ['file_id']),
    }),
    example: attached,
  },
  Document: {
    schema: StoredDocument,
    inPlaceOf: contract.Document,
    description: 'A file attached to a case, a person or a business',
    example: { document_id: 'doc_5eR3wGh0Jb2f', ...upload, ...attached },
  },
  DocumentChange: {
    schema: DocumentChange,
    description: 'Whether a document is valid, and why',
    more: atLeastOne,
    example: { validity: 'invalid', validity_reason: 'The scan cannot be read.' },
  },
  CasePortal: {
    schema: CasePortal,
    description: 'The steps of the portal; without steps, it asks for everything',
    example: steps,
  },
  OpenedPortal: {
    schema: further.OpenedPortal,
    description: 'The portal of a case, with its steps',
    example: { ...portal, ...steps },
  },
  CustomField: {
    schema: further.CustomField,
    description: 'A custom field of the account; name is the key in custom_fields',
    example: { ...defaultSettings.custom_fields[0], description: 'What the client buys' },
  },
  ExpectedDocument: {
    schema: further.ExpectedDocument,
    description: 'A document that the account expects, with its owner',
    example: defaultSettings.expected_documents[0],
  },
  PortalConfiguration: {
    schema: further.PortalConfiguration,
    description: 'The design of the portal',
    example: {
      portal_type: 'onboarding',
      steps: [{ step: 'documents', type: 'documents', data: expected }],
      ...defaultSettings.portal,
      logo_url: 'https://www.example.com/logo.svg',
      redirect_url: 'https://www.example.com',
    },
  },
  Enrichment: {
    schema: contract.EnrichCaseBody,
    description: 'Whether to ask the registry again, even if it answered before',
    example: { force_fetch_official_data: true },
  },
  NewDecision: {
    schema: z.extend(contract.RecordDecisionBody, { status: DecisionStatus }),
    inPlaceOf: contract.RecordDecisionBody,
    description: 'A decision, with its reason',
    example: decision,
  },
  Decision: {
    schema: StoredDecision,
    description: 'A recorded decision',
    example: { decision_id: 'dec_1zC4vFk6Hd8g', decided_at, application_id, ...decision },
  },
  EventName: {
    schema: EventName,
    description: 'Name of an event',
  },
  NewWebhook: {
    schema: NewWebhook,
    description:
      'An address for events; the headers are for receivers that can only check a header',
    example: { url: webhook.url, events: webhook.events, headers: { 'x-token': 'a long word' } },
  },
  Webhook: {
    schema: further.WebhookState,
    description: 'A registration, without its secret and the values of its headers',
    example: webhook,
  },
  WebhookWithSecret: {
    schema: further.WebhookWithSecret,
    description: 'A registration with the secret that signs its events (Standard Webhooks)',
    example: { ...webhook, secret: `whsec_${'A'.repeat(32)}` },
  },
  Problem: {
    schema: Problem,
    description: 'The problem, with the place of each wrong value, or the case that is in the way',
    example: { detail: [wrong] },
  },
} as const satisfies Record<string, Named>;
export type SchemaName = keyof typeof schemas;

/** "Events": name of the event -> schema of its body, and when it is sent. */
export const events: Record<string, { schema: string; summary: string }> = Object.fromEntries([
  ...Object.values(catalogue.events).map(({ name, summary }) => [
    name,
    { schema: name.replaceAll('.', '_'), summary },
  ]),
  ...quietEvents.map((name) => [
    name,
    { schema: 'QuietEvent', summary: 'Sent only to webhooks that list it' },
  ]),
]);

const namedEvent = (name: string, summary: string): Named =>
  name === contract.events.collect_opened
    ? {
        schema: event(z.literal(name), CaseWithPortal),
        description:
          'A reviewer asks the client for information; data.object.portals.link is the client’s link',
        example: eventOf(name, { portals: { link } }),
      }
    : {
        schema: event(z.literal(name), Case),
        description: `${summary}: the case at that time; read the current case with GET`,
        example: eventOf(name),
      };

/** Every named schema of the document. */
export const named: Record<string, Named> = {
  ...schemas,
  ...Object.fromEntries(
    Object.values(catalogue.events).map(({ name, summary }) => [
      events[name]!.schema,
      namedEvent(name, summary),
    ]),
  ),
  QuietEvent: {
    schema: event(z.enum(quietEvents), Case),
    description: 'Another event of a case, for webhooks that list it',
    example: eventOf(quietEvents[0]!),
  },
};
