import type { INode } from 'n8n-workflow';

import { Busy } from '../../../client/memory/claim.ts';
import { newRun, type Connection, type Run } from '../../../client/exchange/run.ts';
import type { Installation } from '../../../host/settings.ts';
import type { Store } from '../../../host/host.ts';
import type { Dialect } from '../../../service/dialect.ts';
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

/**
 * Does the work of a run. If another run makes the same thing, waits and returns its result.
 * @throws NodeOperationError or NodeApiError in n8n's words.
 */
export async function runStep<T>(
  { connection, dialect, installation, getNode, http, store }: Step,
  work: (run: Run) => Promise<T>,
  itemIndex = 0,
): Promise<T> {
  const start = Date.now();
  const host = { http: httpOf(http), store, clock, inWords: inWordsOfN8n };
  while (true) {
    const run = newRun({ connection, dialect, installation, host });
    try {
      return await work(run);
    } catch (error) {
      if (error instanceof Busy && (await error.isOver(start + error.patience))) continue;
      throw nodeError(getNode(), error as Error, itemIndex);
    }
  }
}
