/**
 * Questions to the person (elicitation). With the older protocol the client answers while the tool
 * waits. With the newer one the tool answers with its question, and the client calls it again with
 * the answer. The question comes back as a signed state, so an answer is valid for this question
 * only, and once.
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
  /** The label of the box that the person ticks to agree. */
  yes: string;
}

/** What became of a question: `over` if its answer was used, or is too late or of another. */
type Reply = 'agreed' | 'declined' | 'over' | 'unanswered';

const formOf = ({ message, yes }: Question) => ({
  message,
  requestedSchema: {
    type: 'object' as const,
    properties: { agree: { type: 'boolean' as const, title: yes } },
    required: ['agree'],
  },
});

const replyOf = (action: string, content?: Record<string, unknown>): Reply =>
  action === 'accept' && content?.agree === true ? 'agreed' : 'declined';

/** Asks within the call. An answer that comes later is dropped. */
const askNow = (ctx: ServerContext, question: Question): Promise<Reply> =>
  ctx.mcpReq
    .elicitInput(formOf(question), {
      relatedRequestId: ctx.mcpReq.id,
      signal: ctx.mcpReq.signal,
      timeout: patience * 1000,
    })
    .then(
      ({ action, content }) => replyOf(action, content),
      () => 'unanswered',
    );

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
    /** A state that is not valid here opens no question; the tool says so. */
    verify: (state: string, ctx: ServerContext) => codec.verify(state, ctx).catch(() => null),

    /** The reply to an open question about this; undefined without a question. */
    replyTo(ctx: ServerContext, about: string): Reply | undefined {
      const view = inputResponse(ctx.mcpReq.inputResponses, name);
      const state = ctx.mcpReq.requestState<State | null>();
      if (view.kind !== 'elicit' || state === undefined) return undefined;
      if (state && state.about !== about) return undefined;
      // An answer ends the question.
      if (!state || !open.delete(state.nonce)) return 'over';
      return replyOf(view.action, view.action === 'accept' ? view.content : undefined);
    },

    /** @returns the reply, or the question for a client that calls again with it. */
    async ask(ctx: ServerContext, question: Question): Promise<Reply | InputRequiredResult> {
      if (!ctx.mcpReq.envelope) return askNow(ctx, question);
      const { about } = question;
      const now = Date.now();
      for (const [old, until] of open) if (until < now) open.delete(old);
      const nonce = randomUUID();
      open.set(nonce, now + patience * 1000);
      return inputRequired({
        requestState: await codec.mint({ nonce, about }, ctx),
        inputRequests: { [name]: inputRequired.elicit(formOf(question)) },
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
