/** Zaps without a CRM: for your own app or form, and for your reviewers. */
import type { Recipe } from './recipe.ts';
import {
  addRelatedPerson,
  createCase,
  createPortalLink,
  dealInput,
  message,
  onlyWithLink,
  reviewUpdated,
  statusUpdated,
  storedDeal,
  submitCase,
  uploadDocument,
} from './steps.ts';

/** Reviewers can decide when all tasks of a case are done. */
export const ready: Recipe = [
  statusUpdated('done'),
  message('{{1.name}} is ready for a decision: case {{1.application_id}}'),
];

const app = 'https://app.example.com/accounts';

/** A new account gets its link, and its approval activates it. */
export const redirection: [Recipe, Recipe] = [
  [
    {
      app: 'Webhooks by Zapier',
      event: 'Catch Hook',
      sample: { account_id: 'acc_4711' },
    },
    createPortalLink({
      portal_for: 'client',
      deal_id: '{{1.account_id}}',
      redirect_url: 'https://app.example.com/welcome-back',
    }),
    onlyWithLink(2),
    {
      app: 'Webhooks by Zapier',
      event: 'POST',
      input: { URL: `${app}/{{1.account_id}}/portal`, Link: '{{2.portal_link}}' },
    },
  ],
  [
    reviewUpdated('approved'),
    {
      app: 'Webhooks by Zapier',
      event: 'POST',
      input: { URL: `${app}/${storedDeal}/activate` },
    },
  ],
];

export const headless: Recipe = [
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
  createCase({
    subject: 'business',
    organization_name: '{{1.answers.company}}',
    country: '{{1.answers.country}}',
    registration_number: '{{1.answers.number}}',
    external_reference: 'form-{{1.response_id}}',
    is_draft: true,
    [dealInput.key]: '{{1.response_id}}',
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
];
