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
export interface Sandbox {
  /** Base URL of the API. */
  url: string;
  apiKey: string;
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
