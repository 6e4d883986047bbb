/** The verified build says in queue mode that its processes share no memory. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { warnInQueue } from '../adapter/queue-mode.ts';

/** A context of n8n in this mode, and what the node said in it. */
function contextIn(mode: string) {
  const [logged, hints] = [[] as string[], [] as object[]];
  const logger = {
    globalConfig: { executions: { mode } },
    warn: (message: string) => logged.push(message),
  };
  const addExecutionHints = (hint: object) => hints.push(hint);
  return { logged, hints, context: { logger, addExecutionHints } as unknown };
}
const text = expect.stringMatching(/queue mode.*may run twice/s);

it('says so at each result, and once in the log of the process', () => {
  const { logged, hints, context } = contextIn('queue');
  warnInQueue(context as IExecuteFunctions);
  warnInQueue(context as IExecuteFunctions);
  expect(logged).toEqual([text]);
  const hint = { message: text, type: 'warning', location: 'outputPane' };
  expect(hints).toEqual([hint, hint]);
});

it('says nothing in one process', () => {
  const { logged, hints, context } = contextIn('regular');
  warnInQueue(context as IExecuteFunctions);
  expect([logged, hints]).toEqual([[], []]);
});
