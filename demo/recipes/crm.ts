/**
 * The CRMs, and the Zaps of a deal in each of them: three to begin with, and the additions.
 */
import { moreProperties } from './apps.ts';
import { dealFields, type DealFieldName, type Kind } from './deal-fields.ts';
import { letter } from './letters.ts';
import type { Condition, Recipe, Step } from './recipe.ts';
import {
  createPortalLink,
  delay,
  findCompanies,
  informationRequested,
  newEvent,
  onlyIf,
  startOnboarding,
  storedDeal,
} from './steps.ts';

/** A value of a choice of the deal, as the steps output it. */
interface Choice {
  path: string;
  value: string;
}

export interface Crm {
  app: 'HubSpot' | 'Salesforce' | 'Pipedrive';
  /** What it calls a deal, a company and the fields of a deal. */
  words: { deal: string; deals: string; company: string; fields: string };
  /** How it calls the kinds of fields. */
  kinds: Record<Kind, string>;
  /** Where the steps output the ID of a deal. */
  id: string;
  /** The onboarding stage, and what a lost deal has. */
  stage: Choice & { name: string };
  lost: Choice;
  /** Where the steps output a field of the deal. */
  pathOf: (label: string) => string;
  trigger: Step;
  /** How often the trigger looks, and its source. */
  looks: string;
  /** The steps that find the company of the deal of step 1. The last one outputs it. */
  findCompany: Step[];
  /** Where that output has what a case needs. */
  companyPaths: Record<'organization_name' | 'country' | 'registration_number', string>;
  get: (id: string) => Step;
  update: (id: string, values: Record<string, string>) => Step;
  /** What an admin must know of this CRM alone. */
  notes: string[];
}

const snake = (label: string) => label.toLowerCase().replaceAll(' ', '_');
const labelsOf = (...names: DealFieldName[]) => names.map((name) => dealFields[name].label);

const polls =
  'every 1 to 15 minutes, depending on the plan ([Zapier on polling](https://docs.zapier.com/platform/build/troubleshoot-trigger-timeouts))';

/** By the prefix of their recipes' keys and the name of their page. */
export const crms: Record<'hubspot' | 'salesforce' | 'pipedrive', Crm> = {
  hubspot: {
    app: 'HubSpot',
    words: { deal: 'deal', deals: 'deals', company: 'company', fields: 'properties' },
    kinds: {
      text: 'Single-line text',
      email: 'Single-line text',
      choice: 'Dropdown select',
      lines: 'Multi-line text',
      link: 'Single-line text',
      time: 'Date and time picker',
    },
    id: 'id',
    stage: { path: 'properties.dealstage', value: 'contractsent', name: 'Contract Sent' },
    lost: { path: 'properties.dealstage', value: 'closedlost' },
    pathOf: (label) => `properties.${snake(label)}`,
    trigger: {
      app: 'HubSpot',
      event: 'Updated Deal Stage',
      input: {
        'Deal Stage': 'Contract Sent',
        [moreProperties]: labelsOf('email', 'firstName', 'lastName', 'case', 'link').join(', '),
      },
    },
    looks: polls,
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
        input: { 'Company ID': '{{3.id}}', [moreProperties]: 'Country, Registration Number' },
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
        [moreProperties]: labelsOf('email', 'firstName', 'status', 'submitted').join(', '),
      },
    }),
    update: (id, values) => ({
      app: 'HubSpot',
      event: 'Update Deal',
      input: { 'Deal ID': id, ...values },
    }),
    notes: [
      `HubSpot returns few properties by itself: what *${moreProperties}* does not name is empty for the filter, which then lets too much pass.`,
      'Of several companies of a deal, the Zap takes the first. Leave one on the deal.',
    ],
  },
  salesforce: {
    app: 'Salesforce',
    words: { deal: 'opportunity', deals: 'opportunities', company: 'account', fields: 'fields' },
    kinds: {
      text: 'Text (255)',
      email: 'Email',
      choice: 'Picklist',
      lines: 'Long Text Area',
      link: 'URL',
      time: 'Date/Time',
    },
    id: 'Id',
    stage: { path: 'StageName', value: 'Negotiation/Review', name: 'Negotiation/Review' },
    lost: { path: 'StageName', value: 'Closed Lost' },
    pathOf: (label) => `${label.replaceAll(' ', '_')}__c`,
    trigger: {
      app: 'Salesforce',
      event: 'Updated Field on Record',
      input: { 'Salesforce Object': 'Opportunity', Field: 'Stage' },
    },
    looks: polls,
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
      'The trigger runs for any change of the stage; the filter lets one stage pass.',
      'Nobody sees a new field until you allow it: choose *Set Field-Level Security* of each one, for your users and for the user with whom Zapier is connected.',
    ],
  },
  pipedrive: {
    app: 'Pipedrive',
    words: { deal: 'deal', deals: 'deals', company: 'organization', fields: 'fields' },
    kinds: {
      text: 'Text',
      email: 'Text',
      choice: 'Single option',
      lines: 'Large text',
      link: 'Large text',
      time: 'Date',
    },
    id: 'id',
    stage: { path: 'stage_id', value: '4', name: 'Proposal Made' },
    lost: { path: 'status', value: 'lost' },
    pathOf: snake,
    trigger: { app: 'Pipedrive', event: 'Updated Deal Stage' },
    looks:
      'at once ([its page](https://zapier.com/apps/gmail/integrations/pipedrive/177780/send-gmail-emails-for-new-updated-deals-stages-in-pipedrive) says *Instant*)',
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
    update: (id, values) => ({
      app: 'Pipedrive',
      event: 'Update Deal',
      input: { Deal: id, ...values },
    }),
    notes: [
      'The trigger runs for any change of the stage; the filter lets one stage pass, by its number.',
      'That *Find Organization* and *Find Deal* find by an ID is *not verified*.',
    ],
  },
};

const waiting = 'Waiting for Client';

/** The first Zap of a deal goes by this subject. */
type Subject = 'business' | 'person';

const fieldOf = (crm: Crm, step: number, name: DealFieldName, mayBeEmpty = false) =>
  `{{${step}.${crm.pathOf(dealFields[name].label)}${mayBeEmpty ? '?' : ''}}}`;

/** Writes values to fields of the deal. */
const write = (crm: Crm, deal: string, values: Partial<Record<DealFieldName, string>>): Step =>
  crm.update(
    deal,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        dealFields[name as DealFieldName].label,
        value,
      ]),
    ),
  );

/** The first filter. The deal's own address and first name stand for its contacts. */
const isReady = (crm: Crm, empty: 'case' | 'link'): Step =>
  onlyIf(
    { value: `{{1.${crm.stage.path}?}}`, is: 'Exactly matches', than: crm.stage.value },
    { value: fieldOf(crm, 1, 'email', true), is: 'Exists' },
    { value: fieldOf(crm, 1, 'firstName', true), is: 'Exists' },
    { value: fieldOf(crm, 1, empty, true), is: 'Does not exist' },
  );

/** Reads the deal again, and goes on unless it is lost. It is step `at`. */
const stillOpen = (crm: Crm, id: string, at: number, ...conditions: Condition[]): Step[] => [
  crm.get(id),
  onlyIf(
    { value: `{{${at}.${crm.lost.path}?}}`, is: 'Does not exactly match', than: crm.lost.value },
    { value: fieldOf(crm, at, 'email', true), is: 'Exists' },
    ...conditions,
  ),
];

/** Reminds a client who has not submitted once. The first of these steps is step `at`. */
const reminder = (crm: Crm, days: number, at: number, link: string): Step[] => [
  delay(days),
  ...stillOpen(
    crm,
    `{{1.${crm.id}}}`,
    at + 1,
    {
      value: fieldOf(crm, at + 1, 'status', true),
      is: 'Exactly matches',
      than: waiting,
    },
    { value: fieldOf(crm, at + 1, 'submitted', true), is: 'Does not exist' },
  ),
  letter('reminder', fieldOf(crm, at + 1, 'email'), {
    'Onboarding First Name': fieldOf(crm, at + 1, 'firstName', true),
    'Portal Link': link,
  }),
];

/** The company of the deal, as the step that found it outputs it. */
const companyOf = (crm: Crm) =>
  Object.fromEntries(
    Object.entries(crm.companyPaths).map(([key, path]) => [
      key,
      `{{${crm.findCompany.length + 2}.${path}?}}`,
    ]),
  );

/** What Start Onboarding gets of a client. */
const clients: Record<Subject, (crm: Crm) => Record<string, string>> = {
  business: companyOf,
  person: (crm) => ({
    first_name: fieldOf(crm, 1, 'firstName'),
    last_name: fieldOf(crm, 1, 'lastName', true),
  }),
};

const problem = 'Start Onboarding stopped. The run in the Zap history says which value to correct.';

/** @param looksUp takes the number from the registry, if it has exactly one company of this name. */
function dealToCase(name: string, crm: Crm, subject: Subject, looksUp = false): Recipe {
  const id = `{{1.${crm.id}}}`;
  const { organization_name: q, country } = companyOf(crm);
  const lookUp: Step = {
    ...findCompanies({ country, q, single_match: true }),
    isOptional: true,
  };
  const before = [
    crm.trigger,
    isReady(crm, 'case'),
    ...(subject === 'business' ? crm.findCompany : []),
    ...(looksUp ? [lookUp] : []),
  ];
  const own = before.length + 1;
  const link = `{{${own}.portal_link}}`;
  const client = {
    subject,
    ...clients[subject](crm),
    ...(looksUp && { registration_number: `{{${own - 1}.registration_number?}}` }),
    external_reference: `${id}-${subject === 'person' ? 'kyc' : 'kyb'}`,
    custom_fields: { deal_id: id },
  };
  return {
    key: `${name}-${looksUp ? 'registry' : subject}`,
    steps: [
      ...before,
      { ...startOnboarding(client), onError: write(crm, id, { problem }) },
      letter(
        'link',
        fieldOf(crm, 1, 'email'),
        { 'Onboarding First Name': fieldOf(crm, 1, 'firstName'), 'Portal Link': link },
        subject,
      ),
      write(crm, id, {
        case: `{{${own}.application_id}}`,
        link,
        status: `{{${own}.status_text}}`,
        summary: `{{${own}.summary}}`,
        problem: 'None',
      }),
      ...reminder(crm, 3, own + 3, link),
    ],
  };
}

/** The same with a second reminder. */
function twoReminders(name: string, crm: Crm): Recipe {
  const { steps } = dealToCase(name, crm, 'business');
  const link = `{{${crm.findCompany.length + 3}.portal_link}}`;
  return {
    key: `${name}-two-reminders`,
    steps: [...steps, ...reminder(crm, 4, steps.length + 1, link)],
  };
}

const requested = (name: string, crm: Crm): Recipe => ({
  key: `${name}-requested`,
  steps: [
    informationRequested,
    ...stillOpen(crm, storedDeal, 2),
    letter('request', fieldOf(crm, 2, 'email'), {
      'Onboarding First Name': fieldOf(crm, 2, 'firstName', true),
      'Missing Items': '{{1.missing_items?}}',
      'Request Note': '{{1.request_note?}}',
      'Portal Link': '{{1.portal_link}}',
    }),
  ],
});

/** The events that change what a deal shows. Updated cases are none: each change would cost a task. */
const dealEvents = ['application.submitted', 'application.review_updated', 'collect.opened'];

const events = (name: string, crm: Crm): Recipe => ({
  key: `${name}-events`,
  steps: [
    newEvent(...dealEvents),
    write(crm, storedDeal, {
      case: '{{1.application_id}}',
      link: '{{1.portal_link?}}',
      status: '{{1.status_text}}',
      summary: '{{1.summary}}',
      submitted: '{{1.submitted_at?}}',
    }),
  ],
});

function portalFirst(name: string, crm: Crm): Recipe {
  const id = `{{1.${crm.id}}}`;
  const link = '{{3.portal_link}}';
  return {
    key: `${name}-portal-first`,
    steps: [
      crm.trigger,
      isReady(crm, 'link'),
      createPortalLink({ portal_for: 'client', deal_id: id }),
      letter('link', fieldOf(crm, 1, 'email'), {
        'Onboarding First Name': fieldOf(crm, 1, 'firstName'),
        'Portal Link': link,
      }),
      // There is no case to ask, and nobody but this Zap knows that the client has the link.
      write(crm, id, { link, status: waiting, summary: waiting, problem: 'None' }),
      ...reminder(crm, 3, 6, link),
    ],
  };
}

/** The recipes of a CRM by their place in its guide. */
export const recipesOf = (name: keyof typeof crms) => {
  const crm = crms[name];
  return {
    business: dealToCase(name, crm, 'business'),
    person: dealToCase(name, crm, 'person'),
    requested: requested(name, crm),
    events: events(name, crm),
    twoReminders: twoReminders(name, crm),
    registry: dealToCase(name, crm, 'business', true),
    portalFirst: portalFirst(name, crm),
  };
};
export type CrmRecipes = ReturnType<typeof recipesOf>;
