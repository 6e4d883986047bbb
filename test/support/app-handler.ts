/** The platform's own handler of an app, with the types that it does not publish. */
import zapier from 'zapier-platform-core';
// @ts-expect-error The module has no types; the package exports it to nobody.
import constants from '../../node_modules/zapier-platform-core/src/constants.js';

/** Answers an event (`command`, `method`, `bundle`), as Zapier's Lambda does. */
export type AppHandler = (event: object) => Promise<{ results: unknown }>;

export const { createAppHandler } = zapier as unknown as {
  createAppHandler: (app: object) => AppHandler;
};

/**
 * After this many calls the platform ends a process that uses much memory, as a Lambda would. A
 * test file, and the demo, with the service beside the steps makes more calls than that.
 */
(constants as { KILL_MIN_LIMIT: number }).KILL_MIN_LIMIT = Infinity;

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
