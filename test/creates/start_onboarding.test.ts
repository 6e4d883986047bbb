/** Start Onboarding makes the case, its related persons and the portal link in one step. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const startOnboarding = useStep('start_onboarding', {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  country: 'France',
  external_reference: 'deal-1',
  related_persons: [{ related_person_last_name: 'Ferrer', related_person_roles: ['DIRECTOR'] }],
});

const request = () =>
  service().post('/api/applications', {
    business: { organization_name: 'Lumen Studio SAS', country: 'FRA' },
    external_reference: 'deal-1',
    is_draft: true,
  });

it('creates the case, then its persons, then the portal, and returns the link', async () => {
  request().reply(201, {
    application_id: 'app_1',
    external_reference: 'deal-1',
    is_draft: true,
    business: { organization_name: 'Lumen Studio SAS', country: 'FRA' },
    status_review: 'pending',
  });
  service()
    .post('/api/applications/app_1/persons', { last_name: 'Ferrer', roles: ['DIRECTOR'] })
    .reply(201, { person_id: 'per_1', last_name: 'Ferrer', roles: ['DIRECTOR'] });
  service()
    .post('/api/applications/app_1/portals', {})
    .reply(201, { portal_id: 'ptl_1', application_id: 'app_1', link: 'tok123' });
  expect(await startOnboarding()).toMatchObject({
    id: 'app_1',
    name: 'Lumen Studio SAS',
    portal_link: 'https://api.example.com/portals/tok123',
    already_existed: false,
    not_taken: [],
  });
});
