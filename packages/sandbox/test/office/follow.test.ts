/** All that belongs to one deal, and nothing of another. */
import type { RequestLog } from '../../api/request-log.ts';
import { dealOf } from '../../office/follow.tsx';
import { createSandbox, type Sandbox } from '../inside.ts';
import { listen } from '../../../../zapier/local/listen.ts';
import { until } from '../../../../zapier/local/until.ts';
import { call, uploadPdf } from '../visitor.ts';

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof listen>>;
/** What the receiver answers. */
let answer = 503;
beforeAll(async () => {
  sandbox = await createSandbox({ deliveryFactor: 0.01 });
  receiver = await listen((_, response) => void response.writeHead(answer).end());
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});
beforeEach(() => sandbox.reset());

const api = async (method: string, path: string, body?: object) =>
  (await call(sandbox, method, path, body)).body;
const create = (external_reference = 'deal-7') =>
  api('POST', '/api/applications', {
    business: { organization_name: 'Live Ltd' },
    external_reference,
    is_draft: true,
  });
const deal = (name: string) =>
  dealOf(sandbox.services, { latest: sandbox.requests } as RequestLog, name);
/** The newest first, in short. */
const entriesOf = (name: string) =>
  deal(name)
    .lines.toReversed()
    .map(({ who, what, tag = '' }) => `${who}: ${what} ${tag}`.replace(/<[^>]*>/g, '').trim());

it('is found by its case, its reference and each part of it', async () => {
  const { application_id: id } = await create();
  const other = await create('deal-8');
  const persons = `/api/applications/${id}/persons`;
  const { person_id } = await api('POST', persons, { last_name: 'Ferrer' });
  const { portal_id } = await api('POST', `/api/applications/${id}/portals`, {});
  const body = { file_id: await uploadPdf(sandbox), type: 'ID', person_id };
  const { document_id } = await api('POST', '/api/documents', body);
  const names = [id, 'deal-7', person_id, portal_id, document_id, 'deal-8', 'deal-9'];
  const found = names.map((name) => deal(name).application_id);
  expect(found).toEqual([id, id, id, id, id, other.application_id, undefined]);
});

it('has what was asked, done and delivered, the newest first, and nothing of another', async () => {
  const hook = { url: receiver.url, events: ['application.submitted'] };
  await api('POST', '/api/webhooks', hook);
  await api('POST', '/_sandbox/faults', { path: '/api', status: 429, times: 1 });
  await create();
  const { application_id: id } = await create();
  await api('PUT', `/api/applications/${id}`, { business: { vat_number: 'FR9', legal_type: 'A' } });
  const other = await create('deal-8');
  await api('PUT', `/api/applications/${other.application_id}/submit`);
  const { link } = await api('POST', `/api/applications/${id}/portals`, {});
  sandbox.services.portals.submit(link.split('/').pop()!);
  const attempt = (status: number) => () =>
    entriesOf(id).some((entry) => entry.startsWith('Delivery: A') && entry.endsWith(`${status}`));
  await until('an attempt', attempt(503));
  answer = 200;
  await until('a delivery', attempt(200));
  const entries = entriesOf(id);
  expect(entries.filter((entry) => /^(API: [A-Z]+ \/|Event)/.test(entry))).toEqual([
    'Event: application.review_updated no subscriber',
    'Event: application.submitted',
    `API: POST /api/applications/${id}/portals 201`,
    `API: PUT /api/applications/${id} 200`,
    'API: POST /api/applications 201',
    'API: POST /api/applications 429',
  ]);
  expect(entries).toContain('Client: Submitted');
  // What one call has changed is one entry.
  expect(entries.filter((entry) => entry.includes('→'))).toEqual([
    expect.stringMatching(/^API: .*; /),
  ]);
});

it('has the calls of a portal without a case, and leads there from a call', async () => {
  const { portal_id } = await api('POST', '/api/portals', {});
  await create();
  expect(entriesOf(portal_id)).toEqual(['API: POST /api/portals 201']);
  const [request] = sandbox.requests();
  const at = await fetch(`${sandbox.url}/back-office/follow/request/${request!.id}`);
  expect(at.url).toContain(`/back-office/follow/${(request!.answer as any).application_id}?`);
});
