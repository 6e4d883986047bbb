/**
 * The same journey in each CRM. Case first: the Zap creates the case and sends its link. Portal
 * first: the Zap sends a link, and the service creates the case when the client submits.
 */
import { now, type Recipe, type Step } from './recipe.ts';
import { dealFields, type DealFieldName } from './deal-fields.ts';
import {
  caseSubmitted,
  createPortalLink,
  informationRequested,
  letter,
  letters,
  message,
  onlyIf,
  onlyIfEmpty,
  portalClosed,
  reminders,
  reviewUpdated,
  startOnboarding,
  storedDeal,
  storedEmail,
  storedFields,
} from './steps.ts';

interface Crm {
  /** The trigger of the Zap, which outputs the deal only. */
  deal: Step;
  /** The next steps, which find the contact of the deal. */
  contact: Step[];
  /** Further steps, which find its company. */
  company: Step[];
  id: string;
  /** The time at which the deal's link was sent; empty in a new deal. */
  sent: string;
  email: string;
  update: string;
  /** The name of the deal's ID in the step that updates it. */
  idField: string;
  /** The field for the stage of the deal. */
  stage: string;
  /** Finds the deal with this ID. */
  find: (id: string) => Step;
  /** Gives the owner of a deal a task. `deal` is the number of the step that has the deal. */
  task: (deal: number, text: string) => Step;
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
      note: 'the trigger returns the deal alone ([Zapier on the trigger](https://zapier.com/apps/hubspot/integrations/hubspot/1739399/update-hubspot-deal-stages-and-create-associations-in-hubspot-simultaneously)). The next steps find its contact and company ([a shared Zap](https://zapier.com/shared/hubspot-pbs-integration/861e3c30547c1299b4f1d4414ed24e7056d0b624)). Test them and map the ID that they show. Give companies a property for the registration number. The steps return few properties: add the others under *Additional properties to retrieve*. In the trigger these are *Link Sent*, without which the filter lets every run pass, and *Deal owner*; in *Find Company*, the country and the registration number.',
      sample: {
        id: '9876543210',
        properties: {
          dealname: 'Lumen Studio - Premium',
          amount: '12000',
          dealstage: 'contractsent',
          hubspot_owner_id: '77',
          link_sent: '',
        },
      },
    },
    contact: [
      associated('Contact', '151'),
      {
        app: 'HubSpot',
        event: 'Find Contact',
        input: { 'Contact ID': '{{3.id}}' },
        sample: { id: '151', properties: { email: 'finance@lumen.example' } },
      },
    ],
    company: [
      associated('Company', '512'),
      {
        app: 'HubSpot',
        event: 'Find Company',
        input: { 'Company ID': '{{5.id}}' },
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
    sent: '{{1.properties.link_sent?}}',
    email: '{{4.properties.email}}',
    update: 'Update Deal',
    idField: 'Deal ID',
    stage: 'Deal Stage',
    find: (id) => ({
      app: 'HubSpot',
      event: 'Get Deal',
      input: { 'Deal ID': id },
      sample: { id: '9876543210', properties: { hubspot_owner_id: '77' } },
    }),
    task: (deal, text) => ({
      app: 'HubSpot',
      event: 'Create Engagement (Task)',
      input: {
        'Deal IDs': `{{${deal}.id}}`,
        Owner: `{{${deal}.properties.hubspot_owner_id}}`,
        Subject: text,
      },
    }),
    caseFirst: 'hubspot-deal-to-case',
    client: {
      subject: 'business',
      organization_name: '{{6.properties.name}}',
      country: '{{6.properties.country}}',
      registration_number: '{{6.properties.registration_number}}',
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
        OwnerId: '0055g00000OWNER',
        Link_Sent__c: '',
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
        input: { 'Record ID': '{{3.ContactId}}' },
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
    sent: '{{1.Link_Sent__c?}}',
    email: '{{4.Email}}',
    update: 'Update Record (Opportunity)',
    idField: 'Record ID',
    stage: 'Stage',
    find: (id) => ({
      app: 'Salesforce',
      event: 'Find Record (Opportunity)',
      input: { 'Record ID': id },
      sample: { Id: '0065g00000ABCDE', OwnerId: '0055g00000OWNER' },
    }),
    task: (deal, text) => ({
      app: 'Salesforce',
      event: 'Create Record (Task)',
      input: {
        'Related To ID': `{{${deal}.Id}}`,
        'Assigned To ID': `{{${deal}.OwnerId}}`,
        Subject: text,
      },
    }),
    caseFirst: 'salesforce-opportunity-to-case',
    client: {
      subject: 'business',
      organization_name: '{{5.Name}}',
      country: '{{5.BillingCountry}}',
      business_address_street: '{{5.BillingStreet}}',
      business_address_city: '{{5.BillingCity}}',
      business_address_postal_code: '{{5.BillingPostalCode}}',
      business_address_country: '{{5.BillingCountry}}',
    },
  },
  /** Pipedrive stores e-mail addresses in a list. */
  pipedrive: {
    deal: {
      app: 'Pipedrive',
      event: 'Updated Deal Stage (Proposal Made)',
      note: 'the trigger returns only the IDs of the person and organization ([webhooks of Pipedrive](https://pipedrive.readme.io/docs/guide-for-webhooks-v2)). Step 3 finds the person ([a template](https://zapier.com/templates/details/c48fab7becc5bab90c8065aa80e0b2fe774f644f43c6503357872fc86965c759)). Give persons a field for the date of birth, unless your account has one.',
      sample: {
        id: 73,
        title: 'Private account',
        stage_id: 4,
        status: 'open',
        person_id: 12,
        org_id: null,
        user_id: 9,
        link_sent: '',
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
    sent: '{{1.link_sent?}}',
    email: '{{3.email.0.value}}',
    update: 'Update Deal',
    idField: 'Deal',
    stage: 'Stage',
    find: (id) => ({
      app: 'Pipedrive',
      event: 'Find Deal',
      input: { 'Deal ID': id },
      sample: { id: 73, user_id: 9 },
    }),
    task: (deal, text) => ({
      app: 'Pipedrive',
      event: 'Create Activity',
      input: {
        Deal: `{{${deal}.id}}`,
        'Assigned To User': `{{${deal}.user_id}}`,
        Subject: text,
      },
    }),
    caseFirst: 'pipedrive-deal-to-case',
    client: {
      subject: 'person',
      first_name: '{{3.first_name}}',
      last_name: '{{3.last_name}}',
      email: '{{3.email.0.value}}',
      birth_date: '{{3.birthday}}',
    },
  },
});

/** The reference is unique in the account. Its ending distinguishes the two cases of a deal. */
const referenceOf = ({ id, client }: Crm): string =>
  `${id}-${client.subject === 'person' ? 'kyc' : 'kyb'}`;

/** Writes values to fields of the deal. */
const write = (
  { deal: { app }, update, idField }: Crm,
  deal: string,
  values: Partial<Record<DealFieldName, string>>,
): Step => ({
  app,
  event: update,
  input: {
    [idField]: deal,
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        dealFields[name as DealFieldName].label,
        value,
      ]),
    ),
  },
});

const silent = 'The client has not answered three reminders';
const unanswered = 'The portal was closed before the client answered';

/** Finds the deal of an event and gives its owner a task. @param before the steps before these. */
const tellOwner = (crm: Crm, before: Step[], text: string): Step[] => [
  crm.find(storedDeal),
  crm.task(before.length + 1, text),
];

/** The deal's link is sent once, even if the deal reaches its stage again. */
const once = ({ sent }: Crm) => onlyIfEmpty(dealFields.sent.label, sent);

function caseFirst([, crm]: [string, Crm]): Recipe {
  const before = [crm.deal, once(crm), ...crm.contact, ...crm.company];
  const own = before.length + 1;
  const link = `{{${own}.portal_link}}`;
  const application_id = `{{${own}.application_id}}`;
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
      letter(crm.email, letters.link, link),
      write(crm, crm.id, {
        status: `{{${own}.status_text}}`,
        case: application_id,
        link,
        sent: now,
      }),
      ...reminders({
        case: application_id,
        to: crm.email,
        link,
      }),
      crm.task(1, silent),
    ],
  };
}

function portalFirst([name, crm]: [string, Crm]): Recipe {
  const link = `{{${crm.contact.length + 3}.portal_link}}`;
  return {
    key: `${name}-portal-first`,
    title: 'The deal sends the client a link',
    why: 'A deal gets the same link until its case exists. There are no reminders, because there is no case to check.',
    steps: [
      crm.deal,
      once(crm),
      ...crm.contact,
      createPortalLink({ deal_id: crm.id, default_custom_fields: { email: crm.email } }),
      letter(crm.email, letters.link, link),
      write(crm, crm.id, { link, sent: now }),
    ],
  };
}

const submitted = ([name, crm]: [string, Crm]): Recipe => ({
  key: `${name}-submitted`,
  title: 'The client has submitted',
  why: '',
  steps: [
    caseSubmitted,
    write(crm, storedDeal, {
      status: '{{1.status_text}}',
      case: '{{1.application_id}}',
      submitted: '{{1.submitted_at}}',
      opened: '{{1.opened_at?}}',
      missing: 'None',
    }),
  ],
});

function requested([name, crm]: [string, Crm]): Recipe {
  const link = '{{1.portal_link}}';
  const steps = [
    informationRequested,
    letter(storedEmail, letters.request, link),
    write(crm, storedDeal, {
      status: '{{1.status_text}}',
      link,
      missing: 'See the letter: {{1.missing_items?}} {{1.request_note?}}',
    }),
    ...reminders({
      case: '{{1.application_id}}',
      to: storedEmail,
      link,
    }),
  ];
  return {
    key: `${name}-requested`,
    title: 'The client must send something more',
    why: 'A reviewer asked for a correction or a document. The link opens just that. *Request Due Date* is the last day for it, if the reviewer set one.',
    steps: [...steps, ...tellOwner(crm, steps, silent)],
  };
}

function closed([name, crm]: [string, Crm]): Recipe {
  const steps = [
    portalClosed,
    write(crm, storedDeal, { status: '{{1.status_text}}' }),
    onlyIf('Status in Words', '{{1.status_text}}', 'Draft'),
  ];
  return {
    key: `${name}-closed`,
    title: 'The portal is closed',
    why: 'A portal closes when the client submits, when a reviewer closes it or when its time is over. If the client never submitted, the case is still a draft, and the owner of the deal learns it.',
    steps: [...steps, ...tellOwner(crm, steps, unanswered)],
  };
}

const decided = ([name, crm]: [string, Crm]): Recipe => ({
  key: `${name}-decided`,
  title: 'The case is decided',
  why: 'The Zap runs for decisions only, and the next one writes over the reason of the one before. A decision that a reviewer takes back starts no Zap, unless you also choose the status that the case then has, such as *Pending*. An approval by compliance is no sale: the stage of the deal moves only if you switch on the step for it.',
  steps: [
    reviewUpdated('approved', 'rejected'),
    write(crm, storedDeal, {
      status: '{{1.status_text}}',
      decision: '{{1.status_review}}',
      decided: '{{1.decided_at?}}',
      reason: '{{1.status_text}}: {{1.decision_reason?}}',
    }),
    message('{{1.name}}: {{1.status_text}}, risk {{1.risk_level_name}}'),
    {
      ...letter(storedEmail, letters.decision),
      off: 'Switch it on if the client is to learn the decision by e-mail.',
    },
    {
      app: crm.deal.app,
      event: crm.update,
      input: { [crm.idField]: storedDeal, [crm.stage]: 'a stage of your pipeline' },
      off: 'Switch it on if an approval moves the deal. Put a filter for approved in front of it.',
    },
  ],
});

export const crmRecipes: Recipe[] = [
  caseFirst,
  portalFirst,
  submitted,
  requested,
  closed,
  decided,
].flatMap((make) => crms.map(make));
