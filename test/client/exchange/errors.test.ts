/** The message of a failed step: never a secret, and what is for the engineer at its end. */
import { halt, withText } from '../../../client/basics/errors.ts';
import { halted, openCore } from '../../support/core.ts';

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

it('an error shows the beginning of a refusal that names its problem in no known way', async () => {
  service.serve({ 'GET .*': [422, { reason: { code: 'E12', hint: 'Name too short' } }] });
  expect(await halted(perform('find_case', { application_id: 'app-1' }))).toContain(
    'The service answered: {"reason":{"code":"E12","hint":"Name too short"}}',
  );
  service.serve({ 'GET .*': [422, {}] });
  expect(await halted(perform('find_case', { application_id: 'app-1' }))).not.toContain('answered');
});

it('an error ends with one sentence for the engineer, the latest', () => {
  const first = withText(halt('A. For your engineer: one.'), 'B.');
  expect(first.message).toBe('A. B. For your engineer: one.');
  expect(withText(first, 'For your engineer: two.').message).toBe('A. B. For your engineer: two.');
});
