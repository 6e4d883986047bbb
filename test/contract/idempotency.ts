/** The Idempotency-Key of each write, as the service receives it for these inputs. */
import app from '../../index.ts';
import { creates } from '../../creates/index.ts';
import { examples } from '../support/examples.ts';
import { runner } from '../../zapier/local/runner.ts';
import { lenient } from '../known-service/choices.ts';
import { startService } from '../known-service/service.ts';
import { comparable } from '../support/comparable.ts';

const application_id = 'app_1';
const business = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  country: 'France',
};
const person = { subject: 'person', first_name: 'Ana', last_name: 'Ferrer' };
const parties = {
  related_persons: [{ related_person_last_name: 'Ferrer' }],
  related_businesses: [
    { related_business_organization_name: 'Nordwind GmbH', related_business_country: 'DE' },
  ],
};
const document = { type: 'ID', file: 'plain text', file_name: 'passport.txt' };

type Row = [step: string, input: object];
const rows: Row[] = [
  ['create_case', business],
  ['create_case', { ...business, external_reference: 'deal-1' }],
  ['create_case', { ...person, external_reference: 'deal-2' }],
  ['start_onboarding', { ...business, ...parties }],
  ['start_onboarding', { ...business, ...parties, external_reference: 'deal-3' }],
  ['start_onboarding', { ...person, external_reference: 'deal-4' }],
  ['create_portal', { portal_for: 'client' }],
  ['create_portal', { portal_for: 'client', deal_id: 'deal-5' }],
  ['create_portal', { application_id, ask_again: true }],
  ['add_related_person', { application_id, ...person, roles: ['DIRECTOR'] }],
  ['add_related_business', { application_id, ...business }],
  ['upload_document', { application_id, ...document }],
  ['upload_document', { person_id: 'per_1', ...document }],
  ['upload_document', { business_id: 'biz_1', ...document }],
  ['update_case', { application_id, vat_number: 'FR1' }],
  ['submit_case', { application_id }],
  ['enrich_case', { application_id }],
  ['record_decision', { application_id, decision: 'rejected' }],
  ['call_api', { method: 'POST', path: '/api/applications', body: '{}' }],
  ['call_api', { method: 'PATCH', path: '/api/applications/app_1', body: '{}' }],
  ['call_api', { method: 'DELETE', path: '/api/applications/app_1' }],
];

/** An action without a row has its example. */
const others = Object.keys(creates)
  .filter((key) => rows.every(([step]) => step !== key))
  .map((key): Row => [key, examples[key]!.bundle.inputData]);

/** Each runs on a service of its own, so that IDs do not depend on earlier rows. */
async function keysOf(step: string, inputData: object): Promise<string[]> {
  const service = await startService(lenient);
  service.add(application_id, { is_draft: true });
  service.serve({ '(PATCH|DELETE) .*': [204] });
  const run = runner(app, {}, { authData: { base_url: service.url, api_key: 'key' } });
  await run(`creates.${step}.operation.perform`, { inputData });
  service.close();
  return service.requests
    .map(comparable)
    .filter(({ method }) => method !== 'GET')
    .map(
      ({ method, path, headers }) => `${method} ${path}: ${headers['idempotency-key'] ?? 'none'}`,
    );
}

export const idempotency = () =>
  Promise.all(
    [...rows, ...others].map(async ([step, input]) => ({
      step,
      input,
      keys: await keysOf(step, input),
    })),
  );
