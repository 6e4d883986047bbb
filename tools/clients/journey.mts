/**
 * The journey of a case through the client of kubb, which checks each body and each answer with zod;
 * orval's zod checks the case and the settings once more. `npm run check -- tools` makes both.
 */
import assert from 'node:assert/strict';

import { createSandbox } from '../../packages/sandbox/server.tsx';
import { setConfig } from './generated/kubb/.kubb/fetch.ts';
import * as api from './generated/kubb/index.ts';
import * as orval from './generated/orval/zod.ts';

const sandbox = await createSandbox();
try {
  setConfig({ baseURL: sandbox.url, headers: { authorization: sandbox.apiKey } });
  const [business] = await api.searchCompanies('FRA', { q: 'lumen' });
  const created = await api.createCase(
    { business, is_draft: true, external_reference: 'deal-10482' },
    { 'Idempotency-Key': 'deal-10482' },
  );
  const { application_id } = created;
  const person = { given_names: 'Inés', last_name: 'Ferrer', roles: ['UBO'] };
  await api.addRelatedPerson(application_id, person);
  const file = new Blob(['%PDF-1.4'], { type: 'application/pdf' });
  const { file_id } = await api.uploadFile({ file: new File([file], 'register.pdf', file) });
  await api.attachDocument({ file_id, type: 'REGISTRATION', application_id });
  const portal = await api.createPortal({ application_id });
  assert.equal((await fetch(portal.link)).status, 200);
  // null empties a code and an address, and the answer shows it.
  await api.updateCase(application_id, { business: { country: null, trading_address: null } });
  await api.submitCase(application_id);
  await api.recordDecision(application_id, { status: 'approved' });
  await api.registerWebhook({ url: sandbox.url, events: ['collect.opened'] });
  await api.listWebhooks();
  const found = orval.GetCaseResponse.parse(await api.getCase(application_id));
  assert.deepEqual(
    [found.status_review, found.business?.registration_number, found.business?.country],
    ['approved', '552100554', null],
  );
  assert.deepEqual(
    [found.persons?.map(({ last_name }) => last_name), found.documents?.map(({ name }) => name)],
    [['Ferrer'], ['register.pdf']],
  );
  const fields = orval.ListCustomFieldsResponse.parse(await api.listCustomFields());
  assert.ok(fields.length > 0);
  orval.ListExpectedDocumentsResponse.parse(await api.listExpectedDocuments());
  orval.GetPortalConfigurationResponse.parse(await api.getPortalConfiguration());
} finally {
  await sandbox.close();
}
