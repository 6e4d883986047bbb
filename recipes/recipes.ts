/**
 * Complete Zaps for the integration styles of the specification. Steps of other apps are named
 * with their sample in that app's documented format; ours carry the field mapping. `{{1.x.y}}` is
 * the value x.y of step 1. docs/recipes/ is generated from this file and a test runs our steps.
 */
export interface Step {
  app: string;
  event: string;
  /** Our operation, for example `creates.start_onboarding`. */
  operation?: string;
  input?: Record<string, unknown>;
  /** What another app's step hands over, in its documented format. */
  sample?: Record<string, unknown>;
}
export interface Recipe {
  key: string;
  title: string;
  why: string;
  steps: Step[];
}

const ours = 'Compliance Onboarding';
const mail = (to: string, link: string): Step => ({
  app: 'Gmail',
  event: 'Send Email',
  input: { to, subject: 'Please complete your verification', body: `Open your page: ${link}` },
});
const onboarding = (input: Record<string, unknown>): Step => ({
  app: ours,
  event: 'Start Onboarding',
  operation: 'creates.start_onboarding',
  input,
});
const reviewed: Step = {
  app: ours,
  event: 'Case Review Updated (Only Review Status: approved, rejected)',
  operation: 'triggers.case_review_updated',
  input: { status_review: ['approved', 'rejected'] },
};

const requested: Step = {
  app: ours,
  event: 'Information Requested',
  operation: 'triggers.collect_opened',
  input: {},
};

export const recipes: Recipe[] = [
  {
    key: 'hubspot-deal-to-case',
    title: 'HubSpot: a deal becomes a case and the client gets the link',
    why: 'Sales move the deal to the stage "Onboarding"; nobody types anything.',
    steps: [
      {
        app: 'HubSpot',
        event: 'Updated Deal Stage',
        sample: {
          id: '9876543210',
          properties: {
            dealname: 'Lumen Studio - Premium',
            amount: '12000',
            dealstage: 'onboarding',
          },
          company: {
            name: 'Lumen Studio SAS',
            country: 'France',
            registration_number: '552100554',
          },
          contact: { email: 'finance@lumen.example' },
        },
      },
      onboarding({
        subject: 'business',
        organization_name: '{{1.company.name}}',
        country: '{{1.company.country}}',
        registration_number: '{{1.company.registration_number}}',
        external_reference: 'hubspot-{{1.id}}',
        is_draft: true,
        custom_fields: { deal_id: '{{1.id}}', amount: '{{1.properties.amount}}' },
      }),
      mail('{{1.contact.email}}', '{{2.portal_link}}'),
      {
        app: 'HubSpot',
        event: 'Update Deal',
        input: { id: '{{1.id}}', case: '{{2.application_id}}' },
      },
    ],
  },
  {
    key: 'salesforce-opportunity-to-case',
    title: 'Salesforce: an opportunity becomes a case and the client gets the link',
    why: 'The opportunity reaches "Closed Won"; the account may be in any country Salesforce knows.',
    steps: [
      {
        app: 'Salesforce',
        event: 'Updated Field on Record (Opportunity, StageName)',
        sample: {
          Id: '0065g00000ABCDE',
          StageName: 'Closed Won',
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
      onboarding({
        subject: 'business',
        organization_name: '{{1.Account.Name}}',
        country: '{{1.Account.BillingCountry}}',
        business_address_street: '{{1.Account.BillingStreet}}',
        business_address_city: '{{1.Account.BillingCity}}',
        business_address_postal_code: '{{1.Account.BillingPostalCode}}',
        business_address_country: '{{1.Account.BillingCountry}}',
        external_reference: 'salesforce-{{1.Id}}',
        is_draft: true,
        custom_fields: { opportunity_id: '{{1.Id}}' },
      }),
      mail('{{1.Contact.Email}}', '{{2.portal_link}}'),
      {
        app: 'Salesforce',
        event: 'Update Record',
        input: { Id: '{{1.Id}}', Case__c: '{{2.application_id}}' },
      },
    ],
  },
  {
    key: 'pipedrive-deal-to-case',
    title: 'Pipedrive: a private client becomes a case and gets the link',
    why: 'KYC of a person; Pipedrive keeps names in one field and e-mail addresses in a list.',
    steps: [
      {
        app: 'Pipedrive',
        event: 'Updated Deal Stage',
        sample: {
          id: 73,
          title: 'Private account',
          stage_id: 4,
          person: {
            first_name: 'Łukasz',
            last_name: 'Wójcik',
            email: [{ value: 'lukasz@client.example', primary: true }],
            birthday: '1985-11-02',
          },
        },
      },
      onboarding({
        subject: 'person',
        first_name: '{{1.person.first_name}}',
        last_name: '{{1.person.last_name}}',
        email: '{{1.person.email.0.value}}',
        birth_date: '{{1.person.birthday}}',
        external_reference: 'pipedrive-{{1.id}}',
        is_draft: true,
      }),
      mail('{{1.person.email.0.value}}', '{{2.portal_link}}'),
    ],
  },
  {
    key: 'decision-to-deal',
    title: 'The decision moves the deal and tells its owner',
    why: 'The trigger filters by status, so the Zap runs only for decisions. The deal is found by its own reference.',
    steps: [
      reviewed,
      {
        app: 'HubSpot',
        event: 'Update Deal',
        input: { id: '{{1.custom_fields.deal_id}}', dealstage: '{{1.status_review}}' },
      },
      {
        app: 'Slack',
        event: 'Send Channel Message',
        input: { text: '{{1.name}}: {{1.status_review}}, risk {{1.risk_level_name}}' },
      },
    ],
  },
  {
    key: 'information-requested',
    title: 'The client is asked for what is missing',
    why: 'A reviewer asked for a correction or document; the link opens just that.',
    steps: [requested, mail('{{1.custom_fields.email}}', '{{1.portal_link}}')],
  },
  {
    key: 'collect-reminder',
    title: 'The client is reminded of what is still missing',
    why: 'The link goes out at once; a second mail follows three days later, if nothing came back.',
    steps: [
      requested,
      mail('{{1.custom_fields.email}}', '{{1.portal_link}}'),
      { app: 'Delay by Zapier', event: 'Delay For', input: { value: 3, unit: 'days' } },
      {
        app: ours,
        event: 'Find Case',
        operation: 'searches.find_case',
        input: { application_id: '{{1.application_id}}' },
      },
      {
        app: 'Filter by Zapier',
        event: 'Only continue if',
        input: { 'Portal Link': '{{4.portal_link}}', condition: 'Exists' },
      },
      mail('{{1.custom_fields.email}}', '{{4.portal_link}}'),
    ],
  },
  {
    key: 'staff-form-to-case',
    title: 'No integration: staff enter a client in a form',
    why: 'Sales or operations without a CRM fill in a form; the team sees the case and its portal link.',
    steps: [
      {
        app: 'Google Forms',
        event: 'New Form Response',
        sample: {
          response_id: 'ACYDBNhx3k9',
          answers: {
            company: 'Harbour & Pine Ltd',
            country: 'United Kingdom',
            number: '08412277',
            reference: 'walk-in-77',
          },
        },
      },
      onboarding({
        subject: 'business',
        organization_name: '{{1.answers.company}}',
        country: '{{1.answers.country}}',
        registration_number: '{{1.answers.number}}',
        external_reference: '{{1.answers.reference}}',
        is_draft: true,
      }),
      {
        app: 'Slack',
        event: 'Send Channel Message',
        input: {
          channel: '#onboarding',
          text: '{{2.name}} is {{2.status_review}}. Page of the client: {{2.portal_link}}',
        },
      },
    ],
  },
  {
    key: 'table-remediation',
    title: 'A list of existing clients is verified again',
    why: 'Import the CSV file into Zapier Tables; each record becomes a case once and keeps its link.',
    steps: [
      {
        app: 'Zapier Tables',
        event: 'New Record',
        sample: {
          id: '01HQ7S2K',
          data: {
            reference: 'client-0013',
            company: 'Björkö Förlag AB',
            country: 'SE',
            number: '556981-4472',
            email: 'hej@bjorko.example',
          },
        },
      },
      onboarding({
        subject: 'business',
        organization_name: '{{1.data.company}}',
        country: '{{1.data.country}}',
        registration_number: '{{1.data.number}}',
        external_reference: '{{1.data.reference}}',
        is_draft: true,
        custom_fields: { email: '{{1.data.email}}' },
      }),
      mail('{{1.data.email}}', '{{2.portal_link}}'),
      {
        app: 'Zapier Tables',
        event: 'Update Record',
        input: { id: '{{1.id}}', case: '{{2.application_id}}', link: '{{2.portal_link}}' },
      },
    ],
  },
  {
    key: 'headless-form',
    title: 'Headless: a form collects everything, documents included',
    why: 'The client never sees the portal; the service is the compliance back office only.',
    steps: [
      {
        app: 'Typeform',
        event: 'New Entry',
        sample: {
          response_id: '21085286190ffad1248d17c4135ee56f',
          answers: {
            company: 'Harbour & Pine Ltd',
            country: 'United Kingdom',
            number: '08412277',
            director_first_name: 'Ada',
            director_last_name: 'Quill',
            share: '60 %',
            certificate: 'Certificate of incorporation',
          },
        },
      },
      {
        app: ours,
        event: 'Create Case',
        operation: 'creates.create_case',
        input: {
          subject: 'business',
          organization_name: '{{1.answers.company}}',
          country: '{{1.answers.country}}',
          registration_number: '{{1.answers.number}}',
          external_reference: 'form-{{1.response_id}}',
          is_draft: true,
        },
      },
      {
        app: ours,
        event: 'Add Related Person',
        operation: 'creates.add_related_person',
        input: {
          application_id: '{{2.application_id}}',
          first_name: '{{1.answers.director_first_name}}',
          last_name: '{{1.answers.director_last_name}}',
          roles: ['DIRECTOR', 'UBO'],
          direct_ownership_percentage: '{{1.answers.share}}',
        },
      },
      {
        app: ours,
        event: 'Upload Document',
        operation: 'creates.upload_document',
        input: {
          file: '{{1.answers.certificate}}',
          type: 'REGISTRATION_CERTIFICATE',
          application_id: '{{2.application_id}}',
        },
      },
      {
        app: ours,
        event: 'Submit Case',
        operation: 'creates.submit_case',
        input: { application_id: '{{2.application_id}}' },
      },
    ],
  },
  {
    key: 'spreadsheet-remediation',
    title: 'Existing clients from a spreadsheet are verified again',
    why: 'Remediation: one row, one case. Running a row twice makes no second case.',
    steps: [
      {
        app: 'Google Sheets',
        event: 'New or Updated Spreadsheet Row',
        sample: {
          row_number: 12,
          COL$A: 'client-0012',
          COL$B: 'Waterkant Design BV',
          COL$C: 'NLD',
          COL$D: '59120436',
          COL$E: 'hello@waterkant.example',
        },
      },
      onboarding({
        subject: 'business',
        organization_name: '{{1.COL$B}}',
        country: '{{1.COL$C}}',
        registration_number: '{{1.COL$D}}',
        external_reference: '{{1.COL$A}}',
        is_draft: true,
        custom_fields: { email: '{{1.COL$E}}' },
      }),
      mail('{{1.COL$E}}', '{{2.portal_link}}'),
    ],
  },
  {
    key: 'registry-completes-company',
    title: 'The company registry completes a CRM company',
    why: 'A company with only a name gets its number, registration date and city.',
    steps: [
      {
        app: 'HubSpot',
        event: 'New Company',
        sample: { id: '512', properties: { name: 'Officina Serravalle', country: 'Italy' } },
      },
      {
        app: ours,
        event: 'Find Companies',
        operation: 'searches.search_companies',
        input: { country: '{{1.properties.country}}', q: '{{1.properties.name}}' },
      },
      {
        app: ours,
        event: 'Find Company by Registration Number',
        operation: 'searches.get_company',
        input: { country: '{{2.country}}', registration_number: '{{2.registration_number}}' },
      },
      {
        app: 'HubSpot',
        event: 'Update Company',
        input: {
          id: '{{1.id}}',
          registration_number: '{{3.registration_number}}',
          city: '{{3.address.city}}',
        },
      },
    ],
  },
  {
    key: 'activate-on-approval',
    title: 'The customer account is activated on approval',
    why: 'In-app integration: the account was created inactive and waits for the decision.',
    steps: [
      {
        ...reviewed,
        event: 'Case Review Updated (Only Review Status: approved)',
        input: { status_review: ['approved'] },
      },
      {
        app: 'Webhooks by Zapier',
        event: 'POST',
        input: { url: 'https://app.example.com/accounts/{{1.external_reference}}/activate' },
      },
    ],
  },
];

const at = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | undefined)?.[key],
    value,
  );

/** The input with its `{{step.path}}` replaced by what the steps handed over. */
export function mapped(input: unknown, results: unknown[]): unknown {
  if (typeof input === 'string') {
    return input.replace(/\{\{(\d+)\.([^}]+)\}\}/g, (_, step: string, path: string) => {
      const value = at(results[Number(step) - 1], path.split('.'));
      if (value === undefined || value === null)
        throw new Error(`Step ${step} hands over no ${path}`);
      return String(value);
    });
  }
  if (Array.isArray(input)) return input.map((item) => mapped(item, results));
  if (typeof input === 'object' && input) {
    return Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, mapped(value, results)]),
    );
  }
  return input;
}
