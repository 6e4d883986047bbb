/** Clients from a form, a table or an app instead of a CRM. */
import type { Recipe } from './recipe.ts';
import {
  addRelatedPerson,
  createCase,
  createPortalLink,
  findCompanies,
  findCompany,
  informationRequested,
  storedFields,
  storedEmail,
  letter,
  letters,
  message,
  onlyIfEmpty,
  reminders,
  reviewUpdated,
  startOnboarding,
  statusUpdated,
  submitCase,
  uploadDocument,
} from './steps.ts';

/** The input that makes a business a case, to which later Zaps can refer. */
const business = (reference: string, email: string, fields: Record<string, string>) =>
  startOnboarding({
    subject: 'business',
    ...fields,
    external_reference: reference,
    is_draft: true,
    custom_fields: storedFields(reference, email),
  });

/** The recipes after a case, whatever its source. */
export const followUps: Recipe[] = [
  {
    key: 'ready-for-decision',
    title: 'Reviewers learn that a case is ready',
    why: 'Reviewers can decide when all tasks of a case are done. The status is then `done`.',
    steps: [
      statusUpdated('done'),
      message('{{1.name}} is ready for a decision: case {{1.application_id}}'),
    ],
  },
  {
    key: 'information-requested',
    title: 'The client gets the link to what is missing',
    why: 'A reviewer asked for a correction or a document. The link opens just that. *Request Due Date* is the last day for it, if the reviewer set one. Use it without a CRM; with a CRM, the recipe of the CRM does it.',
    steps: [
      informationRequested,
      letter(storedEmail, letters.request, '{{1.portal_link}}'),
      ...reminders({
        case: '{{1.application_id}}',
        to: storedEmail,
        link: '{{1.portal_link}}',
      }),
      message('{{1.name}} has not answered three reminders: case {{1.application_id}}'),
    ],
  },
];

export const listRecipes: Recipe[] = [
  {
    key: 'staff-form-to-case',
    title: 'Staff enter a client in a form',
    why: 'The team sees the case and its link in Slack.',
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
            email: 'office@harbour.example',
          },
        },
      },
      business('{{1.answers.reference}}', '{{1.answers.email}}', {
        organization_name: '{{1.answers.company}}',
        country: '{{1.answers.country}}',
        registration_number: '{{1.answers.number}}',
      }),
      message('{{2.name}}: {{2.status_text}}. Page of the client: {{2.portal_link}}'),
    ],
  },
  {
    key: 'spreadsheet-remediation',
    title: 'A spreadsheet of existing clients',
    why: 'One row becomes one case and keeps its link. The last step changes the row, which starts the Zap again: its filter ends that run. Zapier Tables works the same way.',
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
          COL$F: '',
          COL$G: '',
        },
      },
      onlyIfEmpty('Link', '{{1.COL$G?}}'),
      business('{{1.COL$A}}', '{{1.COL$E}}', {
        organization_name: '{{1.COL$B}}',
        country: '{{1.COL$C}}',
        registration_number: '{{1.COL$D}}',
      }),
      letter('{{1.COL$E}}', letters.link, '{{3.portal_link}}'),
      {
        app: 'Google Sheets',
        event: 'Update Spreadsheet Row',
        input: { Row: '{{1.row_number}}', Case: '{{3.application_id}}', Link: '{{3.portal_link}}' },
      },
    ],
  },
  {
    key: 'headless-form',
    title: 'A form collects everything',
    why: 'The client sees the portal only if a reviewer asks for something more. The service is your back office.',
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
            email: 'office@harbour.example',
            director_first_name: 'Ada',
            director_last_name: 'Quill',
            share: '60 %',
            certificate: 'Certificate of incorporation',
          },
        },
      },
      createCase({
        subject: 'business',
        organization_name: '{{1.answers.company}}',
        country: '{{1.answers.country}}',
        registration_number: '{{1.answers.number}}',
        external_reference: 'form-{{1.response_id}}',
        is_draft: true,
        custom_fields: storedFields('{{1.response_id}}', '{{1.answers.email}}'),
      }),
      addRelatedPerson({
        application_id: '{{2.application_id}}',
        first_name: '{{1.answers.director_first_name}}',
        last_name: '{{1.answers.director_last_name}}',
        roles: ['DIRECTOR', 'UBO'],
        direct_ownership_percentage: '{{1.answers.share}}',
      }),
      uploadDocument({
        file: '{{1.answers.certificate}}',
        type: 'REGISTRATION_CERTIFICATE',
        application_id: '{{2.application_id}}',
      }),
      submitCase({ application_id: '{{2.application_id}}' }),
    ],
  },
  {
    key: 'registry-completes-company',
    title: 'The registry completes a company',
    why: 'A company of the CRM gets its registration number and city.',
    steps: [
      {
        app: 'HubSpot',
        event: 'New Company',
        sample: { id: '512', properties: { name: 'Officina Serravalle', country: 'Italy' } },
      },
      findCompanies({ country: '{{1.properties.country}}', q: '{{1.properties.name}}' }),
      findCompany({ country: '{{2.country}}', registration_number: '{{2.registration_number}}' }),
      {
        app: 'HubSpot',
        event: 'Update Company',
        input: {
          'Company ID': '{{1.id}}',
          'Registration Number': '{{3.registration_number}}',
          City: '{{3.address.city}}',
        },
      },
    ],
  },
];

/** Your own app sends its new customer to the portal and waits for the decision. */
export const redirectionRecipes: Recipe[] = [
  {
    key: 'app-redirects-to-portal',
    title: 'A new account is sent to the portal',
    why: 'Your app creates an inactive account, asks for a link and redirects its user. The user comes back to the Redirect URL.',
    steps: [
      {
        app: 'Webhooks by Zapier',
        event: 'Catch Hook',
        sample: { account_id: 'acc_4711', email: 'owner@shop.example' },
      },
      createPortalLink({
        deal_id: '{{1.account_id}}',
        default_custom_fields: { email: '{{1.email}}' },
        redirect_url: 'https://app.example.com/welcome-back',
      }),
      {
        app: 'Webhooks by Zapier',
        event: 'POST',
        input: {
          URL: 'https://app.example.com/accounts/{{1.account_id}}/portal',
          Link: '{{2.portal_link}}',
        },
      },
    ],
  },
  {
    key: 'activate-on-approval',
    title: 'The approval activates the account',
    why: '',
    steps: [
      reviewUpdated('approved'),
      {
        app: 'Webhooks by Zapier',
        event: 'POST',
        input: { URL: 'https://app.example.com/accounts/{{1.custom_fields.deal_id}}/activate' },
      },
    ],
  },
];
