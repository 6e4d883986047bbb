import type { TriggerKey } from '../../service/contract.ts';

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
      'Creates a hosted page for a new client and returns its link. The service creates the case when the client submits the page.',
  },
  createCasePortal: {
    summary: 'Create a portal for a case',
    description:
      'Creates a hosted page where the client completes an existing case. Needs the case; returns the link.',
  },
  getCase: {
    summary: 'Read a case',
    description:
      'Needs the ID of the case; returns its review status, risk, fields, people and documents. Use it after a trigger, because events may come late.',
  },
  updateCase: {
    summary: 'Update a case',
    description: 'Changes only the fields that you send. null empties a field.',
  },
  createCase: {
    summary: 'Create a case',
    description:
      'Takes either a business (KYB) or a person (KYC). Returns the case with its ID. The external reference prevents a second case.',
  },
  submitCase: {
    summary: 'Submit a case',
    description:
      'Submits a draft to the compliance team. Needs the ID of the case; returns the case.',
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
      'Fetches officers and owners from the official registry. They arrive some seconds later. The trigger for an updated case reports them.',
  },
  uploadFile: {
    summary: 'Upload a file',
    description: 'Uploads a file and returns its ID. Attach it as a document in the next step.',
  },
  attachDocument: {
    summary: 'Attach a document',
    description:
      'Attaches an uploaded file to a case, a person or a business. Needs the ID of the file and the type of the document.',
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
      'Records the decision of a reviewer, such as approved or rejected, with a reason. It ends the review, so let a person decide.',
  },
  updateDocument: {
    summary: 'Update a document',
    description: 'Accepts or refuses a document with a reason, or changes its name.',
  },
  removeDocument: {
    summary: 'Remove a document',
    description: 'Removes a document from its case permanently. Needs the ID of the document.',
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
    summary: 'Read the design of the portal',
    description:
      'Returns the name, colour and logo of the portal, and the address after submission.',
  },
  removeWebhook: {
    summary: 'Remove a registration',
    description:
      'Ends the deliveries to a flow that is switched off. The platform calls it itself.',
  },
};

/** What happens in an event whose key does not say it. Flows store the ID that is made of it. */
export const triggers: Readonly<Record<string, string>> = {
  collect_opened: 'information requested',
  collect_closed: 'portal closed',
} satisfies Partial<Record<TriggerKey, string>>;
