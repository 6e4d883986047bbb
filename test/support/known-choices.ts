/** In what services of this interface may differ, and what the known one chose. */

/** In what they differ, each with what the known service chose in front. */
export const variants = {
  key: ['raw', 'Bearer', 'Token', 'X-Api-Key'],
  /** Whether an id is judged before the key is looked at: then its answer says nothing of the key. */
  idJudged: ['after the key', 'before the key'],
  countries: ['alpha-3', 'alpha-2'],
  /** Where the portal of an existing case is made. */
  casePortal: ['under the case', '/api/portals'],
  /** A second portal for the same case. */
  portalAgain: ['reopens', 'refused'],
  link: ['token', 'url'],
  /** What stands in front of a token. */
  portalPath: ['/portals/', '/p/'],
  /** Portals are on a host of their own, or on that of the API. */
  portalHost: ['own', 'same'],
  givenNames: ['given_names', 'first_name'],
  lastName: ['last_name', 'family_name'],
  birthDate: ['birth_date', 'date_of_birth'],
  nationality: ['nationalities', 'nationality'],
  nationalityForm: ['list', 'single'],
  /** Names of an address: those of the export, or those of most forms. */
  addressNames: ['town, postcode, state', 'city, postal_code, region'],
  legalType: ['legal_type', 'legal_form'],
  /** Whether related parties may come with the case that is made. */
  relatedParties: ['inline', 'single'],
  documents: ['files', 'flat'],
  documentTypes: ['ID, OTHER', 'passport, other'],
  fileField: ['file', 'upload', 'document', 'binary'],
  /** Where decisions are; beside the API lies the web application, or nothing. */
  decisions: ['under /api', 'as written'],
  decisionStatus: ['status', 'decision', 'outcome'],
  decisionText: ['text', 'comment'],
  /** The words for states, and those for roles. */
  states: ['lower case', 'upper case'],
  roles: ['upper case', 'lower case'],
  ids: ['id', 'application_id'],
  envelope: ['bare', 'data', 'result'],
  webhooks: ['by hand', '/api/webhooks', '/api/webhook_endpoints'],
  /** What names of events begin with; only a service with a registration says so. */
  eventNames: ['application', 'case'],
  customFields: ['/api/custom_fields', '/api/custom-fields', 'not there'],
  expectedDocuments: [
    '/api/expected_documents_configuration',
    '/api/expected_documents',
    'not there',
  ],
  unknownFields: ['dropped', 'refused'],
  /** Whether two cases of the account may share a reference. */
  references: ['unique', 'free'],
  /** When officers and owners arrive, "some seconds later": before which look at the case. */
  enrichment: ['first look', 'third look'],
} as const;

type Variants = typeof variants;
export type Choices = { -readonly [Name in keyof Variants]: Variants[Name][number] };

export const known = Object.fromEntries(
  Object.entries(variants).map(([name, [first]]) => [name, first]),
) as unknown as Choices;

/** A service exactly as the specification says, with nothing beside it. */
export const specified: Choices = {
  ...known,
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

/** A word for a state, as the service writes it. */
export const stateOf = ({ states }: Choices, word: string): string =>
  states === 'upper case' ? word.toUpperCase() : word;
/** A role, as the service writes it. */
export const roleOf = ({ roles }: Choices, role: string): string =>
  roles === 'lower case' ? role.toLowerCase() : role;
/** Types of a document. */
export const documentTypesOf = ({ documentTypes }: Choices): string[] => documentTypes.split(', ');
/** Names of town, postcode and state in an address. */
export const addressNamesOf = ({ addressNames }: Choices) =>
  addressNames.split(', ') as [town: string, postcode: string, state: string];
/** Name of an event. */
export const eventOf = ({ eventNames }: Choices, name: string): string =>
  eventNames === 'case' ? name.replace(/^application/, 'case').replace(/^collect/, 'portal') : name;

/** Custom fields, expected documents and companies of the account. */
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
