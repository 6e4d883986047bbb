/// <reference lib="esnext.disposable" />
/** The sandbox in a test of one's own. */
import type { Account } from '../domain/account-types.d.ts';

export type {
  Account,
  CustomField,
  ExpectedDocument,
  PortalLook,
  Webhook,
} from '../domain/account-types.d.ts';

/** What a new case is made of: the body of `POST /api/applications`. */
export type NewCase = Record<string, unknown>;
export interface Seed {
  /** Cases that are there from the beginning and after each reset. */
  applications: NewCase[];
}
/** The seeds that come with the sandbox: nothing, a case in each status, sixty cases in all states. */
export type SeedName = 'empty' | 'showcase' | 'many';

export interface CreateSandboxOptions {
  /** Port on 127.0.0.1; a free one where left out. */
  port?: number;
  /** What is in it at the beginning and after each reset. */
  seed?: Seed | SeedName;
  /** What the account has set up, at the beginning and after each reset; else the default. */
  account?: Account;
}
export interface SandboxEvent {
  event_id: string;
  type: string;
  created_at: string;
  data: { object: Record<string, unknown> & { application_id: string } };
}
/** What goes otherwise than planned. */
export type ScenarioName =
  | 'client-never-answers'
  | 'rejected-then-reopened'
  | 'asked-twice'
  | 'webhook-down'
  | 'service-slow'
  | 'link-expired';
export interface PlayedScenario {
  /** The case that it is about. */
  application_id: string;
  title: string;
  /** What a Zap should do. */
  expected: string;
}
export interface Sandbox {
  /** Base URL of the API. */
  url: string;
  apiKey: string;
  /** The events raised since the last reset, oldest first; some only where a webhook asks for them. */
  readonly events: SandboxEvent[];
  /** Empties it, sets its clock back to now, and fills it with the seed again. */
  reset(): void;
  /** Makes a case, sets faults and the clock; faults of before end. */
  scenario(name: ScenarioName): Promise<PlayedScenario>;
  close(): Promise<void>;
  /** `await using sandbox = await createSandbox()` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a sandbox in this process; nothing is kept.
 * @throws Error for an option, a seed or an account that cannot be taken, with the place of each
 * mistake and what is possible there.
 */
export function createSandbox(options?: CreateSandboxOptions): Promise<Sandbox>;
