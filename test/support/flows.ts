/**
 * The runs behind test/golden/requests: each operation with its example, and several operations
 * together.
 */
import { aCase, examples, id, type Exchange } from './examples.ts';

export interface Flow {
  /** The methods of the app in order, each with its bundle. */
  steps: [run: string, bundle: object][];
  /** The service's answers. Any other path is 404. */
  requests: Exchange[];
}

const post = (path: string, answer: object): Exchange => ({ method: 'POST', path, answer });
const action = (key: string, inputData: object): Flow['steps'][number] => [
  `creates.${key}.operation.perform`,
  { inputData },
];

const webhook: Exchange[] = [
  post('/api/webhooks', { id: 'wh_1' }),
  { method: 'DELETE', path: '/api/webhooks/wh_1', answer: {} },
];

/** The run of an example. A trigger runs from switching a Zap on to switching it off. */
const ofExamples = Object.entries(examples).map(
  ([key, { run, bundle, requests }]): [string, Flow] => {
    if (!run.startsWith('triggers.')) return [key, { steps: [[run, bundle]], requests }];
    const method = (name: string) => `triggers.${key}.operation.${name}`;
    const steps: Flow['steps'] = [
      [method('performSubscribe'), { targetUrl: 'https://hooks.example/1' }],
      [method('performList'), {}],
      [run, bundle],
      [method('performUnsubscribe'), { subscribeData: { id: 'wh_1' } }],
    ];
    return [key, { steps, requests: [...webhook, ...requests] }];
  },
);

const party = { related_person_last_name: 'Ferrer', related_person_roles: ['DIRECTOR'] };
const owner = {
  related_business_organization_name: 'Nordwind GmbH',
  related_business_country: 'Germany',
  related_business_roles: ['SHAREHOLDER'],
  related_business_direct_ownership_percentage: '60',
};
const address = {
  business_address_street: '12 rue de la Paix',
  business_address_city: 'Paris',
  business_address_postal_code: '75002',
  business_address_country: 'France',
};
const deal = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  country: 'France',
  external_reference: 'deal-1',
};
const made = post('/api/applications', aCase);
const read: Exchange = { method: 'GET', path: `/api/applications/${id}`, answer: aCase };
const portal = { portal_id: 'ptl_1', application_id: id, link: 'tok123' };
const portalOfCase = post(`/api/applications/${id}/portals`, portal);

const together: Record<string, Flow> = {
  'connection test': { steps: [['authentication.test', {}]], requests: [] },
  'onboarding with parties': {
    steps: [
      action('start_onboarding', {
        ...deal,
        ...address,
        redirect_url: 'https://www.example.com/thanks',
        related_persons: [party, { related_person_last_name: 'Moreau' }],
        related_businesses: [owner],
      }),
    ],
    requests: [
      post('/api/applications', {
        ...aCase,
        persons: [
          { person_id: 'per_1', last_name: 'Ferrer' },
          { person_id: 'per_2', last_name: 'Moreau' },
        ],
        businesses: [{ business_id: 'biz_1', organization_name: 'Nordwind GmbH' }],
      }),
      post(`/api/applications/${id}/persons`, { person_id: 'per_1' }),
      post(`/api/applications/${id}/businesses`, { business_id: 'biz_1' }),
      portalOfCase,
    ],
  },
  'onboarding of a person': {
    steps: [
      action('start_onboarding', {
        subject: 'person',
        first_name: 'Ana',
        last_name: 'Ferrer',
        email: 'ana@client.example',
        birth_date: '2 March 1990',
        nationality: 'Spain',
        person_address_city: 'Madrid',
        person_address_country: 'ES',
      }),
    ],
    requests: [made, portalOfCase],
  },
  'portal first': {
    steps: [
      action('create_portal', {
        default_custom_fields: { plan: 'Premium' },
        redirect_url: 'https://www.example.com/thanks',
      }),
      [examples.case_submitted!.run, examples.case_submitted!.bundle],
      action('record_decision', { application_id: id, decision: 'approved', text: 'All clear' }),
    ],
    requests: [
      post('/api/portals', { ...portal, application_id: null }),
      read,
      post(`/applications/${id}/decisions`, { decision_id: 'dec_1' }),
    ],
  },
  'document with front and back': {
    steps: [
      action('upload_document', {
        application_id: id,
        type: 'ID',
        file: 'Front of the card',
        back_file: 'Back of the card',
      }),
    ],
    requests: [
      post('/api/files', { file_id: 'fil_1' }),
      post('/api/documents', { document_id: 'doc_1' }),
    ],
  },
  'case repeated with its reference': {
    steps: [action('create_case', deal), action('create_case', deal)],
    requests: [made, read],
  },
  'onboarding repeated with its reference': {
    steps: [action('start_onboarding', deal), action('start_onboarding', deal)],
    requests: [made, read, portalOfCase],
  },
  'decision at the second path': {
    steps: [action('record_decision', { application_id: id, decision: 'rejected' })],
    requests: [post(`/api/applications/${id}/decisions`, { decision_id: 'dec_1' })],
  },
};

export const flows: Record<string, Flow> = {
  ...Object.fromEntries(ofExamples),
  ...together,
};
