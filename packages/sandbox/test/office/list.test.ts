/** The list of cases: each case is under the status that its deal has. */
import { portalLinkIn } from '../../../../client/portal-link.ts';
import { progressOf } from '../../../../fields/progress.ts';
import { isDecided, statusNames } from '../../domain/states.ts';
import { apiOf, sandboxOfTests } from '../visitor.ts';

const sandbox = sandboxOfTests();

const { api, showCase } = apiOf(() => sandbox);
const decide = (status: 'approved' | 'rejected') => (id: string) =>
  sandbox.act.decide(id, { status, text: 'No' });
const ask = (id: string) => sandbox.act.ask(id, { reason: 'More', fields: ['vat_number'] });
const invite = (id: string) => api('POST', '/api/portals', { application_id: id });
const close = (id: string) => sandbox.act.close(id);
const submit = (id: string) => api('PUT', `/api/applications/${id}/submit`);

it.each<[status: string, name: string, life: ((id: string) => unknown)[]]>([
  ['Draft', 'Lumen', []],
  ['Draft', 'Lumen', [invite, close]],
  ['Waiting for Client', 'Lumen', [invite]],
  ['Ready for Decision', 'Lumen', [invite, submit]],
  ['Waiting for Client', 'Lumen', [submit, ask]],
  ['In Review', 'Lumen', [submit, ask, close]],
  ['Checks Failed', 'Autofail', [submit]],
  ['Approved', 'Lumen', [submit, decide('approved')]],
  ['Approved', 'Lumen', [submit, ask, decide('approved')]],
  ['Waiting for Client', 'Lumen', [submit, decide('rejected'), ask]],
  ['Rejected', 'Lumen', [submit, decide('rejected')]],
])('has under %s a case of %s after %#', async (status, organization_name, life) => {
  const body = { business: { organization_name, country: 'FRA' }, is_draft: true };
  const { application_id: id } = sandbox.act.create(body);
  for (const happen of life) await happen(id);
  const found = await showCase(id);
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
