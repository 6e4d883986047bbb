/** The platform's own handler of an app, with the types that it does not publish. */
import { createRequire } from 'node:module';
import zapier from 'zapier-platform-core';

/** Answers an event (`command`, `method`, `bundle`), as Zapier's Lambda does. */
export type AppHandler = (event: object) => Promise<{ results: unknown }>;

export const { createAppHandler } = zapier as unknown as {
  createAppHandler: (app: object) => AppHandler;
};

/**
 * After this many calls the platform ends a process that uses much memory, as a Lambda would. A
 * test file with the service beside the steps makes more calls than that.
 */
const load = typeof jest === 'undefined' ? createRequire(import.meta.url) : jest.requireActual;
(load('zapier-platform-core/src/constants') as { KILL_MIN_LIMIT: number }).KILL_MIN_LIMIT =
  Infinity;

export interface StepFailure {
  /** The name of the platform's error class. */
  kind: string;
  /** The message in the Zap history. */
  message: string;
  /** The seconds until Zapier runs a throttled step again. */
  delay?: number;
}

/** Reads an error of the platform. Some errors are JSON. */
export function stepFailure({ name, message }: Error): StepFailure {
  if (!message.startsWith('{')) return { kind: name, message };
  return { kind: name, ...(JSON.parse(message) as { message: string; delay?: number }) };
}
