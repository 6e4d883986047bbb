/**
 * The journey of a case through a client that other people's tools made from docs/openapi.json:
 * `npm run check -- openapi` makes its types (service.ts, beside this file) and runs it on the sandbox.
 */
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';

import { createSandbox } from '../../packages/sandbox/server.tsx';
import type { paths } from './service.ts';

const sandbox = await createSandbox();
try {
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
  const person = { given_names: 'Inés', last_name: 'Ferrer', roles: ['UBO'] };
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
  assert.equal((await fetch(portal.data!.link)).status, 200);
  await client.PUT('/api/applications/{application_id}', {
    params,
    body: { custom_fields: { plan: 'Premium' } },
  });
  await client.PUT('/api/applications/{application_id}/submit', { params });
  const decided = await client.POST('/applications/{application_id}/decisions', {
    params,
    body: { status: 'approved' },
  });
  assert.equal(decided.response.status, 201);
  const { data } = await client.GET('/api/applications/{application_id}', { params });
  const { status_review, is_draft, business: stored, custom_fields, persons, documents } = data!;
  assert.deepEqual(
    [status_review, is_draft, stored?.registration_number, custom_fields, data!.portals?.link],
    ['approved', false, '552100554', { plan: 'Premium' }, portal.data!.link],
  );
  assert.deepEqual(
    [persons?.map(({ last_name }) => last_name), documents?.map(({ name }) => name)],
    [['Ferrer'], ['register.pdf']],
  );
  const missing = await client.GET('/api/applications/{application_id}', {
    params: { path: { application_id: 'app_none' } },
  });
  assert.deepEqual(missing.error, { detail: 'There is no case app_none.' });
} finally {
  await sandbox.close();
}
