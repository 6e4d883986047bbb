/** The journey of a case through a client that other people's tools made from docs/openapi.json. */
import createClient from 'openapi-fetch';

import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import type { paths } from '../service-types.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

it('creates, completes, submits and decides a case', async () => {
  const client = createClient<paths>({
    baseUrl: sandbox.url,
    headers: { authorization: sandbox.apiKey },
  });
  const found = await client.GET('/api/companies/{country}/search', {
    params: { path: { country: 'FR' }, query: { q: 'lumen' } },
  });
  const business = found.data![0]!;
  const created = await client.POST('/api/applications', {
    body: { business, is_draft: true, external_reference: 'deal-10482' },
    params: { header: { 'Idempotency-Key': 'deal-10482' } },
  });
  const { application_id } = created.data!;
  const params = { path: { application_id } };
  const person = { first_name: 'Inés', last_name: 'Ferrer', roles: ['UBO'] };
  await client.POST('/api/applications/{application_id}/persons', { params, body: person });
  const file = await client.POST('/api/files', {
    body: { file: 'not sent' },
    bodySerializer() {
      const form = new FormData();
      form.set('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'register.pdf');
      return form;
    },
  });
  await client.POST('/api/documents', {
    body: { file_id: file.data!.file_id, type: 'REGISTRATION', application_id },
  });
  const portal = await client.POST('/api/portals', { body: { application_id } });
  expect((await fetch(portal.data!.link)).status).toBe(200);
  await client.PUT('/api/applications/{application_id}', {
    params,
    body: { custom_fields: { plan: 'Premium' } },
  });
  await client.PUT('/api/applications/{application_id}/submit', { params });
  const decided = await client.POST('/applications/{application_id}/decisions', {
    params,
    body: { status: 'approved' },
  });
  expect(decided.response.status).toBe(201);
  const { data } = await client.GET('/api/applications/{application_id}', { params });
  expect(data).toMatchObject({
    status_review: 'approved',
    is_draft: false,
    business: { registration_number: '552100554' },
    custom_fields: { plan: 'Premium' },
    persons: [{ last_name: 'Ferrer' }],
    documents: [{ type: 'REGISTRATION', name: 'register.pdf' }],
    portals: { link: portal.data!.link },
  });
  const missing = await client.GET('/api/applications/{application_id}', {
    params: { path: { application_id: 'app_none' } },
  });
  expect(missing.error).toEqual({ detail: 'There is no case app_none.' });
});
