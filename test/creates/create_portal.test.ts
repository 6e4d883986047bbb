/** Create Portal Link gives the link of a case, or makes one. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const createPortal = useStep('create_portal', {
  application_id: 'app_1',
  redirect_url: 'https://www.example.com/thanks',
  ask_again: true,
});

const request = () =>
  service().post('/api/applications/app_1/portals', {
    redirect_url: 'https://www.example.com/thanks',
    configuration: { redirect_url: 'https://www.example.com/thanks' },
  });

it('creates a portal, and returns its link', async () => {
  request().reply(201, { portal_id: 'ptl_1', application_id: 'app_1', link: 'tok123' });
  expect(await createPortal()).toMatchObject({
    id: 'ptl_1',
    application_id: 'app_1',
    portal_link: 'https://api.example.com/portals/tok123',
  });
});
