/**
 * Questions to the person (elicitation). The tool answers with its question, and the client calls
 * it again with the answer. The question comes back as a signed state, so an answer is valid for
 * this question only, and once.
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

/** Seconds that a question stays open. */
const patience = 600;
const name = 'answer';

interface State {
  nonce: string;
  /** The subject of the question: only its own answer counts. */
  about: string;
}

interface Question {
  about: string;
  message: string;
  /** Fields of the form as JSON Schemas. */
  form: Record<string, object>;
}

/** One per process: with the newer protocol each request has its own server. */
export function openQuestions() {
  const codec = createRequestStateCodec<State>({
    key: randomBytes(32),
    ttlSeconds: patience,
    // Only the person who was asked may answer.
    bind: ({ http }) => http?.authInfo?.clientId ?? '',
  });
  const open = new Map<string, number>();

  return {
    verify: codec.verify,
    sign: codec.mint,

    /**
     * The answer to an open question about this; undefined without a question. The content is
     * missing if the person declined.
     */
    answerTo(ctx: ServerContext, about: string) {
      const view = inputResponse(ctx.mcpReq.inputResponses, name);
      if (view.kind !== 'elicit') return undefined;
      const state = ctx.mcpReq.requestState<State>();
      // An answer ends the question.
      if (!state || state.about !== about || !open.delete(state.nonce)) return undefined;
      return { content: view.action === 'accept' ? view.content : undefined };
    },

    async ask(
      ctx: ServerContext,
      { about, message, form }: Question,
    ): Promise<InputRequiredResult> {
      const now = Date.now();
      for (const [old, until] of open) if (until < now) open.delete(old);
      const nonce = randomUUID();
      open.set(nonce, now + patience * 1000);
      return inputRequired({
        requestState: await codec.mint({ nonce, about }, ctx),
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

/** True if the client can put a question to the person. */
export function canAsk(server: McpServer, ctx: ServerContext): boolean {
  const envelope = ctx.mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
  const declared =
    envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const elicitation = declared?.elicitation;
  // A client that names no mode supports forms.
  return elicitation !== undefined && (elicitation.form !== undefined || !elicitation.url);
}
