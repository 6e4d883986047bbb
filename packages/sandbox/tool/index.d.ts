/// <reference lib="esnext.disposable" />
/** The sandbox for the tests of your own project. */
import type { Account } from '../domain/account-types.d.ts';

export type {
  Account,
  CustomField,
  ExpectedDocument,
  PortalLook,
  Webhook,
} from '../domain/account-types.d.ts';

/** A new case: the body of `POST /api/applications`. */
export type NewCase = Record<string, unknown>;
export interface Seed {
  /** The cases at the start and after each reset. */
  applications: NewCase[];
}
/** The seeds of the sandbox: no case, or a case in each status. */
export type SeedName = 'empty' | 'showcase';

export interface CreateSandboxOptions {
  /** A port on 127.0.0.1. The default is a free one. */
  port?: number;
  /** The data at the start and after each reset. */
  seed?: Seed | SeedName;
  /** The account's set-up at the start and after each reset. The default is the sandbox's own. */
  account?: Account;
}
export interface SandboxEvent {
  event_id: string;
  type: string;
  created_at: string;
  data: { object: Record<string, unknown> & { application_id: string } };
}
/** An event on its way to one webhook. */
export interface Delivery {
  event_id: string;
  webhook_id: string;
  application_id: string;
  state: 'pending' | 'delivered' | 'failed' | 'dropped';
  attempts: number;
  /** The status of the last answer, or the reason for a missing one. */
  answer: string | null;
}
/** A fault of answers of the API, as docs/sandbox.md has it. */
export interface Fault {
  /** The start of the path, such as `/api/applications`. */
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  delay?: number;
  kind?: 'drop' | 'lost' | 'cut' | 'html' | 'huge';
  times?: number;
  skip?: number;
  rate?: number;
}
/** Faults of all deliveries, which replace earlier ones. Nothing ends them. */
export interface Disturbance {
  copies?: number;
  reorder?: boolean;
  faults?: {
    event?: string;
    webhook_id?: string;
    times?: number;
    delay?: number;
    status?: number;
    kind?: 'hang-up' | 'down';
    until?: string;
  }[];
}
/**
 * What people and time do to the cases, and what a test looks at. The same is under `/_sandbox/`.
 * Each throws an Error for a missing case, or a move that its state forbids.
 */
export interface Act {
  cases(): {
    application_id: string;
    name: string;
    external_reference?: string | null;
    status_review?: string | null;
  }[];
  /** As `POST /api/applications`, without a request. */
  create(body: NewCase): { application_id: string };
  /** A reviewer decides. */
  decide(id: string, decision: { status: string; text?: string }): { decision_id: string };
  /** A reviewer asks the client. Returns the link. */
  ask(
    id: string,
    request: { reason: string; fields?: string[]; documents?: string[]; due_at?: string },
  ): { link: string };
  /** The client submits its portal as it is. */
  submit(id: string): { application_id: string };
  /** The links of a case expire now. */
  expire(id: string): { expired: number };
  /** Closes the portals of a case. */
  close(id: string): { closed: number };
  /** How many of each kind are stored. */
  counts(): Record<'cases' | 'documents' | 'portals' | 'decisions' | 'webhooks', number>;
  /** All events, the oldest first. */
  events(): SandboxEvent[];
  /** Sends an event about a case as it is. */
  emit(event: { application_id: string; type: string }): { event_id: string };
  deliveries(): Delivery[];
  disturb(faults?: Disturbance): { ok: boolean };
  /** Waits until no delivery is pending, at most 30 seconds. Then it throws. */
  delivered(wait?: { seconds?: number }): Promise<{ ok: boolean }>;
  /** Repeats the failed deliveries to a webhook. */
  recover(webhook: string): { deliveries: number };
  mails(): { from: string; to: string[]; subject: string; text: string; links: string[] }[];
  /** The latest requests of the API that match, newest first. */
  requests(query?: { method?: string; path?: string; status?: string; text?: string }): {
    count: number;
    requests: { method: string; path: string; status: number; body?: string; answer?: unknown }[];
  };
  faults(): Fault[];
  fail(fault: Fault): Fault[];
  clearFaults(): Fault[];
  clock(): { now: string };
  /** Moves the time forward: links expire, repeated deliveries become due. */
  advance(by: { seconds: number }): { now: string };
  backToNow(): { now: string };
}
export interface Sandbox {
  /** Base URL of the API. */
  url: string;
  apiKey: string;
  act: Act;
  /**
   * The events since the last reset, the oldest first. Some exist only if a webhook asks for them.
   */
  readonly events: SandboxEvent[];
  /** Empties the sandbox, sets its clock back to the present, and restores the seed. */
  reset(): void;
  close(): Promise<void>;
  /** `await using sandbox = await createSandbox()` closes the sandbox at the end of the block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a sandbox in this process. It stores nothing.
 * @throws Error for an invalid option, seed or account, with the place of each mistake and the
 * valid values.
 */
export function createSandbox(options?: CreateSandboxOptions): Promise<Sandbox>;
