/**
 * The same journey in each CRM. Case first: the deal makes the case, and the client gets its link.
 * Portal first: the client gets a link without a case, which comes to be when the client submits.
 */
import type { Recipe, Step } from './recipe.ts';
import {
  caseSubmitted,
  createPortalLink,
  kept,
  keptDeal,
  letter,
  message,
  reviewUpdated,
  startOnboarding,
} from './steps.ts';

interface Crm {
  /** What starts the Zap. */
  deal: Step;
  id: string;
  email: string;
  update: string;
  /** How it names the fields that a Zap writes. */
  fields: { id: string; case: string; decision: string };
  approved: string;
  rejected: string;
  /** The case-first recipe: what is mapped of the client differs from CRM to CRM. */
  caseFirst: Pick<Recipe, 'key' | 'title' | 'why'>;
  client: Record<string, unknown>;
}

/** By the name with which the keys of their recipes begin. */
export const crms = Object.entries<Crm>({
  hubspot: {
    deal: {
      app: 'HubSpot',
      event: 'Updated Deal Stage (Contract Sent)',
      sample: {
        id: '9876543210',
        properties: {
          dealname: 'Lumen Studio - Premium',
          amount: '12000',
          dealstage: 'contractsent',
        },
        company: { name: 'Lumen Studio SAS', country: 'France', registration_number: '552100554' },
        contact: { email: 'finance@lumen.example' },
      },
    },
    id: '{{1.id}}',
    email: '{{1.contact.email}}',
    update: 'Update Deal',
    fields: { id: 'Deal ID', case: 'Case', decision: 'Deal Stage' },
    approved: 'closedwon',
    rejected: 'closedlost',
    caseFirst: {
      key: 'hubspot-deal-to-case',
      title: 'HubSpot: a deal becomes a case and the client gets the link',
      why: 'Sales move the deal to the stage "Contract Sent"; nobody types anything.',
    },
    client: {
      subject: 'business',
      organization_name: '{{1.company.name}}',
      country: '{{1.company.country}}',
      registration_number: '{{1.company.registration_number}}',
    },
  },
  salesforce: {
    deal: {
      app: 'Salesforce',
      event: 'Updated Field on Record (Opportunity, Stage: Negotiation/Review)',
      sample: {
        Id: '0065g00000ABCDE',
        StageName: 'Negotiation/Review',
        Amount: 48000,
        Account: {
          Id: '0015g00000XYZAB',
          Name: 'Grünfeld Maschinenbau GmbH',
          BillingCountry: 'Germany',
          BillingCity: 'München',
          BillingStreet: 'Lindenweg 4',
          BillingPostalCode: '80331',
        },
        Contact: { Email: 'info@gruenfeld.example' },
      },
    },
    id: '{{1.Id}}',
    email: '{{1.Contact.Email}}',
    update: 'Update Record (Opportunity)',
    fields: { id: 'Record ID', case: 'Case__c', decision: 'Stage' },
    approved: 'Closed Won',
    rejected: 'Closed Lost',
    caseFirst: {
      key: 'salesforce-opportunity-to-case',
      title: 'Salesforce: an opportunity becomes a case and the client gets the link',
      why: 'The opportunity reaches "Negotiation/Review"; the account may be in any country Salesforce knows.',
    },
    client: {
      subject: 'business',
      organization_name: '{{1.Account.Name}}',
      country: '{{1.Account.BillingCountry}}',
      business_address_street: '{{1.Account.BillingStreet}}',
      business_address_city: '{{1.Account.BillingCity}}',
      business_address_postal_code: '{{1.Account.BillingPostalCode}}',
      business_address_country: '{{1.Account.BillingCountry}}',
    },
  },
  /** Keeps e-mail addresses in a list. */
  pipedrive: {
    deal: {
      app: 'Pipedrive',
      event: 'Updated Deal Stage (Proposal Made)',
      sample: {
        id: 73,
        title: 'Private account',
        stage: 'Proposal Made',
        status: 'open',
        person: {
          first_name: 'Łukasz',
          last_name: 'Wójcik',
          email: [{ value: 'lukasz@client.example', primary: true }],
          birthday: '1985-11-02',
        },
      },
    },
    id: '{{1.id}}',
    email: '{{1.person.email.0.value}}',
    update: 'Update Deal',
    fields: { id: 'Deal', case: 'Case', decision: 'Status' },
    approved: 'won',
    rejected: 'lost',
    caseFirst: {
      key: 'pipedrive-deal-to-case',
      title: 'Pipedrive: a private client becomes a case and gets the link',
      why: 'KYC of a person; Pipedrive keeps e-mail addresses in a list.',
    },
    client: {
      subject: 'person',
      first_name: '{{1.person.first_name}}',
      last_name: '{{1.person.last_name}}',
      email: '{{1.person.email.0.value}}',
      birth_date: '{{1.person.birthday}}',
    },
  },
});

/** Writes a value to a field of the deal. */
const write = (
  { deal: { app }, update, fields }: Crm,
  deal: string,
  field: 'case' | 'decision',
  value: string,
): Step => ({ app, event: update, input: { [fields.id]: deal, [fields[field]]: value } });

const caseFirst = ([name, crm]: [string, Crm]): Recipe => ({
  ...crm.caseFirst,
  steps: [
    crm.deal,
    startOnboarding({
      ...crm.client,
      external_reference: `${name}-${crm.id}`,
      is_draft: true,
      custom_fields: kept(crm.id, crm.email),
    }),
    letter(crm.email, '{{2.portal_link}}'),
    write(crm, crm.id, 'case', '{{2.application_id}}'),
  ],
});

/** The three Zaps that are the same in every CRM. */
const common = ([name, crm]: [string, Crm]): Recipe[] => [
  {
    key: `${name}-decision`,
    title: `${crm.deal.app}: the decision moves the deal and tells its owner`,
    why: 'The trigger filters by status, so the Zap runs only for decisions. The deal is found by its ID, which the first Zap stored in the custom field deal_id.',
    steps: [
      reviewUpdated('approved', 'rejected'),
      {
        app: 'Formatter by Zapier',
        event: 'Utilities, Lookup Table',
        input: { 'Lookup Key': '{{1.status_review}}' },
        lookup: { approved: crm.approved, rejected: crm.rejected },
      },
      write(crm, keptDeal, 'decision', '{{2.output}}'),
      message('{{1.name}}: {{1.status_review}}, risk {{1.risk_level_name}}'),
    ],
  },
  {
    key: `${name}-portal-first`,
    title: `${crm.deal.app}: the client gets a link before there is a case`,
    why: 'The client enters everything; the case comes to be when the page is submitted. The ID of the deal travels with the link. Each run makes a new link, so let the Zap run once for a deal.',
    steps: [
      crm.deal,
      createPortalLink({ default_custom_fields: kept(crm.id, crm.email) }),
      letter(crm.email, '{{2.portal_link}}'),
    ],
  },
  {
    key: `${name}-case-submitted`,
    title: `${crm.deal.app}: the submitted case is written to its deal`,
    why: 'After a link that was sent first, this brings the new case to the deal it belongs to.',
    steps: [caseSubmitted, write(crm, keptDeal, 'case', '{{1.application_id}}')],
  },
];

export const crmRecipes: Recipe[] = [...crms.map(caseFirst), ...crms.flatMap(common)];
