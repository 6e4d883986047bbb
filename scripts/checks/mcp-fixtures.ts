/**
 * Tools, resources and prompts that the protocol's conformance suite expects, one for each kind of
 * content and question. They run next to ours on the same host, for the check only.
 */
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  ResourceTemplate,
  type CallToolResult,
  type ClientCapabilities,
  type ContentBlock,
  type GetPromptResult,
  type InputRequest,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { setTimeout as wait } from 'node:timers/promises';

import type { Questions } from '../../packages/mcp/ask.ts';
import type { HttpServer } from '../../packages/mcp/http.ts';
import { standard } from '../../packages/mcp/standard.ts';

type Outcome = CallToolResult | InputRequiredResult;
type Handler = (ctx: ServerContext, args: Record<string, string>) => Outcome | Promise<Outcome>;

/** A minimal PNG and WAV. */
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
const words = (said: string) => ({ type: 'text' as const, text: said });
const text = (said: string): CallToolResult => ({ content: [words(said)] });
const always =
  (...content: ContentBlock[]): Handler =>
  () => ({ content });

/** Tools with constant content. */
const contents: Record<string, Handler> = {
  test_simple_text: always(words('This is a simple text response for testing.')),
  test_image_content: always(image),
  test_audio_content: always(audio),
  test_embedded_resource: always(
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ),
  test_multiple_content_types: always(
    words('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ),
  test_streaming_elicitation: always(words('Nothing is asked here.')),
};

const form = (message: string, properties: Record<string, object>, required: string[] = []) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: properties as never, required },
  });
const askName = (field = 'name') =>
  form(`What is your ${field}?`, { [field]: { type: 'string' } }, [field]);
const askModel = (question: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: words(question) }],
    maxTokens: 100,
  });

type Answer = Record<string, any>;
const responseOf = (ctx: ServerContext, key: string) =>
  ctx.mcpReq.inputResponses?.[key] as Answer | undefined;
const formAnswer = (ctx: ServerContext, key: string) =>
  acceptedContent(ctx.mcpReq.inputResponses, key);

/** Asks until an answer has the right kind, then returns it. */
const askUntil =
  (
    key: string,
    ask: InputRequest | ((args: Record<string, string>) => InputRequest),
    done: (answer: Answer, ctx: ServerContext) => string | undefined,
  ): Handler =>
  (ctx, args) => {
    const answer = responseOf(ctx, key);
    const said = answer && done(answer, ctx);
    if (said !== undefined) return text(said);
    return inputRequired({ inputRequests: { [key]: typeof ask === 'function' ? ask(args) : ask } });
  };

const printAnswer =
  (prefix: string) =>
  ({ action, content }: Answer) =>
    `${prefix}: action=${action}, content=${JSON.stringify(content ?? {})}`;
const printReply =
  (prefix: string) =>
  ({ content }: Answer) =>
    `${prefix}: ${content?.text}`;

const string = { type: 'string' };
const titled = ['First', 'Second', 'Third'].map((title, index) => ({
  const: `value${index + 1}`,
  title,
}));
const untitled = { ...string, enum: ['option1', 'option2', 'option3'] };

const questions: Record<string, Handler> = {
  test_elicitation_sep1034_defaults: askUntil(
    'form',
    form('Please look at the defaults', {
      name: { ...string, default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { ...string, enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
    printAnswer('Elicitation completed'),
  ),
  test_elicitation_sep1330_enums: askUntil(
    'form',
    form('Please choose', {
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
    printAnswer('Elicitation completed'),
  ),
  test_elicitation: askUntil(
    'form',
    ({ message = '' }) => form(message, { response: string }, ['response']),
    printAnswer('User response'),
  ),
  test_sampling: askUntil(
    'answer',
    ({ prompt = '' }) => askModel(prompt),
    printReply('LLM response'),
  ),
  test_missing_capability: askUntil('answer', askModel('Say pong'), printReply('done')),
  test_input_required_result_elicitation: askUntil('user_name', askName(), (_, ctx) => {
    const name = formAnswer(ctx, 'user_name')?.name;
    return typeof name === 'string' ? `Hello, ${name}!` : undefined;
  }),
  test_input_required_result_sampling: askUntil(
    'capital_question',
    askModel('What is the capital of France?'),
    printReply('It says'),
  ),
  test_input_required_result_list_roots: askUntil(
    'client_roots',
    inputRequired.listRoots(),
    ({ roots }) => (roots as { uri: string }[] | undefined)?.map(({ uri }) => uri).join(', '),
  ),
};
/** The argument of tools that have one. */
const argumentOf: Record<string, string> = { test_sampling: 'prompt', test_elicitation: 'message' };

/** Questions with a signed state, which must return unchanged. */
const withState = ({ sign }: Questions): Record<string, Handler> => {
  const state = (ctx: ServerContext, found: unknown = null) =>
    sign({ nonce: 'conformance', about: 'conformance', found }, ctx);
  const confirmed: Handler = async (ctx) =>
    ctx.mcpReq.requestState() && formAnswer(ctx, 'confirm')
      ? text('state-ok')
      : inputRequired({
          inputRequests: { confirm: form('Please confirm', { ok: { type: 'boolean' } }, ['ok']) },
          requestState: await state(ctx),
        });
  return {
    test_input_required_result_request_state: confirmed,
    test_input_required_result_tampered_state: confirmed,
    async test_input_required_result_multiple_inputs(ctx) {
      const name = formAnswer(ctx, 'user_name')?.name;
      const greeting = responseOf(ctx, 'greeting')?.content?.text as string | undefined;
      const roots = responseOf(ctx, 'client_roots')?.roots as unknown[] | undefined;
      if (name && greeting && roots) return text(`${greeting} ${name}, ${roots.length} roots`);
      return inputRequired({
        inputRequests: {
          user_name: askName(),
          greeting: askModel('Make a greeting'),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await state(ctx),
      });
    },
    async test_input_required_result_multi_round(ctx) {
      const { found } = ctx.mcpReq.requestState<{ found: { round: number; name?: unknown } }>() ?? {
        found: { round: 0 },
      };
      if (found.round === 2) return text(`${found.name} likes ${formAnswer(ctx, 'step2')?.color}`);
      const name = formAnswer(ctx, 'step1')?.name;
      const [key, field] = found.round ? ['step2', 'color'] : ['step1', 'name'];
      return inputRequired({
        inputRequests: { [key!]: askName(field) },
        requestState: await state(ctx, { round: found.round + 1, name }),
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
    // Only for a request that asks for logs.
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
  const announce =
    (tell: () => void): Handler =>
    () => {
      tell();
      return text('told');
    };
  for (const [name, handler] of Object.entries<Handler>({
    ...contents,
    ...questions,
    ...withState(state),
    ...others,
    test_trigger_tool_change: announce(() => http().notify.toolsChanged()),
    test_trigger_prompt_change: announce(() => http().notify.promptsChanged()),
  })) {
    const inputSchema = argumentsOf(...[argumentOf[name] ?? []].flat());
    const config = { description: name, inputSchema };
    server.registerTool(name, config, (args, ctx) => handler(ctx, args));
  }
}

function addResources(server: McpServer): void {
  const contentsOf = (
    uri: string,
    mimeType: string,
    content: { text: string } | { blob: string },
  ) => ({
    contents: [{ uri, mimeType, ...content }],
  });
  const plain = (uri: string, mimeType: string, content: Parameters<typeof contentsOf>[2]) =>
    server.registerResource(uri, uri, { mimeType, description: uri }, () =>
      contentsOf(uri, mimeType, content),
    );
  const json = 'application/json';
  const staticText = { text: 'This is the content of the static text resource.' };
  plain('test://static-text', 'text/plain', staticText);
  plain('test://watched-resource', 'text/plain', { text: 'Watched' });
  plain('test://static-binary', 'image/png', { blob: image.data });
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { mimeType: json }, ({ href: uri }, { id }) => {
    const data = { id, templateTest: true, data: `Data for ID: ${String(id)}` };
    return contentsOf(uri, json, { text: JSON.stringify(data) });
  });
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

const user = (...blocks: ContentBlock[]): GetPromptResult => ({
  messages: blocks.map((content) => ({ role: 'user', content })),
});

type Prompt = (
  args: Record<string, string>,
  ctx: ServerContext,
) => GetPromptResult | InputRequiredResult;
/** Prompts and the names of their arguments. */
const prompts: Record<string, [takes: string[], prompt: Prompt]> = {
  test_simple_prompt: [[], () => user(words('This is a simple prompt for testing.'))],
  test_prompt_with_arguments: [
    ['arg1', 'arg2'],
    ({ arg1, arg2 }) => user(words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  ],
  test_prompt_with_embedded_resource: [
    ['resourceUri'],
    ({ resourceUri = '' }) =>
      user(resource(resourceUri, 'text/plain', 'Embedded'), words('Please process the resource.')),
  ],
  test_prompt_with_image: [[], () => user(image, words('Please look at the image.'))],
  test_input_required_result_prompt: [
    [],
    (_, ctx) => {
      const context = formAnswer(ctx, 'user_context')?.context;
      if (typeof context === 'string') return user(words(`Use this context: ${context}`));
      return inputRequired({ inputRequests: { user_context: askName('context') } });
    },
  ],
};

/** Adds all fixtures to a server. `http` is its host. */
export function addFixtures(server: McpServer, state: Questions, http: () => HttpServer): void {
  server.server.registerCapabilities({
    logging: {},
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
  });
  addTools(server, state, http);
  addResources(server);
  for (const [name, [takes, prompt]] of Object.entries(prompts))
    server.registerPrompt(name, { description: name, argsSchema: argumentsOf(...takes) }, prompt);
}
