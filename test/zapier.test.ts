/**
 * Each operation once on Zapier's own test tool: what it sends, what it carries, and what the Zap
 * gets. test/creates/create_case.test.ts shows the same for one operation, written out.
 */
import { createAppTester, type Bundle, type ZObject } from 'zapier-platform-core';
import nock from 'nock';

import app from '../index.ts';
import { base } from './support/app.ts';
import { compiled, operationsOf, outputFieldsOf, type Field } from '../zapier/local/definition.ts';
import { examples, id, steps, type Exchange } from './support/examples.ts';
import { useNock } from './support/nock.ts';

type Item = Record<string, unknown>;
type Method = (z: ZObject, bundle: Bundle) => Promise<Item | Item[]>;
const operations = operationsOf(compiled(app));

useNock();

/** Answers these requests, each once; any other is refused. */
function serve(requests: Exchange[]) {
  const sent: Omit<Exchange, 'answer'>[] = [];
  for (const { method, path, answer } of requests) {
    nock(base, { reqheaders: { authorization: 'secret-key' } })
      .intercept(path, method)
      .reply(200, (uri, body) => {
        sent.push({ method, path: uri, body: body as object });
        return answer as nock.Body;
      });
  }
  return sent;
}

/** What was sent is what the example says. */
const expectSent = (sent: object[], requests: Exchange[]) =>
  expect(sent).toEqual(
    requests.map(({ method, path, body = '' }) => ({
      method,
      path,
      body: body instanceof RegExp ? expect.stringMatching(body) : body,
    })),
  );

/** The methods of an operation on a cache of its own, for one connection. */
function openTester(key: string, common: object = {}) {
  const appTester = createAppTester(app);
  const authData = { base_url: base, api_key: 'secret-key' };
  const { operation } = operations.find((one) => one.key === key)!;
  const run = (method: string, bundle: object = {}) =>
    appTester(operation[method] as Method, { authData, ...common, ...bundle });
  return { run, operation, sample: operation.sample! };
}

/** Zapier's T005: what is returned is what the output fields say. */
function expectTyped(item: Item, fields: Field[]) {
  for (const { key, list, type } of fields) {
    const value = item[key] ?? undefined;
    if (value === undefined) continue;
    expect([key, Array.isArray(value)]).toEqual([key, list === true]);
    if (type === 'boolean') expect([key, typeof value]).toEqual([key, 'boolean']);
    if (type === 'integer') expect([key, Number.isInteger(value)]).toEqual([key, true]);
  }
}

it('has an example of each operation, and an operation for each event', () =>
  expect(operations.map(({ key }) => key).sort()).toEqual(Object.keys(examples).sort()));

it.each(steps)('%s', async (key, { bundle, requests, result }) => {
  const { run, operation, sample } = openTester(key);
  const sent = serve(requests);
  const items = [await run('perform', bundle)].flat();
  expectSent(sent, requests);
  expect(items).toMatchObject([result]);
  // Zapier's T004: a sample holds only keys that are always returned.
  expect(Object.keys(items[0]!)).toEqual(expect.arrayContaining(['id', ...Object.keys(sample)]));
  expectTyped(items[0]!, await outputFieldsOf({ operation }));
});

const triggers = Object.entries(examples).filter(([, { run }]) => run.startsWith('triggers.'));
it.each(triggers)('%s', async (key, { bundle, requests, result }) => {
  const { type } = JSON.parse((bundle.rawRequest as { content: string }).content) as Item;
  const inputData = key === 'event_received' ? { event_names: [type] } : {};
  const { run, sample } = openTester(key, { ...bundle, inputData });
  // The editor shows the sample before any event.
  expect(await run('performList', { inputData: {} })).toEqual([sample]);

  const targetUrl = 'https://hooks.zapier.com/1';
  const registration: Exchange = {
    method: 'POST',
    path: '/api/webhooks',
    body: { url: targetUrl, events: [type] },
    answer: { id: 'wh_1', secret: 'whsec_c2VjcmV0' },
  };
  const registered = serve([registration]);
  expect(await run('performSubscribe', { targetUrl })).toEqual(registration.answer);
  expectSent(registered, [registration]);

  const read = serve(requests);
  const [item, ...others] = [await run('perform')].flat();
  expectSent(read, requests);
  expect([item, others]).toMatchObject([result, []]);

  // The editor shows the case of that event, with the keys that the Zap gets.
  const listed = serve([
    { method: 'GET', path: `/api/applications/${id}`, answer: requests[0].answer },
  ]);
  const [shown] = [await run('performList')].flat();
  expect(listed).toHaveLength(1);
  expect(shown).toMatchObject({ ...result, id: sample.id });
  expect(Object.keys(shown!)).toEqual(expect.arrayContaining(Object.keys(sample)));
  expect(Object.keys(item!)).toEqual(expect.arrayContaining(Object.keys(shown!)));

  const removal: Exchange = { method: 'DELETE', path: '/api/webhooks/wh_1', answer: {} };
  const removed = serve([removal]);
  await run('performUnsubscribe');
  expectSent(removed, [removal]);
});
