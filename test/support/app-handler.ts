/** The platform's own way to run an app, with the types it does not publish. */
import zapier from 'zapier-platform-core';

/** Answers an event (`command`, `method`, `bundle`), as a Lambda of Zapier does. */
export type AppHandler = (event: object) => Promise<{ results: unknown }>;

export const { createAppHandler } = zapier as unknown as {
  createAppHandler: (app: object) => AppHandler;
};

export interface StepFailure {
  /** Name of the platform's error class. */
  kind: string;
  /** What the Zap history shows. */
  message: string;
  /** Seconds until Zapier runs a throttled step again. */
  delay?: number;
}

/** Reads an error of the platform: some are JSON. */
export function stepFailure({ name, message }: Error): StepFailure {
  if (!message.startsWith('{')) return { kind: name, message };
  return { kind: name, ...(JSON.parse(message) as { message: string; delay?: number }) };
}
