/** In what services of this interface may differ, and what the known one chose. */

/** In what they differ, each with what the known service chose in front. */
export const variants = {
  key: ['raw', 'Bearer', 'Token', 'X-Api-Key'],
  countries: ['alpha-3', 'alpha-2'],
  /** Where the portal of an existing case is made. */
  casePortal: ['under the case', '/api/portals'],
  /** A second portal for the same case. */
  portalAgain: ['reopens', 'refused'],
  link: ['token', 'url'],
  /** Portals are on a host of their own, or on that of the API. */
  portalHost: ['own', 'same'],
  givenNames: ['given_names', 'first_name'],
  nationality: ['nationalities', 'nationality'],
  nationalityForm: ['list', 'single'],
  /** Whether related parties may come with the case that is made. */
  relatedParties: ['inline', 'single'],
  documents: ['files', 'flat'],
  fileField: ['file', 'upload', 'document', 'binary'],
  decisions: ['under /api', 'as written'],
  decisionStatus: ['status', 'decision', 'outcome'],
  ids: ['id', 'application_id'],
  envelope: ['bare', 'data'],
  webhooks: ['by hand', 'registered'],
  customFields: ['there', 'not there'],
  unknownFields: ['dropped', 'refused'],
} as const;

type Variants = typeof variants;
export type Choices = { -readonly [Name in keyof Variants]: Variants[Name][number] };

export const known = Object.fromEntries(
  Object.entries(variants).map(([name, [first]]) => [name, first]),
) as unknown as Choices;

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
