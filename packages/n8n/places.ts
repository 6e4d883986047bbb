/** The place of each operation in the node: resource, name and top fields. */
import type { CreateKey, creates } from '../../creates/index.ts';
import type { SearchKey, searches } from '../../searches/index.ts';

const resources = {
  case: 'Case',
  portal: 'Portal',
  relatedParty: 'Related Party',
  document: 'Document',
  company: 'Company',
  decision: 'Decision',
  apiRequest: 'API Request',
};

export interface Place {
  resource: keyof typeof resources;
  /** Its name in the menu of its resource. */
  name: string;
  /** The name in the list of all actions, for people and models. */
  action: string;
  /** Fields at the top of the node, in this order, before the other required fields. */
  first?: string[];
  /** The hint below a top field whose name does not explain it, by key. */
  hints?: Readonly<Record<string, string>>;
  /** Its result is a case, which *Simplify* shortens to the top level. */
  simple?: true;
  /**
   * The noun of its result. Without a result the node fails, unless *If Not Found* says otherwise.
   */
  gets?: string;
  /** It lists many things, which *Limit* may cut. */
  lists?: true;
  /** The same input twice in an execution is sent once. */
  once?: true;
  /** It waits for the service, so that all items wait together. */
  waits?: true;
  /** A person decides it, so an AI agent is not offered it as a tool. */
  decides?: true;
}
/** A search says whether it gets one thing or lists many. */
type SearchPlace = Place & ({ gets: string } | { lists: true });

const eitherOr = (other: string) => `Required, unless ${other} is filled in`;

const subjectHints = {
  external_reference:
    'ID of the deal or client in your CRM. The first run makes a case for it; later runs find that case.',
  organization_name: eitherOr('Registration Number'),
  last_name: eitherOr('Email'),
};

const subjectFields = [
  'external_reference',
  'subject',
  'organization_name',
  'country',
  'registration_number',
  'first_name',
  'last_name',
  'email',
];

/**
 * The place of each operation, in the order of the menus; its key is also the menu's value. A
 * missing one does not compile.
 */
export const places = {
  start_onboarding: {
    resource: 'case',
    name: 'Start Onboarding',
    action: 'Create a case and the link of its portal',
    first: subjectFields,
    hints: subjectHints,
    simple: true,
  },
  create_case: {
    resource: 'case',
    name: 'Create',
    action: 'Create a case',
    first: subjectFields,
    hints: subjectHints,
    simple: true,
  },
  find_case: {
    resource: 'case',
    name: 'Get',
    action: 'Get a case',
    first: ['application_id'],
    hints: { application_id: eitherOr('External Reference') },
    simple: true,
    gets: 'case',
  },
  update_case: {
    resource: 'case',
    name: 'Update',
    action: 'Update a case',
    first: ['application_id'],
    simple: true,
  },
  submit_case: {
    resource: 'case',
    name: 'Submit',
    action: 'Submit a case for review',
    simple: true,
  },
  create_portal: {
    resource: 'portal',
    name: 'Create Link',
    action: 'Create a portal link for a client',
    first: ['portal_for', 'application_id'],
    hints: { application_id: 'Leave it empty for a new client' },
  },
  add_related_person: {
    resource: 'relatedParty',
    name: 'Add Person',
    action: 'Add a person to a case, such as a director',
    first: ['application_id', 'first_name', 'last_name', 'roles'],
    hints: { last_name: eitherOr('Email') },
  },
  add_related_business: {
    resource: 'relatedParty',
    name: 'Add Business',
    action: 'Add a business to a case, such as a shareholder',
    first: ['application_id', 'organization_name', 'country', 'roles'],
    hints: { organization_name: eitherOr('Registration Number') },
  },
  find_related_persons: {
    resource: 'relatedParty',
    name: 'Get Many Persons',
    action: 'Get many persons of a case, such as its directors',
    lists: true,
  },
  enrich_case: {
    resource: 'relatedParty',
    name: 'Enrich Case',
    action: 'Enrich a case with its officers and owners from the registry',
    once: true,
    waits: true,
  },
  upload_document: {
    resource: 'document',
    name: 'Upload',
    action: 'Upload a document',
    first: ['application_id'],
    hints: { application_id: eitherOr('Person or Business') },
  },
  search_companies: {
    resource: 'company',
    name: 'Get Many',
    action: 'Get many companies from the registry of a country',
    lists: true,
  },
  get_company: {
    resource: 'company',
    name: 'Get',
    action: 'Get a company by its registration number',
    gets: 'company',
  },
  record_decision: {
    resource: 'decision',
    name: 'Create',
    action: 'Create a decision, which approves or rejects a case',
    once: true,
    decides: true,
  },
  call_api: {
    resource: 'apiRequest',
    name: 'Send',
    action: 'Send a request to the API of the service',
  },
} satisfies Record<keyof typeof creates, Place> & Record<keyof typeof searches, SearchPlace>;

export const operations = Object.entries(places) as [CreateKey | SearchKey, Place][];

/** n8n's condition for what an AI agent is not offered. */
export const notInTools = { displayOptions: { hide: { '@tool': [true] } } };

/** A resource is for people if they decide all its operations. */
const isForPeople = (key: string) =>
  operations.every(([, { resource, decides }]) => resource !== key || decides);

export const resourceOptions = Object.entries(resources)
  .map(([value, name]) => ({ name, value, ...(isForPeople(value) && notInTools) }))
  .sort((a, b) => a.name.localeCompare(b.name));

/** The title of each operation: resource and name, as in the menus. */
export const titles: Record<string, string> = Object.fromEntries(
  operations.map(([key, { resource, name }]) => [key, `${resources[resource]}: ${name}`]),
);

/** The name of each operation in messages. */
export const namesOfOperations: Record<string, string> = Object.fromEntries(
  Object.entries(titles).map(([key, title]) => [key, `"${title}"`]),
);
