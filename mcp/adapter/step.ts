/** Runs one method of an operation as Zapier would: with `z` and a bundle. */
import type { Files } from '../files.ts';
import type { Memory } from './memory.ts';
import { requester } from './request.ts';
import { inWords } from './words.ts';

/** The connection as the operations know it. */
export interface AuthData {
  base_url: string;
  api_key: string;
}

/** A method of the app; what types its bundle has, it checks itself. */
export type Method = (z: never, bundle: never) => unknown;

/** Whose account the operations use, and what they remember. */
export interface Account {
  authData: AuthData;
  memory: Memory;
}

/** An error of an operation in the words of this server. `name` is that of the platform's class. */
export class StepError extends Error {
  constructor({ name, message }: Error) {
    const told = message.startsWith('{')
      ? (JSON.parse(message) as { message: string; delay?: number })
      : { message, delay: undefined };
    super(
      inWords(told.message).replace(
        'again later',
        told.delay ? `again in ${told.delay} seconds` : '$&',
      ),
    );
    this.name = name;
  }
}

/** `z` of a step. */
export const zOf = ({ memory }: Account, files: Files) =>
  ({ request: requester(files), cache: memory, logsNothing: true }) as never;

/** @returns what the method returns. @throws StepError with the message that Zapier would show. */
export async function runMethod<T>(
  method: Method,
  account: Account,
  inputData: object,
  files: Files,
): Promise<T> {
  const bundle = { authData: account.authData, inputData };
  try {
    return (await method(zOf(account, files), bundle as never)) as T;
  } catch (error) {
    throw new StepError(error as Error);
  }
}
