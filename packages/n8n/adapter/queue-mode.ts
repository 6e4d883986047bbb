/** Queue mode, in which the processes of n8n share no memory of the verified build. */
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { storeProperties } from '../memory/stores.ts';

/** The build with a choice of stores needs no warning. */
const isShared = storeProperties.length > 0;

const message =
  'n8n runs in queue mode, and this build of the node remembers cases and events in each process separately. A deal or event that comes twice may run twice. Use the self-hosted build: its processes share one memory.';

/** Workers and webhook processes exist in queue mode only. n8n's engine knows which one this is. */
const isInQueue = (context: object): boolean => {
  const { instanceSettings } = context as { instanceSettings?: { instanceType?: string } };
  return ['worker', 'webhook'].includes(instanceSettings?.instanceType ?? '');
};

let isLogged = false;

/** Says so once in the log of the process and, for an action, at its result in the editor. */
export function warnInQueue(context: IExecuteFunctions | IWebhookFunctions): void {
  if (isShared || !isInQueue(context)) return;
  if (!isLogged) context.logger.warn(`Compliance Onboarding: ${message}`);
  isLogged = true;
  if ('addExecutionHints' in context) {
    context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
  }
}
