/** The page of a deal has all that belongs to it, and nothing of another. */
import { createTransport } from 'nodemailer';

import { apiOf, sandboxOfTests } from '../visitor.ts';

const sandbox = sandboxOfTests({ smtpPort: 0 });

const { api, attach } = apiOf(() => sandbox);
const create = (external_reference = 'deal-7') =>
  api('POST', '/api/applications', {
    business: { organization_name: 'Live Ltd' },
    external_reference,
    is_draft: true,
  });
const page = async (name: string, place = 'follow/') =>
  (await fetch(`${sandbox.url}/back-office/${place}${name}`)).text();
/** The calls, the mails, and the events with what became of them, the newest first. */
const entriesOf = async (name: string) =>
  [...(await page(name)).matchAll(/<(summary|p)[^>]*>(<time.*?)<\/\1>/gs)]
    .map(([, , line]) => line!.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))
    .flatMap((line) => /(?:API · [A-Z]+ \/|Event|Mail).*/.exec(line)?.[0].trim() ?? []);

it('is found by its case, its reference and each part of it', async () => {
  const { application_id: id } = await create();
  const other = await create('deal-8');
  const persons = `/api/applications/${id}/persons`;
  const { person_id } = await api('POST', persons, { last_name: 'Ferrer' });
  const { portal_id } = await api('POST', `/api/applications/${id}/portals`, {});
  const { document_id } = await attach({ person_id });
  const names = [id, 'deal-7', person_id, portal_id, document_id, 'deal-8', 'deal-9'];
  const pages = await Promise.all(names.map((name) => page(name)));
  const found = pages.map((html) => /back-office\/cases\/([\w-]+)/.exec(html)?.[1]);
  expect(found).toEqual([id, id, id, id, id, other.application_id, undefined]);
});

it('has what was asked and done, the newest first, and nothing of another', async () => {
  sandbox.act.fail({ path: '/api', status: 429, times: 1 });
  await create();
  const { application_id: id } = await create();
  const other = await create('deal-8');
  await api('PUT', `/api/applications/${other.application_id}/submit`);
  await api('POST', `/api/applications/${id}/portals`, {});
  sandbox.act.submit(id);
  expect(await entriesOf(id)).toEqual([
    'Event · application.review_updated no subscriber',
    'Event · application.submitted no subscriber',
    `API · POST /api/applications/${id}/portals 201`,
    'API · POST /api/applications 201',
    'API · POST /api/applications 429',
  ]);
});

it.each([
  ['without a case', []],
  ['of a case', ['API · POST /api/applications 201']],
])('has the calls and mails of a portal %s', async (_, calls) => {
  const { application_id } = calls.length ? await create() : {};
  const { portal_id, link } = await api('POST', '/api/portals', { application_id });
  const mailer = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, ignoreTLS: true });
  await mailer.sendMail({ to: 'a@live.example', subject: 'Your link', text: link });
  mailer.close();
  const entries = ['Mail · Your link to a@live.example', 'API · POST /api/portals 201', ...calls];
  expect(await entriesOf(portal_id)).toEqual(entries);
});

it('leads from a call to its deal', async () => {
  const { application_id } = await create();
  const [request] = sandbox.requests();
  const at = await fetch(`${sandbox.url}/back-office/follow/request/${request!.id}`);
  expect(at.url).toContain(`/back-office/follow/${application_id}?`);
});

it('names the receiver of a delivery, here and on the page of the developer', async () => {
  const url = 'http://127.0.0.1:9/hook';
  sandbox.setUp({ webhooks: [{ url, events: ['application.created'] }] });
  const { application_id } = await create();
  for (const html of [await page(application_id), await page('developer', '')])
    expect(html).toContain(`To ${url}`);
});
