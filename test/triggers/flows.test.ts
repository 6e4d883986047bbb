/** What tells two Zaps apart that get the same event: each runs once for it. */
import nock from 'nock';

import app from '../../index.ts';
import { base } from '../support/app.ts';
import { startCache } from '../../zapier/local/cache.ts';
import { aCase, id } from '../support/examples.ts';
import { useNock } from '../support/nock.ts';
import { runner } from '../../zapier/local/runner.ts';

useNock();

const event = { event_id: 'evt_1', type: 'application.submitted', application_id: id };
const rawRequest = { method: 'POST', headers: {}, content: JSON.stringify(event) };

it.each<[string, object, object]>([
  ['their registrations', { subscribeData: { id: 'wh_1' } }, { subscribeData: { id: 'wh_2' } }],
  [
    'their addresses, where webhooks are entered by hand',
    { targetUrl: 'https://hooks.zapier.com/1' },
    { targetUrl: 'https://hooks.zapier.com/2' },
  ],
  ['their numbers', { meta: { zap: { id: 1 } } }, { meta: { zap: { id: 2 } } }],
])('are %s', async (_, first, second) => {
  nock(base).get(`/api/applications/${id}`).times(4).reply(200, aCase);
  const cache = await startCache();
  const run = runner(app, cache.event, { authData: { base_url: base, api_key: 'key' } });
  const counts = [];
  for (const zap of [first, second, first, second]) {
    const method = 'triggers.case_submitted.operation.perform';
    counts.push((await run<object[]>(method, { ...zap, rawRequest })).length);
  }
  await cache.close();
  expect(counts).toEqual([1, 1, 0, 0]);
});
