/** Queue mode, in which the processes of n8n share no memory of the verified build. */
import type {
  IExecuteFunctions,
  ILoadOptionsFunctions,
  INodeProperties,
  IWebhookFunctions,
  ResourceMapperFields,
} from 'n8n-workflow';

import { storeProperties } from '../memory/stores.ts';

/** The build with a choice of stores needs no warning. */
const isShared = storeProperties.length > 0;

const message =
  'n8n runs in queue mode, and this build of the node remembers cases and events in each process separately. A deal or event that comes twice may run twice. Use the self-hosted build: its processes share one memory.';

/** The settings of n8n itself, which its logger has. */
interface Settings {
  executions?: { mode?: string };
}

const isInQueue = (context: object): boolean => {
  const { logger } = context as { logger?: { globalConfig?: Settings } };
  return logger?.globalConfig?.executions?.mode === 'queue';
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

/**
 * Says so in the form of a node. n8n shows a mapper without fields as a notice, and not at all if
 * there is no text.
 */
export const queueNotice: INodeProperties[] = isShared
  ? []
  : [
      {
        displayName: 'Queue Mode',
        name: 'queue_mode',
        type: 'resourceMapper',
        noDataExpression: true,
        default: { mappingMode: 'defineBelow', value: null },
        typeOptions: {
          resourceMapper: {
            resourceMapperMethod: 'getQueueNotice',
            mode: 'add',
            fieldWords: { singular: 'notice', plural: 'notices' },
            addAllFields: false,
            supportAutoMap: false,
            hideNoDataError: true,
          },
        },
      },
    ];

/** The editor's request for that notice. */
export async function getQueueNotice(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
  return { fields: [], ...(isInQueue(this) && { emptyFieldsNotice: message }) };
}
