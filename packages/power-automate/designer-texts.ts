/**
 * The texts of the designer. A summary has at most 80 characters and ends on a letter or digit; a
 * description says what the action needs and returns.
 */
export interface ActionText {
  summary: string;
  description: string;
}

export const actions: Readonly<Record<string, ActionText>> = {
  createPortal: {
    summary: 'Create a portal for a new case',
    description:
      'Makes the hosted page on which a client opens a case of its own. Returns the link to send; the case is there once the client has submitted.',
  },
  createCasePortal: {
    summary: 'Create a portal for a case',
    description:
      'Makes the hosted page on which the client completes a case that exists. Needs the case; returns the link to send.',
  },
  getCase: {
    summary: 'Read a case',
    description:
      'Needs the ID of the case; returns its review status, risk, fields, people and documents. Begin a flow with it, as events may come late.',
  },
  updateCase: {
    summary: 'Update a case',
    description:
      'Changes the fields that are sent and leaves the others. A field that is sent as null is emptied.',
  },
  createCase: {
    summary: 'Create a case',
    description:
      'Takes a business (KYB) or a person (KYC), one of the two. Returns the case with its ID; with an external reference it is made once.',
  },
  submitCase: {
    summary: 'Submit a case',
    description:
      'Takes a case out of draft and hands it to the compliance team. Needs the ID of the case; returns the case.',
  },
  addRelatedPerson: {
    summary: 'Add a related person',
    description:
      'Adds a director, owner or other person to a case. Needs the case and the roles of the person; returns the ID of the person.',
  },
  listRelatedPersons: {
    summary: 'List related persons',
    description: 'Needs the case; returns its directors, owners and other persons with their IDs.',
  },
  addRelatedBusiness: {
    summary: 'Add a related business',
    description:
      'Adds a shareholder or other legal entity to a case. Needs the case and the roles of the business; returns its ID.',
  },
  listRelatedBusinesses: {
    summary: 'List related businesses',
    description:
      'Needs the case; returns its shareholders and other legal entities with their IDs.',
  },
  enrichCase: {
    summary: 'Complete a case from the registry',
    description:
      'Fetches officers and owners from the official registry. They arrive some seconds later; the trigger for an updated case tells when.',
  },
  uploadFile: {
    summary: 'Upload a file',
    description:
      'Sends the content of a file and returns its ID. Nothing is attached yet: attach it as a document in the next step.',
  },
  attachDocument: {
    summary: 'Attach a document',
    description:
      'Attaches an uploaded file to a case, a person or a business, one of the three. Needs the ID of the file and the type of the document.',
  },
  searchCompanies: {
    summary: 'Search companies',
    description:
      'Searches the official registry of a country by a part of the name or by a number. Returns the companies with their registration numbers.',
  },
  getCompany: {
    summary: 'Read a company',
    description:
      'Reads one company of the official registry by its exact registration number; returns its name, address and legal form.',
  },
  recordDecision: {
    summary: 'Record a decision',
    description:
      'Records what a reviewer decided, such as approved or rejected, with a text. It ends the review of the case: ask a person before.',
  },
  updateDocument: {
    summary: 'Update a document',
    description: 'Says whether a document is valid and why, or gives it another name.',
  },
  removeDocument: {
    summary: 'Remove a document',
    description: 'Takes a document from its case for good. Needs the ID of the document.',
  },
  listCustomFields: {
    summary: 'List custom fields',
    description: 'Returns the fields that the account has added to its cases, with their types.',
  },
  listExpectedDocuments: {
    summary: 'List expected documents',
    description: 'Returns the documents that the account asks its clients for, with their IDs.',
  },
  getPortalConfiguration: {
    summary: 'Read the look of the portal',
    description:
      'Returns the name, colour and logo that clients see, and where they go afterwards.',
  },
  removeWebhook: {
    summary: 'Remove a registration',
    description:
      'Ends the deliveries to a flow that is switched off. The platform calls it itself.',
  },
};

/** Properties that the API description does not explain. */
export const properties: Readonly<Record<string, string>> = {
  address: 'Street, town, postcode, region and country.',
  trading_address: 'Where the business trades, if not at its registered address.',
  birth_country: 'Code of the country of birth, such as ESP.',
  business: 'Fields of the client where it is a business (KYB).',
  country: 'Code of the country, such as FRA.',
  event: 'Name of the event to send.',
  object: 'What the event is about, as it was then.',
  person: 'Fields of the client where it is a person (KYC).',
  risk_level: '-1 not computed, 0 low, 1 medium, 2 high, 3 forbidden.',
};
