/**
 * Questions to the person (elicitation). The tool answers with its question and is called again with
 * the answer; what was asked comes back as a signed state, so that an answer counts for nothing else
 * and only once.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type ClientCapabilities,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { randomBytes, randomUUID } from 'node:crypto';

/** Seconds a question may stay without an answer. */
const patience = 600;
const name = 'answer';

interface State {
  nonce: string;
  /** What the question is about: an answer to another one is none to this. */
  about: string;
  /** What the tool found before it asked. */
  found?: unknown;
}

interface Question {
  about: string;
  message: string;
  /** Fields of the form, as JSON Schemas. */
  form: Record<string, object>;
  /** What the tool found before it asks, to go on with. */
  found?: unknown;
}

/** Kept for the whole process: with the newer protocol each request has a server of its own. */
export function openQuestions() {
  const codec = createRequestStateCodec<State>({
    key: randomBytes(32),
    ttlSeconds: patience,
    // Whoever was asked answers.
    bind: ({ http }) => http?.authInfo?.clientId ?? '',
  });
  const open = new Map<string, number>();

  return {
    verify: codec.verify,
    sign: codec.mint,

    /**
     * What was answered to an open question about this, and what the tool found before it asked;
     * undefined where none was asked. There is no content where the person declined.
     */
    answerTo(ctx: ServerContext, about: string) {
      const view = inputResponse(ctx.mcpReq.inputResponses, name);
      if (view.kind !== 'elicit') return undefined;
      const state = ctx.mcpReq.requestState<State>();
      // An answer ends the question.
      if (!state || state.about !== about || !open.delete(state.nonce)) return undefined;
      return { content: view.action === 'accept' ? view.content : undefined, found: state.found };
    },

    async ask(
      ctx: ServerContext,
      { about, message, form, found }: Question,
    ): Promise<InputRequiredResult> {
      const now = Date.now();
      for (const [old, until] of open) if (until < now) open.delete(old);
      const nonce = randomUUID();
      open.set(nonce, now + patience * 1000);
      return inputRequired({
        requestState: await codec.mint({ nonce, about, found }, ctx),
        inputRequests: {
          [name]: inputRequired.elicit({
            message,
            requestedSchema: {
              type: 'object',
              properties: form as never,
              required: Object.keys(form),
            },
          }),
        },
      });
    },
  };
}

export type Questions = ReturnType<typeof openQuestions>;

/** True where the client can put a question to the person. */
export function canAsk(server: McpServer, ctx: ServerContext): boolean {
  const envelope = ctx.mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
  const declared =
    envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const elicitation = declared?.elicitation;
  // A client that names no way can show a form.
  return elicitation !== undefined && (elicitation.form !== undefined || !elicitation.url);
}
