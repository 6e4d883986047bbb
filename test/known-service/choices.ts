/** The choices in which services with this interface may differ, and those of the known service. */
import { createHash } from 'node:crypto';

/** Each choice with its options. The known service has the first option. */
export const variants = {
  key: ['raw', 'Bearer', 'Token', 'X-Api-Key'],
  countries: ['alpha-3', 'alpha-2'],
  /** The path that makes the portal of an existing case. */
  casePortal: ['under the case', '/api/portals'],
  /** The answer to a second portal for the same case. */
  portalAgain: ['reopens', 'refused'],
  link: ['token', 'url'],
  /** The text in front of a token. */
  portalPath: ['/portals/', '/p/'],
  /** The host of the portals: their own, or that of the API. */
  portalHost: ['own', 'same'],
  givenNames: ['given_names', 'first_name'],
  lastName: ['last_name', 'family_name'],
  birthDate: ['birth_date', 'date_of_birth'],
  nationality: ['nationalities', 'nationality'],
  nationalityForm: ['list', 'single'],
  /** Names of an address: those of the export, or those of most forms. */
  addressNames: ['town, postcode, state', 'city, postal_code, region'],
  legalType: ['legal_type', 'legal_form'],
  /** A new case may contain related parties. */
  relatedParties: ['inline', 'single'],
  documents: ['files', 'flat'],
  documentTypes: ['ID, OTHER', 'passport, other'],
  /** The path of decisions. Outside the API, there is the web application or nothing. */
  decisions: ['under /api', 'as written'],
  decisionStatus: ['status', 'decision', 'outcome'],
  decisionText: ['text', 'comment'],
  /** The words for states and roles. */
  states: ['lower case', 'upper case'],
  roles: ['upper case', 'lower case'],
  ids: ['id', 'application_id'],
  envelope: ['bare', 'data'],
  webhooks: ['by hand', '/api/webhooks', '/api/webhook_endpoints'],
  customFields: ['/api/custom_fields', '/api/custom-fields', 'not there'],
  expectedDocuments: [
    '/api/expected_documents_configuration',
    '/api/expected_documents',
    'not there',
  ],
  unknownFields: ['dropped', 'refused'],
  /** Two cases of the account may have the same reference. */
  references: ['unique', 'free'],
  /** Officers and owners arrive "some seconds later": before this look at the case. */
  enrichment: ['first look', 'third look'],
} as const;

/** Choices that no seed draws: each is for tests of one behaviour. */
const others = {
  keys: ['its own', 'any'],
  /** It checks each body like its framework, or takes it as it is. */
  bodies: ['checked', 'any'],
  /** The answer to a second case of a reference that must be unique; dated: with the time of the first. */
  repeats: ['refused', 'found', 'found, dated'],
  /** How it shows the related parties: in the case and as one list, as a list in parts, or nowhere. */
  parties: ['whole', 'with addresses', 'with a total', 'hidden'],
  /** The status of a POST that made something. */
  made: [200, 201],
} as const;

type Variants = typeof variants & typeof others;
export type Choices = { -readonly [Name in keyof Variants]: Variants[Name][number] };

export const defaults = Object.fromEntries(
  Object.entries({ ...variants, ...others }).map(([name, [first]]) => [name, first]),
) as unknown as Choices;

/** A possible service: any combination of choices, always the same one for a seed. */
export function choicesOf(seed: number): Choices {
  const drawn = Object.entries(variants).map(([name, options]) => {
    const hash = createHash('sha256').update(`${name} ${seed}`).digest();
    return [name, options[hash.readUInt32BE() % options.length]];
  });
  return { ...defaults, ...Object.fromEntries(drawn) };
}

/** A service with exactly the specification's interface. */
export const specified: Choices = {
  ...defaults,
  casePortal: '/api/portals',
  link: 'url',
  portalHost: 'same',
  relatedParties: 'single',
  documents: 'flat',
  decisions: 'as written',
  ids: 'application_id',
  webhooks: '/api/webhooks',
  customFields: 'not there',
  expectedDocuments: 'not there',
  references: 'free',
};

/** One that takes everything: any key, any body, a reference twice. */
export const lenient: Choices = {
  ...specified,
  casePortal: 'under the case',
  relatedParties: 'inline',
  keys: 'any',
  bodies: 'any',
};

/** The service's word for a state. */
export const stateOf = ({ states }: Choices, word: string): string =>
  states === 'upper case' ? word.toUpperCase() : word;
/** The service's word for a role. */
export const roleOf = ({ roles }: Choices, role: string): string =>
  roles === 'lower case' ? role.toLowerCase() : role;
/** The types of documents. */
export const documentTypesOf = ({ documentTypes }: Choices): string[] => documentTypes.split(', ');
/** The names of town, postcode and state in an address. */
export const addressNamesOf = ({ addressNames }: Choices) =>
  addressNames.split(', ') as [town: string, postcode: string, state: string];

/** The account's custom fields, expected documents and companies. */
export const customFields = [
  {
    id: 'cf-1',
    name: 'plan',
    display_name: 'Subscription plan',
    type: 'dropdown_single',
    accepted_values: ['Basic', 'Premium'],
    description: 'What the client pays for',
    is_required: false,
    display_in_portal: false,
    required_in_portal: false,
    display_order_in_portal: 1,
  },
  {
    id: 'cf-2',
    name: 'seats',
    display_name: 'Number of seats',
    type: 'number',
    accepted_values: null,
    description: null,
    is_required: false,
    display_in_portal: true,
    required_in_portal: false,
    display_order_in_portal: 2,
  },
  {
    id: 'cf-3',
    name: 'mandate',
    display_name: 'Mandate number',
    type: 'text',
    attached_to: 'PERSON',
    accepted_values: null,
    description: null,
    is_required: false,
    display_in_portal: false,
    required_in_portal: false,
    display_order_in_portal: 3,
  },
];
const always = {
  is_mandatory: true,
  is_required_in_onboarding_portal: true,
  onboarding_document: true,
};
export const expectedDocuments = [
  {
    id: 'ed-1',
    name: 'Certificate of incorporation',
    slug: 'certificate-of-incorporation',
    attached_to: 'APPLICATION_BUSINESS',
    ...always,
  },
  {
    id: 'ed-2',
    name: 'Identity document',
    slug: 'identity-document',
    attached_to: 'PERSON',
    ...always,
  },
];
export const registry = [
  {
    organization_name: 'Lumen Studio SAS',
    registration_number: '552100554',
    legal_type: 'SIMPLIFIED_JOINT_STOCK_COMPANY',
    legal_type_raw: 'SAS',
    official_address: {
      building_number: '12',
      street: 'rue de la Paix',
      town: 'Paris',
      postcode: '75002',
    },
  },
];
