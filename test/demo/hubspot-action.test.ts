/** The custom code action for HubSpot on the sandbox, once run by plain Node as HubSpot runs it. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { listen } from '../../zapier/local/listen.ts';

const file = resolve('demo/recipes/hubspot-action.cjs');
const code = readFileSync(file, 'utf8');
const byNode = `
  const { main } = require(process.env.ACTION);
  const say = (result) => process.stdout.write(JSON.stringify(result));
  main(JSON.parse(process.env.EVENT), say);
`;

interface Result {
  outputFields?: { case: string; portal_link: string; problem: string };
  message?: string;
  status?: number;
}
type Main = (event: object, say: (result: Result) => void) => Promise<void>;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const company = { name: 'Lumen Studio SAS', country: 'France', registration_number: '552100554' };
const eventOf = (inputFields: object) => ({
  object: { objectType: 'DEAL', objectId: 9876543210 },
  inputFields,
});
const variables = (service = sandbox.url) => ({
  SERVICE_URL: service,
  SERVICE_API_KEY: sandbox.apiKey,
  PORTAL_URL: 'https://collect.example.com',
});

/** Runs the action for a deal in a process of its own, away from the packages of this repository. */
async function runByNode(inputFields: object): Promise<Result> {
  const EVENT = JSON.stringify(eventOf(inputFields));
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', byNode], {
    cwd: tmpdir(),
    env: { ACTION: file, EVENT, ...variables() },
  });
  return JSON.parse(stdout) as Result;
}

/** Runs it with nothing but its variables. */
async function run(inputFields: object, service?: string): Promise<Result> {
  const action = {} as { main: Main };
  new Function('exports', 'process', code)(action, { env: variables(service) });
  let result: Result = {};
  await action
    .main(eventOf(inputFields), (said) => (result = said))
    .catch(({ message, response }) => (result = { message, status: response?.status }));
  return result;
}
const cases = () => sandbox.services.cases.list({}, 9);

it('makes the case of the deal, and hands back its ID and a link that opens', async () => {
  const { outputFields } = await runByNode({ ...company, email: 'finance@lumen.example' });
  const { case: id, portal_link, problem } = outputFields!;
  expect(problem).toBe('');
  const headers = { authorization: sandbox.apiKey };
  const answer = await fetch(`${sandbox.url}/api/applications/${id}`, { headers });
  expect(await answer.json()).toMatchObject({
    external_reference: '9876543210-kyb',
    is_draft: true,
    business: { organization_name: 'Lumen Studio SAS', country: 'FRA' },
    custom_fields: { deal_id: '9876543210', email: 'finance@lumen.example' },
  });
  expect((await fetch(portal_link)).status).toBe(200);
});

it('makes one case, however often it runs', async () => {
  const first = await run(company);
  expect(await run(company)).toEqual(first);
  expect(await run({ case: first.outputFields!.case })).toEqual(first);
  expect(cases()).toHaveLength(1);
});

it('says which case is in the way where the reference is taken', async () => {
  const body = { business: { organization_name: 'B Ltd' }, external_reference: '9876543210-kyb' };
  const { application_id } = sandbox.services.cases.create('API', body);
  const { message, status } = await run(company);
  expect([status, message]).toEqual([409, expect.stringContaining(application_id)]);
  expect(message).toContain('Enter the ID of that case on the deal');
});

it('refuses what it cannot send, before anything is made', async () => {
  expect((await run({ ...company, country: 'Atlantis' })).message).toContain('"Atlantis"');
  expect((await run({ ...company, name: '' })).message).toContain('has no name');
  expect(cases()).toEqual([]);
});

it('lets HubSpot run it again after 429 and 5xx', async () => {
  const busy = await listen((_, response) => response.writeHead(503).end('busy'));
  expect(await run(company, busy.url)).toMatchObject({ status: 503 });
  busy.close();
});

it('keeps the case where the link cannot be made, and puts a token behind the portals', async () => {
  const answers: Record<string, [number, object]> = {
    '/api/applications': [201, { id: 'AN1' }],
    '/api/applications/AN1/portals': [500, { detail: 'busy' }],
  };
  const service = await listen(({ path }, response) => {
    const [status, body] = answers[path] ?? [404, {}];
    response.writeHead(status).end(JSON.stringify(body));
  });
  expect((await run(company, service.url)).outputFields).toEqual({
    case: 'AN1',
    portal_link: '',
    problem: expect.stringContaining('500'),
  });
  answers['/api/applications/AN1/portals'] = [200, { link: '4mJx0Qk2' }];
  expect((await run({ case: 'AN1' }, service.url)).outputFields!.portal_link).toBe(
    'https://collect.example.com/portals/4mJx0Qk2',
  );
  service.close();
});

it('fits into the editor of HubSpot: at most 60 lines, nothing to install', () => {
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  expect(code).not.toMatch(/\brequire\(|\bimport\b/);
});
