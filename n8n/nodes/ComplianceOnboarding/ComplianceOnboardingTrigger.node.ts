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

import { read } from '../../adapter/input.ts';
import { credentialTest, stepOf } from '../../adapter/node.ts';
import { runMethod } from '../../adapter/step.ts';
import parameters from '../../generated/parameters.json';
import { triggerMethod } from '../../methods.ts';

/** The registration at the service, in the static data of the node. */
const kept = (context: IHookFunctions | IWebhookFunctions): IDataObject =>
  context.getWorkflowStaticData('node');

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

  methods = { credentialTest };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { id, url, event } = kept(this);
        return (
          id !== undefined &&
          url === this.getNodeWebhookUrl('default') &&
          event === this.getNodeParameter('event')
        );
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const event = this.getNodeParameter('event') as string;
        const subscribe = triggerMethod(event, 'performSubscribe');
        // Webhooks are registered by hand: the address stands in the node.
        if (!subscribe) return true;
        const targetUrl = this.getNodeWebhookUrl('default');
        const step = await stepOf(this);
        const registered = await runMethod<IDataObject>(subscribe, step, { targetUrl });
        Object.assign(kept(this), { ...registered, url: targetUrl, event });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const registration = kept(this);
        const event = String(registration.event ?? this.getNodeParameter('event'));
        const unsubscribe = triggerMethod(event, 'performUnsubscribe');
        if (unsubscribe && registration.id !== undefined) {
          const step = await stepOf(this);
          await runMethod(unsubscribe, step, { subscribeData: { id: registration.id } });
        }
        for (const key of ['id', 'secret', 'url', 'event']) delete registration[key];
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const request = this.getRequestObject() as unknown as { rawBody?: Buffer };
    const content = request.rawBody?.toString('utf8') ?? JSON.stringify(this.getBodyData());
    const event = this.getNodeParameter('event') as string;
    const { id, secret, url } = kept(this);
    let found: IDataObject[];
    try {
      found = await runMethod(triggerMethod(event, 'perform')!, await stepOf(this), {
        inputData: read(this.getNodeParameter('filters', {}) as IDataObject),
        subscribeData: { id: id ?? url ?? this.getNodeWebhookUrl('default'), secret },
        rawRequest: { content, headers: this.getHeaderData() },
        cleanedRequest: this.getBodyData(),
      });
    } catch (error) {
      // What cannot be right is refused; what may pass is to be delivered again.
      const status = (error as Error).name === 'NodeOperationError' ? 401 : 503;
      this.getResponseObject()
        .status(status)
        .json({ message: (error as Error).message });
      return { noWebhookResponse: true };
    }
    if (!found.length) return { webhookResponse: { received: true } };
    return {
      workflowData: [found.map((json): INodeExecutionData => ({ json }))],
    };
  }
}
