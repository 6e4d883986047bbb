import {
  NodeConnectionTypes,
  type IDataObject,
  type IHookFunctions,
  type INodeExecutionData,
  type INodeProperties,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';

import { triggerMethods } from '../../adapter/account-fields.ts';
import { casesOf, isRefusal } from '../../adapter/event.ts';
import { credentialTest, stepOf } from '../../adapter/node.ts';
import { queueNotice } from '../../adapter/queue-mode.ts';
import { register, registrationOf, removeRegistration } from '../../adapter/registration.ts';
import { triggers } from '../../../../triggers/index.ts';
import { registersByHand } from '../../../../client/webhooks.ts';
import parameters from '../../generated/parameters.json';

export class ComplianceOnboardingTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Compliance Onboarding Trigger',
    name: 'complianceOnboardingTrigger',
    icon: {
      light: 'file:../../icons/complianceOnboarding.svg',
      dark: 'file:../../icons/complianceOnboarding.dark.svg',
    },
    group: ['trigger'],
    version: 1,
    subtitle: `={{ ${JSON.stringify(
      Object.fromEntries(Object.values(triggers).map(({ key, label }) => [key, label])),
    )}[$parameter["event"]] }}`,
    description: 'Starts the workflow when a case changes, for example on submission or approval',
    defaults: { name: 'Compliance Onboarding Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'complianceOnboardingApi', required: true, testedBy: 'testConnection' }],
    webhooks: [
      { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
    ],
    properties: [...queueNotice, ...(parameters.trigger as unknown as INodeProperties[])],
  };

  methods = { ...triggerMethods, credentialTest };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { registration } = await registrationOf(this, await stepOf(this));
        const { id, url, event } = registration;
        return (
          id !== undefined &&
          url === this.getNodeWebhookUrl('default') &&
          event === this.getNodeParameter('event')
        );
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const event = this.getNodeParameter('event') as string;
        const step = await stepOf(this);
        // For manual registration, the node shows the address.
        if (!registersByHand(step.dialect)) await register(this, step, event);
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        await removeRegistration(this, await stepOf(this));
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const answer = (status: number, message: string): IWebhookResponseData => {
      this.getResponseObject().status(status).json({ message });
      return { noWebhookResponse: true };
    };
    const step = await stepOf(this).catch((error: Error) => error);
    if (step instanceof Error) return answer(503, step.message);
    let found: IDataObject[];
    try {
      found = await casesOf(this, step);
    } catch (error) {
      // An invalid event is refused. After a temporary failure the service delivers it again.
      return answer(isRefusal(error) ? 401 : 503, (error as Error).message);
    }
    // n8n 2 saves the trigger's memory only if the trigger answers the request itself.
    const answered = answer(200, found.length ? 'Received' : 'Nothing to do');
    if (!found.length) return answered;
    return { ...answered, workflowData: [found.map((json): INodeExecutionData => ({ json }))] };
  }
}
