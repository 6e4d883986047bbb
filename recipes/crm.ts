/**
 * The same journey in each CRM. Case first: the deal makes the case, and the client gets its link.
 * Portal first: the client gets a link without a case, which comes to be when the client submits.
 */
import type { Recipe, Step } from './recipe.ts';
import {
  caseSubmitted,
  createPortalLink,
  decision,
  kept,
  keptDeal,
  letter,
  startOnboarding,
} from './steps.ts';

const hubspotDeal: Step = {
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
};
const salesforceOpportunity: Step = {
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
};
/** Pipedrive keeps e-mail addresses in a list. */
const pipedriveDeal: Step = {
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
};

/** How each CRM names the fields and outcomes of a deal. */
const crms = {
  hubspot: {
    app: 'HubSpot',
    deal: hubspotDeal,
    update: 'Update Deal',
    id: '{{1.id}}',
    email: '{{1.contact.email}}',
    stored: (deal: string, value: string) => ({ 'Deal ID': deal, Case: value }),
    decided: (deal: string, outcome: string) => ({ 'Deal ID': deal, 'Deal Stage': outcome }),
    approved: 'closedwon',
    rejected: 'closedlost',
  },
  salesforce: {
    app: 'Salesforce',
    deal: salesforceOpportunity,
    update: 'Update Record (Opportunity)',
    id: '{{1.Id}}',
    email: '{{1.Contact.Email}}',
    stored: (deal: string, value: string) => ({ 'Record ID': deal, Case__c: value }),
    decided: (deal: string, outcome: string) => ({ 'Record ID': deal, Stage: outcome }),
    approved: 'Closed Won',
    rejected: 'Closed Lost',
  },
  pipedrive: {
    app: 'Pipedrive',
    deal: pipedriveDeal,
    update: 'Update Deal',
    id: '{{1.id}}',
    email: '{{1.person.email.0.value}}',
    stored: (deal: string, value: string) => ({ Deal: deal, Case: value }),
    decided: (deal: string, outcome: string) => ({ Deal: deal, Status: outcome }),
    approved: 'won',
    rejected: 'lost',
  },
};
type Crm = keyof typeof crms;

/** The case-first recipe: what is mapped of the client differs from CRM to CRM. */
function caseFirst(
  crm: Crm,
  { key, title, why }: Pick<Recipe, 'key' | 'title' | 'why'>,
  client: Record<string, unknown>,
): Recipe {
  const { app, deal, update, id, email, stored } = crms[crm];
  return {
    key,
    title,
    why,
    steps: [
      deal,
      startOnboarding({
        ...client,
        external_reference: `${crm}-${id}`,
        is_draft: true,
        custom_fields: kept(id, email),
      }),
      letter(email, '{{2.portal_link}}'),
      { app, event: update, input: stored(id, '{{2.application_id}}') },
    ],
  };
}

/** The three Zaps that are the same in every CRM. */
function common(crm: Crm): Recipe[] {
  const { app, deal, update, id, email, stored, decided } = crms[crm];
  return [
    {
      key: `${crm}-decision`,
      title: `${app}: the decision moves the deal and tells its owner`,
      why: 'The trigger filters by status, so the Zap runs only for decisions. The deal is found by its ID, which the first Zap stored in the custom field deal_id.',
      steps: decision(crms[crm], decided, update),
    },
    {
      key: `${crm}-portal-first`,
      title: `${app}: the client gets a link before there is a case`,
      why: 'The client enters everything; the case comes to be when the page is submitted. The ID of the deal travels with the link. Each run makes a new link, so let the Zap run once for a deal.',
      steps: [
        deal,
        createPortalLink({ default_custom_fields: kept(id, email) }),
        letter(email, '{{2.portal_link}}'),
      ],
    },
    {
      key: `${crm}-case-submitted`,
      title: `${app}: the submitted case is written to its deal`,
      why: 'After a link that was sent first, this brings the new case to the deal it belongs to.',
      steps: [
        caseSubmitted,
        { app, event: update, input: stored(keptDeal, '{{1.application_id}}') },
      ],
    },
  ];
}

export const crmRecipes: Recipe[] = [
  caseFirst(
    'hubspot',
    {
      key: 'hubspot-deal-to-case',
      title: 'HubSpot: a deal becomes a case and the client gets the link',
      why: 'Sales move the deal to the stage "Contract Sent"; nobody types anything.',
    },
    {
      subject: 'business',
      organization_name: '{{1.company.name}}',
      country: '{{1.company.country}}',
      registration_number: '{{1.company.registration_number}}',
    },
  ),
  caseFirst(
    'salesforce',
    {
      key: 'salesforce-opportunity-to-case',
      title: 'Salesforce: an opportunity becomes a case and the client gets the link',
      why: 'The opportunity reaches "Negotiation/Review"; the account may be in any country Salesforce knows.',
    },
    {
      subject: 'business',
      organization_name: '{{1.Account.Name}}',
      country: '{{1.Account.BillingCountry}}',
      business_address_street: '{{1.Account.BillingStreet}}',
      business_address_city: '{{1.Account.BillingCity}}',
      business_address_postal_code: '{{1.Account.BillingPostalCode}}',
      business_address_country: '{{1.Account.BillingCountry}}',
    },
  ),
  caseFirst(
    'pipedrive',
    {
      key: 'pipedrive-deal-to-case',
      title: 'Pipedrive: a private client becomes a case and gets the link',
      why: 'KYC of a person; Pipedrive keeps e-mail addresses in a list.',
    },
    {
      subject: 'person',
      first_name: '{{1.person.first_name}}',
      last_name: '{{1.person.last_name}}',
      email: '{{1.person.email.0.value}}',
      birth_date: '{{1.person.birthday}}',
    },
  ),
  ...(Object.keys(crms) as Crm[]).flatMap(common),
];
