/** The thread that signs and sends deliveries, started with the first of them. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What happens to a delivery on demand. */
export interface SendFault {
  /** Milliseconds before it is sent. */
  delay?: number;
  /** Taken for the receiver's answer. */
  status?: number;
  /** hang-up: half of the body, then the connection closes. garbled: the body is no JSON. */
  kind?: 'hang-up' | 'garbled';
}
export interface Job {
  seq: number;
  url: string;
  /** Port of the sandbox itself, whose control pages get nothing. */
  own: string;
  event_id: string;
  body: string;
  /** Each makes a signature. */
  secrets: string[];
  headers: Record<string, string>;
  /** Milliseconds after which a receiver counts as dead. */
  timeout: number;
  fault?: SendFault;
}
/** What came of a job: the receiver's `status` and the start of its `reply`, or a `failure`. */
export interface Result {
  seq: number;
  sent: Record<string, string>;
  status?: number;
  retryAfter?: string | null;
  reply?: string;
  failure?: string;
}

/**
 * `onResults` gets what came of the jobs, several at a time; `onEnd` when the thread broke down.
 * `allowPrivate`: receivers in the machine's own network get deliveries too.
 */
export function openSender(
  onResults: (results: Result[]) => void,
  onEnd: (error: Error) => void,
  allowPrivate: boolean,
) {
  let thread: Worker | undefined;
  const start = () => {
    const started = new Worker(join(import.meta.dirname, 'sender-thread.js'), {
      execArgv: [],
      workerData: { allowPrivate },
    });
    started.on('message', onResults);
    started.on('error', (error) => {
      thread = undefined;
      onEnd(error as Error);
    });
    started.unref();
    return started;
  };
  return {
    send: (jobs: Job[]) => (thread ??= start()).postMessage(jobs),
    stop: () => thread?.terminate(),
  };
}

export type Sender = ReturnType<typeof openSender>;
