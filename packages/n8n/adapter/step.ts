import type { INode } from 'n8n-workflow';

import { failed, OperationError } from '../../../client/errors.ts';
import { newRun, type Connection, type Run } from '../../../client/run.ts';
import type { Installation } from '../../../client/settings.ts';
import { fingerprint } from '../../../client/transport.ts';
import type { Store } from '../../../core/host.ts';
import type { Dialect } from '../../../service/dialect.ts';
import { accountStore, doubtSeconds } from '../memory/account-store.ts';
import { clock } from './clock.ts';
import { nodeError } from './errors.ts';
import { httpOf, type NodeHttp } from './request.ts';
import { inWordsOfN8n } from './words.ts';

export interface Step {
  getNode(): INode;
  connection: Connection;
  dialect: Dialect;
  installation: Installation;
  http: NodeHttp;
  /** The memory of the operations. */
  store: Store;
  /** The memory that all processes of n8n share. */
  shared?: Store;
}

/** Milliseconds that a step waits for another run: longer than any step may last. */
const patience = 65_000;

const inDoubt = () =>
  failed(
    `Another execution started to make the same thing and did not report a result. Look for the External Reference in the service. If it is not there, {{replay}} after ${doubtSeconds / 60} minutes.`,
  );

/**
 * Does the work of a run. If another run makes the same thing, waits and returns its result;
 * without a result it makes nothing.
 * @throws NodeOperationError or NodeApiError in n8n's words.
 */
export async function runStep<T>(
  { connection, dialect, installation, getNode, http, store }: Step,
  work: (run: Run) => Promise<T>,
  itemIndex = 0,
): Promise<T> {
  const answers = { latest: undefined as number | undefined };
  const until = Date.now() + patience;
  const account = fingerprint([connection.base_url, connection.api_key]);
  for (;;) {
    const own = accountStore(store, account, clock, dialect);
    const host = { http: httpOf(http, answers), store: own, clock, inWords: inWordsOfN8n };
    try {
      return await work(newRun({ connection, dialect, installation, host }));
    } catch (error) {
      const isThrottle = error instanceof OperationError && error.kind === 'throttle';
      if (isThrottle) await own.release();
      if (isThrottle && own.isClaimed()) {
        if (await own.settled(until)) continue;
        throw nodeError(getNode(), inDoubt(), { itemIndex });
      }
      throw nodeError(getNode(), error as Error, { itemIndex, status: answers.latest });
    }
  }
}
