/** The tests' connection, and how a step runs and ends. */
import app from '../../index.ts';
import { stepFailure, type StepFailure } from '../../zapier/local/app-handler.ts';
import { kinds } from '../../zapier/local/definition.ts';
import { runner as platformRunner } from '../../zapier/local/runner.ts';

export const base = 'https://api.example.com';
const authData = { base_url: base, api_key: 'key_51e7d0c2_secret' };

/** Runs methods of an app with that connection; `more` goes into each event. */
export const runner = (definition: object = app, more: object = {}) =>
  platformRunner(definition, more, { authData });

/** The method of an operation by its key. */
export function methodOf(key: string): string {
  const kind = kinds.find((group) => key in app[group])!;
  return `${kind}.${key}.operation.perform`;
}

const ends: Record<string, string> = {
  HaltedError: 'halts',
  ThrottledError: 'throttles',
  ExpiredAuthError: 'reconnects',
  AppError: 'fails',
};

/** How a step ends, in the words of the table of operations. */
export const endOf = (work: Promise<unknown>): Promise<object> =>
  work.then(
    (returns) => ({ returns }),
    (error: Error) => {
      const { kind, message, delay } = stepFailure(error);
      return { [ends[kind] ?? kind]: message, ...(delay && { seconds: delay }) };
    },
  );

/** The error at the end of a step: its kind, and the message for the reader. */
export async function failure(work: Promise<unknown>): Promise<StepFailure> {
  try {
    await work;
  } catch (error) {
    return stepFailure(error as Error);
  }
  throw new Error('The step did not fail.');
}
