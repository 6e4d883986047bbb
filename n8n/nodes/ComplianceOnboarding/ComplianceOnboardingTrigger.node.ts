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

import { triggerMethods } from '../../adapter/account.ts';
import { flat, read } from '../../adapter/input.ts';
import { accountKey } from '../../adapter/keys.ts';
import { credentialTest, stepOf } from '../../adapter/node.ts';
import {
  isLost,
  keepRegistration,
  registrationOf,
  removeRegistration,
  storeOfTrigger,
} from '../../adapter/registration.ts';
import { runMethod } from '../../adapter/step.ts';
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
    subtitle: '={{$parameter["event"].replaceAll("_", " ")}}',
    description: 'Starts the workflow when a case is submitted, reviewed or needs information',
    defaults: { name: 'Compliance Onboarding Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'complianceOnboardingApi', required: true, testedBy: 'testConnection' }],
    webhooks: [
      { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
    ],
    properties: parameters.trigger as unknown as INodeProperties[],
  };

  methods = { ...triggerMethods, credentialTest };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { id, url, event } = await registrationOf(this, await stepOf(this));
        return (
          id !== undefined &&
          url === this.getNodeWebhookUrl('default') &&
          event === this.getNodeParameter('event')
        );
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const event = this.getNodeParameter('event') as string;
        const step = await stepOf(this);
        const subscribe = step.app.triggerMethod(event, 'performSubscribe');
        // Webhooks are registered by hand: the address stands in the node.
        if (!subscribe) return true;
        // What an earlier switching off or another address has left.
        await removeRegistration(this, step);
        const targetUrl = this.getNodeWebhookUrl('default');
        // The filters may name the events that are registered for.
        const filters = this.getNodeParameter('filters', {}) as IDataObject;
        const inputData = read(flat({ filters }));
        const registered = await runMethod<IDataObject>(subscribe, step, { targetUrl, inputData });
        await keepRegistration(this, step, { ...registered, url: targetUrl, event });
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
    const request = this.getRequestObject() as unknown as { rawBody?: Buffer };
    const content = request.rawBody?.toString('utf8') ?? JSON.stringify(this.getBodyData());
    const event = this.getNodeParameter('event') as string;
    const filters = this.getNodeParameter('filters', {}) as IDataObject;
    const account = this.getNodeParameter(accountKey, {}) as IDataObject;
    let found: IDataObject[];
    try {
      const step = await stepOf(this);
      const registration = await registrationOf(this, step);
      if (isLost(registration, step, event)) {
        return answer(
          503,
          'The registration of this webhook is lost: switch the workflow off and on.',
        );
      }
      const { id, secret, url } = registration;
      found = await runMethod(
        step.app.triggerMethod(event, 'perform')!,
        { ...step, store: storeOfTrigger(this, step) },
        {
          inputData: read(flat({ filters, [accountKey]: account })),
          subscribeData: { id: id ?? url ?? this.getNodeWebhookUrl('default'), secret },
          rawRequest: { content, headers: this.getHeaderData() },
          cleanedRequest: this.getBodyData(),
        },
      );
    } catch (error) {
      // What cannot be right is refused; what may pass is to be delivered again.
      const { name, message } = error as Error;
      return answer(name === 'NodeOperationError' ? 401 : 503, message);
    }
    // n8n 2 saves what the trigger remembers only where the trigger answers by itself.
    const answered = answer(200, found.length ? 'Received' : 'Nothing to do');
    if (!found.length) return answered;
    return { ...answered, workflowData: [found.map((json): INodeExecutionData => ({ json }))] };
  }
}
