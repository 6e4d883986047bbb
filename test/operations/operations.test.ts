/**
 * Each row of the table, in the platform's own handler: what comes out of the step, and the requests
 * that it sends, in their order.
 */
import app from '../../index.ts';
import { formFieldsOf, operationsOf } from '../../zapier/local/definition.ts';
import { noCache } from '../../zapier/local/cache.ts';
import { endOf, methodOf, runner } from '../support/app.ts';
import { lenient } from '../known-service/choices.ts';
import { startService, type StartedService } from '../known-service/service.ts';
import { rows } from './rows.ts';
import { bundleOf, endIn } from './table.ts';

let service: StartedService;
beforeAll(async () => (service = await startService(lenient)));
afterAll(() => service.close());

const run = runner(app, noCache);

describe.each(Object.entries(rows))('%s', (key, ofKey) => {
  it.each(Object.entries(ofKey))('%s', async (_, row) => {
    const { requests = [] } = row;
    service.follow(requests);
    const authData = { base_url: service.url, api_key: 'secret-key' };
    const end = await endOf(run(methodOf(key), { ...bundleOf(row), authData }));
    const text = JSON.stringify(end).replaceAll(service.url, '{base_url}');
    expect(text).not.toContain('secret-key');
    expect(JSON.parse(text)).toMatchObject(endIn('zapier', row));
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      requests.map(({ method, path }) => `${method} ${path}`),
    );
    for (const [index, { body }] of requests.entries()) {
      const asked = service.requests[index]!;
      if (body instanceof RegExp) expect(asked.content).toMatch(body);
      else expect(asked.body).toEqual(body);
    }
  });
});

it.each(operationsOf(app))(
  'has $key with its required fields alone: the usual row, or one with a sentence',
  async (operation) => {
    const required = (await formFieldsOf(operation)).filter((field) => field.required);
    const inputs = Object.values(rows[operation.key]!).map(({ input }) => Object.keys(input));
    expect(inputs.map((keys) => keys.sort())).toContainEqual(required.map(({ key }) => key).sort());
  },
);
