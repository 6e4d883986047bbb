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
  register,
  registerAgain,
  registrationOf,
  removeRegistration,
  storeOfTrigger,
  type Registration,
} from '../../adapter/registration.ts';
import { runMethod, type Step } from '../../adapter/step.ts';
import parameters from '../../generated/parameters.json';

const isRefusal = (error: unknown) => (error as Error).name === 'NodeOperationError';

/**
 * The cases that an event starts the workflow with. A registration that n8n has lost is looked for
 * at the service, as is one that may be out of date when it does not fit.
 * @throws NodeOperationError for an event that cannot be right.
 */
async function casesOf(context: IWebhookFunctions, step: Step): Promise<IDataObject[]> {
  const request = context.getRequestObject() as unknown as { rawBody?: Buffer };
  const content = request.rawBody?.toString('utf8') ?? JSON.stringify(context.getBodyData());
  const event = context.getNodeParameter('event') as string;
  const filters = context.getNodeParameter('filters', {}) as IDataObject;
  const account = context.getNodeParameter(accountKey, {}) as IDataObject;
  const casesBy = ({ id, secret, url }: Registration) =>
    runMethod<IDataObject[]>(
      step.app.triggerMethod(event, 'perform')!,
      { ...step, store: storeOfTrigger(context, step) },
      {
        inputData: read(flat({ filters, [accountKey]: account })),
        subscribeData: { id: id ?? url ?? context.getNodeWebhookUrl('default'), secret },
        rawRequest: { content, headers: context.getHeaderData() },
        cleanedRequest: context.getBodyData(),
      },
    );
  const { registration, isCopy } = await registrationOf(context, step);
  if (isLost(registration, step, event)) {
    return casesBy(await registerAgain(context, step, event));
  }
  try {
    return await casesBy(registration);
  } catch (error) {
    if (!isCopy || !isRefusal(error)) throw error;
    return casesBy(await registerAgain(context, step, event));
  }
}

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
        // Where webhooks are registered by hand, their address stands in the node.
        if (step.app.triggerMethod(event, 'performSubscribe')) await register(this, step, event);
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
    let found: IDataObject[];
    try {
      found = await casesOf(this, await stepOf(this));
    } catch (error) {
      // What cannot be right is refused; what may pass is to be delivered again.
      return answer(isRefusal(error) ? 401 : 503, (error as Error).message);
    }
    // n8n 2 saves what the trigger remembers only where the trigger answers by itself.
    const answered = answer(200, found.length ? 'Received' : 'Nothing to do');
    if (!found.length) return answered;
    return { ...answered, workflowData: [found.map((json): INodeExecutionData => ({ json }))] };
  }
}
