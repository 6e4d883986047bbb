/** Runs an operation for an assistant. */
import { OperationError } from '../../../client/basics/errors.ts';
import { newRun, type Run } from '../../../client/exchange/run.ts';
import type { Installation } from '../../../host/settings.ts';
import type { Store } from '../../../host/host.ts';
import { clock } from '../../../host/node/clock.ts';
import type { Dialect } from '../../../service/dialect.ts';
import type { FileRules } from '../local-files.ts';
import { httpOf } from './request.ts';
import { inWords } from './words.ts';

/** The connection of the operations. */
export interface AuthData {
  base_url: string;
  api_key: string;
}

/** The operations' account and memory. */
export interface Account {
  connection: AuthData;
  dialect: Dialect;
  installation: Installation;
  store: Store;
}

/** Starts a run. */
export const runOf = (
  { connection, dialect, installation, store }: Account,
  files: FileRules,
): Run =>
  newRun({
    connection,
    dialect,
    installation,
    host: { http: httpOf(files), store, clock, inWords },
  });

/** The message of an error in this server's words. */
export function messageOf(error: unknown): string {
  const { message } = error as Error;
  const seconds = error instanceof OperationError ? error.seconds : undefined;
  return inWords(message).replace('again later', seconds ? `again in ${seconds} seconds` : '$&');
}
