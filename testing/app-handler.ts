/** The platform's own way to run an app, with the types it does not publish. */
import zapier from 'zapier-platform-core';

/** Answers an event (`command`, `method`, `bundle`), as a Lambda of Zapier does. */
export type AppHandler = (event: object) => Promise<{ results: unknown }>;

export const { createAppHandler } = zapier as unknown as {
  createAppHandler: (app: object) => AppHandler;
};

type Operations = Record<string, { operation: { resource?: string } }>;

/** The definition as the platform completes it: each operation with what its resource gives it. */
export function compiled(app: Record<string, any>): Record<string, any> {
  const group = (operations: Operations) =>
    Object.fromEntries(
      Object.entries(operations).map(([key, { operation, ...rest }]) => {
        const { outputFields, sample } = app.resources[operation.resource ?? ''] ?? operation;
        return [key, { ...rest, operation: { ...operation, outputFields, sample } }];
      }),
    );
  const { triggers, creates, searches } = app;
  return { ...app, triggers: group(triggers), creates: group(creates), searches: group(searches) };
}

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
