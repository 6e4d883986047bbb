/** Bad input comes back with the connector's own sentence through each door; n8n: packages/n8n/test/doors.test.ts. */
import app from '../../index.ts';
import { stepFailure } from '../../zapier/local/app-handler.ts';
import { listen } from '../../zapier/local/listen.ts';
import { formFieldsOf, operationsOf } from '../../zapier/local/definition.ts';
import { examples } from '../support/examples.ts';
import { mistakes, saidBy } from './mistakes.ts';
import { runner } from '../../zapier/local/runner.ts';
import { asCall, clients, startServer, type Assistant } from '../../packages/mcp/test/support.ts';

let service: Awaited<ReturnType<typeof listen>>;
let server: Awaited<ReturnType<typeof startServer>>;
let assistants: Assistant[];
let answer: { status: number; body: object };
let requestCount = 0;

beforeAll(async () => {
  service = await listen((_, response) => {
    requestCount++;
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  });
  answer = { status: 404, body: {} };
  server = await startServer(service.url);
  assistants = await Promise.all(clients.map(([, open]) => open(server.url)));
  await Promise.all(assistants.map((assistant) => assistant.tools()));
});
afterAll(async () => {
  await Promise.all(assistants.map((assistant) => assistant.close()));
  await server.close();
  service.close();
});

it.each(operationsOf(app).filter(({ key }) => key in { ...app.creates, ...app.searches }))(
  'has $key with its required fields alone: its example, or a sentence on what is missing',
  async (operation) => {
    const required = (await formFieldsOf(operation)).filter((field) => field.required);
    const inputs = mistakes.filter(({ key }) => key === operation.key).map(({ input }) => input);
    const all = [...inputs, examples[operation.key]!.bundle.inputData].map((input) =>
      Object.keys(input).sort(),
    );
    expect(all).toContainEqual(required.map(({ key }) => key).sort());
  },
);

describe.each(mistakes)('$what', (mistake) => {
  const { key, input } = mistake;
  beforeEach(() => {
    answer = mistake.answer ?? { status: 500, body: {} };
    requestCount = 0;
  });
  // What is wrong with the input is said before anything is sent.
  afterEach(() => expect(requestCount > 0).toBe(mistake.answer !== undefined));

  it('in Zapier', async () => {
    const kind = key in app.creates ? 'creates' : 'searches';
    const authData = { base_url: service.url, api_key: 'key' };
    const failed = await runner(app)(`${kind}.${key}.operation.perform`, {
      authData,
      inputData: input,
    }).catch(stepFailure);
    expect(failed.message).toBe(saidBy(mistake, 'zapier'));
  });

  it('in MCP, with the clients of both generations', async () => {
    for (const assistant of assistants) {
      const { isError, text } = await assistant.call(...asCall(key, input));
      expect([assistant.generation, isError, text]).toEqual([
        assistant.generation,
        true,
        saidBy(mistake, 'mcp'),
      ]);
    }
  });
});
