/**
 * The same journey in each CRM. Case first: the Zap creates the case and sends its link. Portal
 * first: the Zap sends a link, and the service creates the case when the client submits.
 */
import type { Recipe, Step } from './recipe.ts';
import {
  caseSubmitted,
  createPortalLink,
  storedFields,
  storedDeal,
  letter,
  message,
  reviewUpdated,
  startOnboarding,
} from './steps.ts';

interface Crm {
  /** The trigger of the Zap, which outputs the deal only. */
  deal: Step;
  /** The next steps, which find the contact of the deal. */
  contact: Step[];
  /** Further steps, which find its company. */
  company: Step[];
  id: string;
  email: string;
  update: string;
  /** Its names for the fields that a Zap writes. */
  fields: { id: string; case: string; decision: string };
  approved: string;
  rejected: string;
  caseFirst: string;
  client: Record<string, unknown>;
}

const associated = (kind: 'Contact' | 'Company', id: string): Step => ({
  app: 'HubSpot',
  event: `Find Associations (Deal to ${kind})`,
  input: { 'From Object Type': 'Deal', 'From Object ID': '{{1.id}}', 'To Object Type': kind },
  sample: { id },
});

/** The key of each CRM is the prefix of its recipes' keys. */
export const crms = Object.entries<Crm>({
  hubspot: {
    deal: {
      app: 'HubSpot',
      event: 'Updated Deal Stage (Contract Sent)',
      note: 'the trigger returns the deal alone ([Zapier on the trigger](https://zapier.com/apps/hubspot/integrations/hubspot/1739399/update-hubspot-deal-stages-and-create-associations-in-hubspot-simultaneously)). The next steps find its contact and company ([a shared Zap](https://zapier.com/shared/hubspot-pbs-integration/861e3c30547c1299b4f1d4414ed24e7056d0b624)). Test them and map the ID that they show. Give companies a property for the registration number.',
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
    caseFirst: 'hubspot-deal-to-case',
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
      note: 'the trigger returns the opportunity with the ID of its account. The contact is in the [Opportunity Contact Role](https://developer.salesforce.com/docs/atlas.en-us.188.0.api.meta/api/sforce_api_objects_opportunitycontactrole.htm).',
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
    caseFirst: 'salesforce-opportunity-to-case',
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
  /** Pipedrive stores e-mail addresses in a list. */
  pipedrive: {
    deal: {
      app: 'Pipedrive',
      event: 'Updated Deal Stage (Proposal Made)',
      note: 'the trigger returns only the IDs of the person and organization ([webhooks of Pipedrive](https://pipedrive.readme.io/docs/guide-for-webhooks-v2)). Step 2 finds the person ([a template](https://zapier.com/templates/details/c48fab7becc5bab90c8065aa80e0b2fe774f644f43c6503357872fc86965c759)). Give persons a field for the date of birth, unless your account has one.',
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
    caseFirst: 'pipedrive-deal-to-case',
    client: {
      subject: 'person',
      first_name: '{{2.first_name}}',
      last_name: '{{2.last_name}}',
      email: '{{2.email.0.value}}',
      birth_date: '{{2.birthday}}',
    },
  },
});

/** The reference is unique in the account. Its ending distinguishes the two cases of a deal. */
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
    key: crm.caseFirst,
    title: 'A deal becomes a case and the client gets the link',
    why: 'In Pipedrive the client is a person, elsewhere a business. An External Reference is unique in the account. Add `-kyb` to the ID of the deal for a business, `-kyc` for a person.',
    steps: [
      ...before,
      startOnboarding({
        ...crm.client,
        external_reference: referenceOf(crm),
        is_draft: true,
        custom_fields: storedFields(crm.id, crm.email),
      }),
      letter(crm.email, `{{${own}.portal_link}}`),
      write(crm, crm.id, 'case', `{{${own}.application_id}}`),
    ],
  };
}

/** The three Zaps that are equal in every CRM. */
const common = ([name, crm]: [string, Crm]): Recipe[] => [
  {
    key: `${name}-decision`,
    title: 'The decision moves the deal and tells its owner',
    why: '',
    steps: [
      reviewUpdated('approved', 'rejected'),
      {
        app: 'Formatter by Zapier',
        event: 'Utilities, Lookup Table',
        input: { 'Lookup Key': '{{1.status_review}}' },
        lookup: { approved: crm.approved, rejected: crm.rejected },
      },
      write(crm, storedDeal, 'decision', '{{2.output}}'),
      message('{{1.name}}: {{1.status_review}}, risk {{1.risk_level_name}}'),
    ],
  },
  {
    key: `${name}-portal-first`,
    title: 'The deal sends the client a link',
    why: 'A deal gets the same link until its case exists. A second run sends that link again.',
    steps: [
      crm.deal,
      ...crm.contact,
      createPortalLink({ deal_id: crm.id, default_custom_fields: { email: crm.email } }),
      letter(crm.email, `{{${crm.contact.length + 2}.portal_link}}`),
    ],
  },
  {
    key: `${name}-case-submitted`,
    title: 'The submitted case is written to its deal',
    why: 'The ID of the deal travels with the link and comes back with the case.',
    steps: [caseSubmitted, write(crm, storedDeal, 'case', '{{1.application_id}}')],
  },
];

export const crmRecipes: Recipe[] = [...crms.map(caseFirst), ...crms.flatMap(common)];
