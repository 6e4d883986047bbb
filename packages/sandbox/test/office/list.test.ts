/** The list of cases: each case is under the status that its deal has. */
import { portalLinkIn } from '../../../../client/portal-link.ts';
import { progressOf } from '../../../../fields/progress.ts';
import { isDecided, statusNames } from '../../domain/states.ts';
import { createSandbox, type Sandbox } from '../inside.ts';
import { call } from '../visitor.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

const api = async (method: string, path: string, body?: object) =>
  (await call(sandbox, method, path, body)).body;
const decide = (status: string, text?: string) => (id: string) =>
  api('POST', `/_sandbox/cases/${id}/decision`, { status, text });
const ask = (id: string) =>
  api('POST', `/_sandbox/cases/${id}/request`, { reason: 'More', fields: ['vat_number'] });
const invite = (id: string) => api('POST', '/api/portals', { application_id: id });
const close = (id: string) => api('POST', `/_sandbox/cases/${id}/close`);
const submit = (id: string) => api('PUT', `/api/applications/${id}/submit`);
/** In the workflow, before it has done anything. */
const enter = (id: string) => {
  const running = { is_draft: false, status_execution: 'running' };
  sandbox.services.cases.change('Test', id, (one) => one.set(running));
};

it.each<[status: string, name: string, life: ((id: string) => unknown)[]]>([
  ['Draft', 'Lumen', []],
  ['Draft', 'Lumen', [invite, close]],
  ['Waiting for Client', 'Lumen', [invite]],
  ['In Review', 'Lumen', [enter]],
  ['Ready for Decision', 'Lumen', [invite, submit]],
  ['Waiting for Client', 'Lumen', [submit, ask]],
  ['In Review', 'Lumen', [submit, ask, close]],
  ['Checks Failed', 'Autofail', [submit]],
  ['Approved', 'Lumen', [submit, decide('approved')]],
  ['Approved', 'Lumen', [submit, ask, decide('approved')]],
  ['Waiting for Client', 'Lumen', [submit, decide('rejected', 'No'), ask]],
  ['Rejected', 'Lumen', [submit, decide('rejected', 'No')]],
])('has under %s a case of %s after %#', async (status, organization_name, life) => {
  const body = { business: { organization_name, country: 'FRA' }, is_draft: true };
  const { application_id: id } = await api('POST', '/api/applications', body);
  for (const happen of life) await happen(id);
  const found = await api('GET', `/api/applications/${id}`);
  const link = portalLinkIn(found) as string | undefined;
  const deal = progressOf({
    ...found,
    portal_link: link,
    isDecided: isDecided(found.status_review),
  });
  const [tab] = Object.entries(statusNames).find(([, words]) => words === status)!;
  const list = await (await fetch(`${sandbox.url}/back-office?state=${tab}`)).text();
  expect([deal.status_text, list.includes(id)]).toEqual([status, true]);
});
