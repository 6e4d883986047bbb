/** Runs one method of an operation as Zapier would: with `z` and a bundle. */
import { toldBy } from '../../../client/told.ts';
import type { Method } from '../../../hosts/definition.ts';
import type { Cache } from '../../../hosts/memory.ts';
import type { Files } from '../files.ts';
import { requester } from './request.ts';
import { inWords } from './words.ts';

/** The connection as the operations know it. */
export interface AuthData {
  base_url: string;
  api_key: string;
}

/** Whose account the operations use, and what they remember. */
export interface Account {
  authData: AuthData;
  memory: Cache;
}

/** An error of an operation in the words of this server. `name` is that of the platform's class. */
export class StepError extends Error {
  constructor(error: Error) {
    const { message, delay } = toldBy(error);
    super(inWords(message).replace('again later', delay ? `again in ${delay} seconds` : '$&'));
    this.name = error.name;
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
