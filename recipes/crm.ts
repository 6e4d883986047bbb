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
  /** What starts the Zap: it hands over the deal alone. */
  deal: Step;
  /** Steps 2 and on, which find the contact of the deal. */
  contact: Step[];
  /** The steps behind them, which find its company. */
  company: Step[];
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

const associated = (kind: 'Contact' | 'Company', id: string): Step => ({
  app: 'HubSpot',
  event: `Find Associations (Deal to ${kind})`,
  note: `What the step calls the ID of the ${kind.toLowerCase()} is not documented: take the ID it shows when you test it.`,
  input: { 'From Object Type': 'Deal', 'From Object ID': '{{1.id}}', 'To Object Type': kind },
  sample: { id },
});

/** By the name with which the keys of their recipes begin. */
export const crms = Object.entries<Crm>({
  hubspot: {
    deal: {
      app: 'HubSpot',
      event: 'Updated Deal Stage (Contract Sent)',
      note: 'The trigger hands over the deal: its ID, its properties, and those you choose in *Additional properties to retrieve* ([Zapier on the trigger](https://zapier.com/apps/hubspot/integrations/hubspot/1739399/update-hubspot-deal-stages-and-create-associations-in-hubspot-simultaneously)). It hands over no company and no contact: steps of their own find them by the associations of the deal, as [this shared Zap](https://zapier.com/shared/hubspot-pbs-integration/861e3c30547c1299b4f1d4414ed24e7056d0b624) does. Not tried in an account of HubSpot.',
      sample: {
        id: '9876543210',
        properties: {
          dealname: 'Lumen Studio - Premium',
          amount: '12000',
          dealstage: 'contractsent',
        },
      },
    },
    contact: [
      associated('Contact', '151'),
      {
        app: 'HubSpot',
        event: 'Find Contact',
        input: { 'Contact ID': '{{2.id}}' },
        sample: { id: '151', properties: { email: 'finance@lumen.example' } },
      },
    ],
    company: [
      associated('Company', '512'),
      {
        app: 'HubSpot',
        event: 'Find Company',
        note: 'The registration number is a property that you add to companies: HubSpot has none of its own.',
        input: { 'Company ID': '{{4.id}}' },
        sample: {
          id: '512',
          properties: {
            name: 'Lumen Studio SAS',
            country: 'France',
            registration_number: '552100554',
          },
        },
      },
    ],
    id: '{{1.id}}',
    email: '{{3.properties.email}}',
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
      organization_name: '{{5.properties.name}}',
      country: '{{5.properties.country}}',
      registration_number: '{{5.properties.registration_number}}',
    },
  },
  salesforce: {
    deal: {
      app: 'Salesforce',
      event: 'Updated Field on Record (Opportunity, Stage: Negotiation/Review)',
      note: 'The trigger hands over the fields of the opportunity. The account is only there as its ID; the contact is in a record of its own, the [Opportunity Contact Role](https://developer.salesforce.com/docs/atlas.en-us.188.0.api.meta/api/sforce_api_objects_opportunitycontactrole.htm). Steps of their own find them. Not tried in an organisation of Salesforce.',
      sample: {
        Id: '0065g00000ABCDE',
        StageName: 'Negotiation/Review',
        Amount: 48000,
        AccountId: '0015g00000XYZAB',
      },
    },
    contact: [
      {
        app: 'Salesforce',
        event: 'Find Record (Opportunity Contact Role)',
        note: 'Each opportunity has one primary contact.',
        input: { 'Opportunity ID': '{{1.Id}}', Primary: true },
        sample: { Id: '00K5g00000ROLE1', ContactId: '0035g00000CONTA', IsPrimary: true },
      },
      {
        app: 'Salesforce',
        event: 'Find Record (Contact)',
        input: { 'Record ID': '{{2.ContactId}}' },
        sample: { Id: '0035g00000CONTA', Email: 'info@gruenfeld.example' },
      },
    ],
    company: [
      {
        app: 'Salesforce',
        event: 'Find Record (Account)',
        input: { 'Record ID': '{{1.AccountId}}' },
        sample: {
          Id: '0015g00000XYZAB',
          Name: 'Grünfeld Maschinenbau GmbH',
          BillingCountry: 'Germany',
          BillingCity: 'München',
          BillingStreet: 'Lindenweg 4',
          BillingPostalCode: '80331',
        },
      },
    ],
    id: '{{1.Id}}',
    email: '{{3.Email}}',
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
      organization_name: '{{4.Name}}',
      country: '{{4.BillingCountry}}',
      business_address_street: '{{4.BillingStreet}}',
      business_address_city: '{{4.BillingCity}}',
      business_address_postal_code: '{{4.BillingPostalCode}}',
      business_address_country: '{{4.BillingCountry}}',
    },
  },
  /** Keeps e-mail addresses in a list. */
  pipedrive: {
    deal: {
      app: 'Pipedrive',
      event: 'Updated Deal Stage (Proposal Made)',
      note: 'The trigger hands over the deal. Person and organization are only there as their IDs, as in [the webhooks of Pipedrive](https://pipedrive.readme.io/docs/guide-for-webhooks-v2); a step of its own finds the person, as [this template](https://zapier.com/templates/details/c48fab7becc5bab90c8065aa80e0b2fe774f644f43c6503357872fc86965c759) does. Not tried in an account of Pipedrive.',
      sample: {
        id: 73,
        title: 'Private account',
        stage_id: 4,
        status: 'open',
        person_id: 12,
        org_id: null,
      },
    },
    contact: [
      {
        app: 'Pipedrive',
        event: 'Find Person',
        note: 'The date of birth is a field that you add to persons, unless your account has one.',
        input: { 'Person ID': '{{1.person_id}}' },
        sample: {
          id: 12,
          first_name: 'Łukasz',
          last_name: 'Wójcik',
          email: [{ value: 'lukasz@client.example', primary: true }],
          birthday: '1985-11-02',
        },
      },
    ],
    company: [],
    id: '{{1.id}}',
    email: '{{2.email.0.value}}',
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
      first_name: '{{2.first_name}}',
      last_name: '{{2.last_name}}',
      email: '{{2.email.0.value}}',
      birth_date: '{{2.birthday}}',
    },
  },
});

/** The reference is unique in the account: what is behind the deal tells its two cases apart. */
const referenceOf = ({ id, client }: Crm): string =>
  `${id}-${client.subject === 'person' ? 'kyc' : 'kyb'}`;

/** Writes a value to a field of the deal. */
const write = (
  { deal: { app }, update, fields }: Crm,
  deal: string,
  field: 'case' | 'decision',
  value: string,
): Step => ({ app, event: update, input: { [fields.id]: deal, [fields[field]]: value } });

function caseFirst([, crm]: [string, Crm]): Recipe {
  const before = [crm.deal, ...crm.contact, ...crm.company];
  const own = before.length + 1;
  return {
    ...crm.caseFirst,
    why: `${crm.caseFirst.why} The External Reference is unique in the account, so a business and a person of one deal need two: \`-kyb\` and \`-kyc\` behind the ID of the deal.`,
    steps: [
      ...before,
      startOnboarding({
        ...crm.client,
        external_reference: referenceOf(crm),
        is_draft: true,
        custom_fields: kept(crm.id, crm.email),
      }),
      letter(crm.email, `{{${own}.portal_link}}`),
      write(crm, crm.id, 'case', `{{${own}.application_id}}`),
    ],
  };
}

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
      ...crm.contact,
      createPortalLink({ deal_id: crm.id, default_custom_fields: { email: crm.email } }),
      letter(crm.email, `{{${crm.contact.length + 2}.portal_link}}`),
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
