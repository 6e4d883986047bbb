/**
 * What the conformance suite of the protocol calls by name: tools, resources and prompts that show
 * each kind of content and of question. Mounted beside our own on the same host, for the check only.
 */
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  ResourceTemplate,
  type CallToolResult,
  type ClientCapabilities,
  type ContentBlock,
  type InputRequest,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { setTimeout as wait } from 'node:timers/promises';

import type { Questions } from '../../mcp/ask.ts';
import type { HttpServer } from '../../mcp/http.ts';
import { standard } from '../../mcp/standard.ts';

type Outcome = CallToolResult | InputRequiredResult;
type Handler = (ctx: ServerContext, args: Record<string, string>) => Outcome | Promise<Outcome>;

/** The smallest PNG and WAV. */
const image = {
  type: 'image' as const,
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
};
const audio = {
  type: 'audio' as const,
  mimeType: 'audio/wav',
  data: Buffer.from(
    'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0',
    'latin1',
  ).toString('base64'),
};
const resource = (uri: string, mimeType: string, text: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text },
});
const text = (said: string): CallToolResult => ({ content: [{ type: 'text', text: said }] });

/** Tools that return the same content always. */
const contents: Record<string, ContentBlock[]> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [image],
  test_audio_content: [audio],
  test_embedded_resource: [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
  test_streaming_elicitation: [{ type: 'text', text: 'Nothing is asked here.' }],
};

const form = (message: string, properties: Record<string, object>, required: string[] = []) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: properties as never, required },
  });
const askName = (field = 'name') =>
  form(`What is your ${field}?`, { [field]: { type: 'string' } }, [field]);
const askOk = () => form('Please confirm', { ok: { type: 'boolean' } }, ['ok']);
const askModel = (question: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens: 100,
  });

const given = (ctx: ServerContext, key: string) =>
  ctx.mcpReq.inputResponses?.[key] as Record<string, any> | undefined;
const accepted = (ctx: ServerContext, key: string) =>
  acceptedContent(ctx.mcpReq.inputResponses, key);

/** Asks until there is an answer of the right kind to everything, then says what came. */
const asking =
  (
    asks: (args: Record<string, string>) => Record<string, InputRequest>,
    done: (ctx: ServerContext) => string | undefined,
  ): Handler =>
  (ctx, args) => {
    const said = done(ctx);
    return said === undefined ? inputRequired({ inputRequests: asks(args) }) : text(said);
  };

const answered = (key: string, prefix: string) => (ctx: ServerContext) => {
  const answer = given(ctx, key);
  return (
    answer && `${prefix}: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`
  );
};
const toldBy = (key: string, prefix: string) => (ctx: ServerContext) => {
  const answer = given(ctx, key);
  return answer && `${prefix}: ${answer.content?.text}`;
};

const string = { type: 'string' };
const titled = ['First', 'Second', 'Third'].map((title, index) => ({
  const: `value${index + 1}`,
  title,
}));
const untitled = { ...string, enum: ['option1', 'option2', 'option3'] };

const questions: Record<string, Handler> = {
  test_elicitation_sep1034_defaults: asking(
    () => ({
      form: form('Please look at the defaults', {
        name: { ...string, default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { ...string, enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
    }),
    answered('form', 'Elicitation completed'),
  ),
  test_elicitation_sep1330_enums: asking(
    () => ({
      form: form('Please choose', {
        untitledSingle: untitled,
        titledSingle: { ...string, oneOf: titled },
        legacyEnum: {
          ...string,
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: untitled },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      }),
    }),
    answered('form', 'Elicitation completed'),
  ),
  test_elicitation: asking(
    ({ message = '' }) => ({ form: form(message, { response: string }, ['response']) }),
    answered('form', 'User response'),
  ),
  test_sampling: asking(
    ({ prompt = '' }) => ({ answer: askModel(prompt) }),
    toldBy('answer', 'LLM response'),
  ),
  test_missing_capability: asking(
    () => ({ answer: askModel('Say pong') }),
    toldBy('answer', 'done'),
  ),
  test_input_required_result_elicitation: asking(
    () => ({ user_name: askName() }),
    (ctx) => {
      const name = accepted(ctx, 'user_name')?.name;
      return typeof name === 'string' ? `Hello, ${name}!` : undefined;
    },
  ),
  test_input_required_result_sampling: asking(
    () => ({ capital_question: askModel('What is the capital of France?') }),
    toldBy('capital_question', 'It says'),
  ),
  test_input_required_result_list_roots: asking(
    () => ({ client_roots: inputRequired.listRoots() }),
    (ctx) => {
      const roots = given(ctx, 'client_roots')?.roots as { uri: string }[] | undefined;
      return roots?.map(({ uri }) => uri).join(', ');
    },
  ),
};
/** The one argument of those that have one. */
const argumentOf: Record<string, string> = { test_sampling: 'prompt', test_elicitation: 'message' };

/** Questions with a signed state, which must come back unchanged. */
const withState = ({ sign }: Questions): Record<string, Handler> => {
  const state = (found: unknown = null) =>
    sign({ nonce: 'conformance', about: 'conformance', found });
  const confirmed: Handler = async (ctx) =>
    ctx.mcpReq.requestState() && accepted(ctx, 'confirm')
      ? text('state-ok')
      : inputRequired({ inputRequests: { confirm: askOk() }, requestState: await state() });
  return {
    test_input_required_result_request_state: confirmed,
    test_input_required_result_tampered_state: confirmed,
    async test_input_required_result_multiple_inputs(ctx) {
      const name = accepted(ctx, 'user_name')?.name;
      const greeting = given(ctx, 'greeting')?.content?.text as string | undefined;
      const roots = given(ctx, 'client_roots')?.roots as unknown[] | undefined;
      if (name && greeting && roots) return text(`${greeting} ${name}, ${roots.length} roots`);
      return inputRequired({
        inputRequests: {
          user_name: askName(),
          greeting: askModel('Make a greeting'),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await state(),
      });
    },
    async test_input_required_result_multi_round(ctx) {
      const { found } = ctx.mcpReq.requestState<{ found: { round: number; name?: unknown } }>() ?? {
        found: { round: 0 },
      };
      if (found.round === 2) return text(`${found.name} likes ${accepted(ctx, 'step2')?.color}`);
      const name = accepted(ctx, 'step1')?.name;
      const [key, field] = found.round ? ['step2', 'color'] : ['step1', 'name'];
      return inputRequired({
        inputRequests: { [key!]: askName(field) },
        requestState: await state({ round: found.round + 1, name }),
      });
    },
  };
};

const others: Record<string, Handler> = {
  test_error_handling() {
    throw new Error('This tool intentionally returns an error for testing');
  },
  async test_tool_with_logging(ctx) {
    for (const data of [
      'Tool execution started',
      'Tool processing data',
      'Tool execution completed',
    ]) {
      await ctx.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await wait(50);
    }
    return text('logged');
  },
  async test_logging_tool(ctx) {
    // Sent only to a request that asks for logs.
    await ctx.mcpReq.log('info', 'logged');
    return text('logged');
  },
  async test_tool_with_progress(ctx) {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      const params = { progressToken: progressToken!, progress, total: 100 };
      await ctx.mcpReq.notify({ method: 'notifications/progress', params });
      await wait(50);
    }
    return text('done');
  },
  test_input_required_result_capabilities(ctx) {
    if (ctx.mcpReq.inputResponses) return text('answered');
    const envelope = ctx.mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
    const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
    const inputRequests = {
      ...(declared.elicitation && { user_name: askName() }),
      ...(declared.sampling && { greeting: askModel('Make a greeting') }),
      ...(declared.roots && { client_roots: inputRequired.listRoots() }),
    };
    return Object.keys(inputRequests).length ? inputRequired({ inputRequests }) : text('nothing');
  },
};

const argumentsOf = (...names: string[]) =>
  standard<Record<string, string>>({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { ...string, description: name }])),
    required: names,
  });

function addTools(server: McpServer, state: Questions, http: () => HttpServer): void {
  const changes: Record<string, Handler> = {
    test_trigger_tool_change() {
      http().notify.toolsChanged();
      return text('told');
    },
    test_trigger_prompt_change() {
      http().notify.promptsChanged();
      return text('told');
    },
  };
  const constant = Object.entries(contents).map(
    ([name, content]) => [name, () => ({ content })] as const,
  );
  for (const [name, handler] of Object.entries<Handler>({
    ...Object.fromEntries(constant),
    ...questions,
    ...withState(state),
    ...others,
    ...changes,
  })) {
    const inputSchema = argumentsOf(...[argumentOf[name] ?? []].flat());
    const config = { description: name, inputSchema };
    server.registerTool(name, config, (args, ctx) => handler(ctx, args));
  }
}

function addResources(server: McpServer): void {
  const plain = (
    uri: string,
    content: { text: string } | { blob: string },
    mimeType = 'text/plain',
  ) =>
    server.registerResource(uri, uri, { mimeType, description: uri }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  plain('test://static-text', { text: 'This is the content of the static text resource.' });
  plain('test://watched-resource', { text: 'Watched' });
  plain('test://static-binary', { blob: image.data }, 'image/png');
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    ({ href: uri }, { id }) => ({
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  const user = (...blocks: ContentBlock[]) => ({
    messages: blocks.map((content) => ({ role: 'user' as const, content })),
  });
  const said = (words: string) => ({ type: 'text' as const, text: words });
  server.registerPrompt('test_simple_prompt', { description: 'simple' }, () =>
    user(said('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'arguments', argsSchema: argumentsOf('arg1', 'arg2') },
    ({ arg1, arg2 }) => user(said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'resource', argsSchema: argumentsOf('resourceUri') },
    ({ resourceUri = '' }) =>
      user(resource(resourceUri, 'text/plain', 'Embedded'), said('Please process the resource.')),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'image' }, () =>
    user(image, said('Please look at the image.')),
  );
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'asks', argsSchema: argumentsOf() },
    (_args, ctx) => {
      const context = accepted(ctx, 'user_context')?.context;
      if (typeof context === 'string') return user(said(`Use this context: ${context}`));
      return inputRequired({ inputRequests: { user_context: askName('context') } });
    },
  );
}

/** Adds all of it to a server. `http` is the host it is served by. */
export function addFixtures(server: McpServer, state: Questions, http: () => HttpServer): void {
  server.server.registerCapabilities({
    logging: {},
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
  });
  addTools(server, state, http);
  addResources(server);
  addPrompts(server);
}
