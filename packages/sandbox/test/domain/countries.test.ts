/** Countries of answers and events: alpha-3, or alpha-2 where the account says so; both are taken. */

import { createSandbox, type Sandbox } from '../../server.tsx';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const send = async (method: string, path: string, body?: object) => {
  const answer = await fetch(sandbox.url + path, {
    method,
    headers: { authorization: sandbox.apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as any;
};

/** Every place in which the API has a country, for a code of each form. */
const body = (france: string, spain: string) => ({
  business: {
    organization_name: 'A',
    country: france,
    address: { town: 'Paris', country: france },
  },
  persons: [{ last_name: 'F', nationalities: [spain, france], address: { country: spain } }],
  businesses: [{ organization_name: 'B', country: spain }],
  custom_fields: { country: 'XY', nationalities: ['ZZ'] },
  meta: { country: 'FR' },
});

it('are shown by their names in portal and back office, and kept as one form', async () => {
  const { id } = await send('POST', '/api/applications', { ...body('FRA', 'ESP'), is_draft: true });
  const { workflow, portals } = sandbox.services;
  expect(workflow.show('main', id)).toMatchObject(body('FR', 'ES'));
  const { link } = portals.create('main', { application_id: id }, 'API');
  expect(await (await fetch(`${link}?step=details`)).text()).toContain(
    '<option value="FR" selected',
  );
  const office = await (await fetch(`${sandbox.url}/back-office/cases/${id}`)).text();
  expect(office).toContain('France');
});
