/** What a message shows of a refusal: never a secret, in whatever form the service repeats it. */
import { halted, openCore } from '../support/core.ts';

const { service, perform } = openCore();

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
