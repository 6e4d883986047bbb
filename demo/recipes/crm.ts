/** What differs between the CRMs: their words, their steps, and where these output what. */
import { moreProperties, sources } from './apps.ts';
import { dealFields, type DealFieldName, type Kind } from './deal-fields.ts';
import type { Step } from './recipe.ts';

/** A value of a choice of the deal, as the steps output it. */
interface Choice {
  path: string;
  value: string;
}

export interface Crm {
  app: 'HubSpot' | 'Salesforce' | 'Pipedrive';
  /** What it calls a deal, a company and the fields of a deal, and what has the country. */
  words: Record<'deal' | 'deals' | 'company' | 'fields' | 'country', string>;
  /** How it calls the kinds of fields. */
  kinds: Record<Kind, string>;
  /** Where the steps output the ID of a deal, and its name. */
  id: string;
  dealName: string;
  /** The onboarding stage, and what a lost deal has. */
  stage: Choice & { name: string };
  lost: Choice;
  /** Where the steps output a field of the deal. */
  pathOf: (label: string) => string;
  trigger: Step;
  /** The trigger runs at once; others look from time to time. */
  isInstant?: true;
  /** The steps that find the company of the deal of step 1. The last one outputs it. */
  findCompany: Step[];
  /** Where that output has what a case needs. */
  companyPaths: Record<'organization_name' | 'country' | 'registration_number', string>;
  get: (id: string) => Step;
  /** That step may find another deal: the filter behind it compares their IDs. */
  mayFindOther?: true;
  update: (id: string, values: Record<string, string>) => Step;
  /** What an admin must know of this CRM alone. */
  notes: string[];
}

const snake = (label: string) => label.toLowerCase().replaceAll(' ', '_');
const labelsOf = (...names: DealFieldName[]) => names.map((name) => dealFields[name].label);

/** By the name of their guide. */
export const crms = {
  hubspot: {
    app: 'HubSpot',
    words: {
      deal: 'deal',
      deals: 'deals',
      company: 'company',
      fields: 'properties',
      country: '*Country/Region*',
    },
    kinds: {
      text: 'Single-line text',
      email: 'Single-line text',
      choice: 'Dropdown select',
      lines: 'Multi-line text',
      link: 'Single-line text',
      time: 'Date and time picker',
    },
    id: 'id',
    dealName: 'properties.dealname',
    stage: { path: 'properties.dealstage', value: 'contractsent', name: 'Contract Sent' },
    // Every pipeline has a closed stage of its own.
    lost: { path: 'properties.hs_is_closed_lost', value: 'true' },
    pathOf: (label) => `properties.${snake(label)}`,
    trigger: {
      app: 'HubSpot',
      event: 'Updated Deal Stage',
      input: {
        'Deal Stage': 'Contract Sent',
        [moreProperties]: labelsOf('email', 'firstName', 'lastName', 'case', 'link').join(', '),
      },
    },
    findCompany: [
      {
        app: 'HubSpot',
        event: 'Find Associations',
        input: {
          'From Object Type': 'Deal',
          'From Object ID': '{{1.id}}',
          'To Object Type': 'Company',
        },
      },
      {
        app: 'HubSpot',
        event: 'Get Company',
        input: {
          'Company ID': '{{3.id}}',
          [moreProperties]: 'Country/Region, Registration Number',
        },
      },
    ],
    companyPaths: {
      organization_name: 'properties.name',
      country: 'properties.country',
      registration_number: 'properties.registration_number',
    },
    get: (id) => ({
      app: 'HubSpot',
      event: 'Get Deal',
      input: {
        'Deal ID': id,
        [moreProperties]: [
          'Is Closed Lost',
          ...labelsOf('email', 'firstName', 'link', 'status', 'submitted'),
        ].join(', '),
      },
    }),
    update: (id, values) => ({
      app: 'HubSpot',
      event: 'Update Deal',
      input: { 'Deal ID': id, ...values },
    }),
    notes: [
      `What *${moreProperties}* does not name looks empty. Name there what you add to a filter or a letter.`,
      'Leave one company on a deal: the Zap takes the first.',
      'A stage belongs to one pipeline. Build Zap 1 for each that needs it.',
    ],
  },
  salesforce: {
    app: 'Salesforce',
    words: {
      deal: 'opportunity',
      deals: 'opportunities',
      company: 'account',
      fields: 'fields',
      country: '*Billing Country*',
    },
    kinds: {
      text: 'Text (255)',
      email: 'Email',
      choice: 'Picklist',
      lines: 'Long Text Area',
      link: 'URL, or *Long Text Area* for links over 255 characters',
      time: 'Date/Time',
    },
    id: 'Id',
    dealName: 'Name',
    stage: { path: 'StageName', value: 'Negotiation/Review', name: 'Negotiation/Review' },
    lost: { path: 'StageName', value: 'Closed Lost' },
    pathOf: (label) => `${label.replaceAll(' ', '_')}__c`,
    trigger: {
      app: 'Salesforce',
      event: 'Updated Field on Record',
      input: { 'Salesforce Object': 'Opportunity', Field: 'Stage' },
    },
    findCompany: [
      {
        app: 'Salesforce',
        event: 'Find Record',
        input: { 'Salesforce Object': 'Account', 'Record ID': '{{1.AccountId}}' },
      },
    ],
    companyPaths: {
      organization_name: 'Name',
      country: 'BillingCountry',
      registration_number: 'Registration_Number__c',
    },
    get: (id) => ({
      app: 'Salesforce',
      event: 'Find Record',
      input: { 'Salesforce Object': 'Opportunity', 'Record ID': id },
    }),
    update: (id, values) => ({
      app: 'Salesforce',
      event: 'Update Record',
      input: { 'Salesforce Object': 'Opportunity', 'Record ID': id, ...values },
    }),
    notes: [
      `If your organization demands an app of its own for the connection, [create it](${sources.salesforceApp}) first.`,
      'Allow each new field in *Field-Level Security*, for your users and for the user of the Zapier connection, and add it to the page layout.',
    ],
  },
  pipedrive: {
    app: 'Pipedrive',
    words: {
      deal: 'deal',
      deals: 'deals',
      company: 'organization',
      fields: 'fields',
      country: 'chooses the address from the suggestions, which brings the country',
    },
    kinds: {
      text: 'Text',
      email: 'Text',
      choice: 'Text',
      lines: 'Large text',
      link: 'Large text',
      // A date takes no time of day.
      time: 'Text',
    },
    id: 'id',
    dealName: 'title',
    stage: { path: 'stage_id', value: '4', name: 'Proposal Made' },
    lost: { path: 'status', value: 'lost' },
    pathOf: snake,
    trigger: { app: 'Pipedrive', event: 'Updated Deal Stage' },
    isInstant: true,
    findCompany: [
      {
        app: 'Pipedrive',
        event: 'Find Organization',
        input: { 'Organization ID': '{{1.org_id}}' },
      },
    ],
    companyPaths: {
      organization_name: 'name',
      country: 'address_country',
      registration_number: 'registration_number',
    },
    get: (id) => ({ app: 'Pipedrive', event: 'Find Deal', input: { 'Deal ID': id } }),
    mayFindOther: true,
    update: (id, values) => ({
      app: 'Pipedrive',
      event: 'Update Deal',
      input: { Deal: id, ...values },
    }),
    notes: [
      '*Find Organization* and *Find Deal* may not find by an ID. The filters compare that of the deal; see in the test that the organization is the right one.',
      'A stage belongs to one pipeline. Build Zap 1 for each that needs it.',
      '*Onboarding Status* is a text, because [the API of Pipedrive](https://pipedrive.readme.io/docs/core-api-concepts-custom-fields) has numbers in place of the values of a single option.',
    ],
  },
} satisfies Record<string, Crm>;
export type CrmName = keyof typeof crms;
