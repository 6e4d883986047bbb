/** What becomes of a refusal, and what its message shows: never a secret, in whatever form it is repeated. */
import { failure, halted, openCore } from '../support/core.ts';

const { service, perform } = openCore();

it.each([
  [301, 'error', 1],
  [400, 'halt', 1],
  [401, 'reconnect', 1],
  [403, 'error', 1],
  [408, 'throttle', 1],
  [409, 'halt', 1],
  [413, 'halt', 1],
  [415, 'halt', 1],
  [422, 'halt', 1],
  [423, 'throttle', 1],
  [425, 'throttle', 1],
  [429, 'throttle', 1],
  [500, 'error', 1],
  [502, 'error', 3],
  [503, 'throttle', 1],
  [504, 'error', 3],
])('%i ends a step with the kind %s, after %i requests', async (status, kind, count) => {
  const detail = [{ loc: ['body', 'business', 'country'], msg: 'is wrong' }];
  service.serve({ 'GET .*': [status, { detail }, { location: 'https://elsewhere.example/' }] });
  const error = await failure(perform('find_case', { application_id: 'app_1' }));
  expect(error.kind).toBe(kind);
  expect(error.message).not.toMatch(/undefined|\[object|null|\bat \w+ \(|NaN/);
  expect(service.lines()).toHaveLength(count);
});

const secret = 'sk/live+Ab?cd==';
const forms = [
  secret,
  secret.toUpperCase(),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
];
it.each(
  forms.flatMap((form) => [{ detail: `x ${form}` }, { detail: [{ loc: [form], msg: 'x' }] }]),
)('shows no secret of the connection: %j', async (body) => {
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
])('shows at most 500 characters of the service’s own words: %s', async (_, detail) => {
  service.serve({ 'GET .*': [422, { detail }] });
  const message = await halted(perform('find_case', { application_id: 'app-1' }));
  const [words] = /(x|y)[xy; .]*…/.exec(message)!;
  expect(words.length).toBeGreaterThan(400);
  expect(words.length).toBeLessThanOrEqual(502);
});
