/** The message of a failed step: never a secret, and what is for the engineer at its end. */
import { halt, withText } from '../../../client/basics/errors.ts';
import { failure, halted, openCore } from '../../support/core.ts';

const { service, perform } = openCore();

const secret = 'sk/live+Ab?cd==';
const forms = [
  secret,
  secret.toUpperCase(),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
];
it.each(
  forms.flatMap((form) => [
    { detail: `x ${form}` },
    { detail: [{ loc: [form], msg: 'x' }] },
    { reason: { text: `x ${form}` } },
  ]),
)('an error shows no secret of the connection: %j', async (body) => {
  for (const name of ['api_key', 'webhook_secret']) {
    service.serve({ 'GET /api/applications/app_1': [422, body] });
    const work = perform('find_case', { application_id: 'app_1' }, { [name]: secret });
    const message = (await halted(work)).toLowerCase();
    expect(message).toContain('[key]');
    for (const form of forms) expect(message).not.toContain(form.toLowerCase());
  }
});

it.each([
  ['one long text', [{ msg: 'x'.repeat(6000) }]],
  ['many texts', Array.from({ length: 50 }, (_, more) => ({ msg: 'y'.repeat(300 + more) }))],
])('an error shows at most 500 characters of the service’s own words: %s', async (_, detail) => {
  service.serve({ 'GET .*': [422, { detail }] });
  const message = await halted(perform('find_case', { application_id: 'app-1' }));
  const [words] = /(x|y)[xy; .]*…/.exec(message)!;
  expect(words.length).toBeGreaterThan(400);
  expect(words.length).toBeLessThanOrEqual(502);
});

const support = "For your engineer: give the service's support the request ID req-1.";
const doctor =
  "For your engineer: examine the service with npm run doctor; give the service's support the request ID req-1.";
it.each<[status: number, body: unknown, headers: Record<string, string>, end: string, id?: string]>(
  [
    [500, { detail: 'Failed' }, { 'x-request-id': 'req-1' }, `Failed. ${support}`, 'req-1'],
    [503, '', { 'request-id': 'req-1' }, support, 'req-1'],
    [200, '{', { 'x-request-id': 'req-1', 'content-type': 'application/json' }, doctor, 'req-1'],
    [302, 'Found', { 'x-request-id': 'req-1' }, support, 'req-1'],
    [418, '', { 'x-request-id': 'req-1' }, `refused the request (status 418). ${support}`, 'req-1'],
    [422, { detail: 'Closed' }, { 'x-request-id': 'req-1' }, 'values. Closed.', 'req-1'],
    [422, {}, {}, 'The service refused these values.'],
    [500, '', { 'x-request-id': 'https://user:word@x.example' }, 'replaying the run.'],
    [500, '', { 'x-request-id': 'id-of-key-of-service' }, 'replaying the run.'],
  ],
)('after %i with %j and %j ends with %s', async (status, body, headers, end, ...[id]) => {
  service.serve({ 'GET .*': [status, body, headers] });
  const work = perform('find_case', { application_id: 'app-1' }, { api_key: 'key-of-service' });
  const error = await failure(work);
  expect(error).toMatchObject({ status });
  expect(error.requestId).toBe(id);
  expect(error.message.slice(-end.length)).toBe(end);
});

it('an error ends with one sentence for the engineer, the latest', () => {
  const first = withText(halt('A. For your engineer: one.'), 'B.');
  expect(first.message).toBe('A. B. For your engineer: one.');
  expect(withText(first, 'For your engineer: two.').message).toBe('A. B. For your engineer: two.');
});
