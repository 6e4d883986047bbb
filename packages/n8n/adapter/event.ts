/** An event of the service, on its way into a workflow. */
import { UserError, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import { read } from './input.ts';
import {
  isLost,
  isRemoved,
  registerAgain,
  registrationOf,
  storeOfTrigger,
  type Registration,
} from './registration.ts';
import { runMethod, type Step } from './step.ts';

/** Whether an event cannot be right, rather than fail for a while. */
export const isRefusal = (error: unknown) => (error as Error).name === 'NodeOperationError';

/** Filters by custom fields that the account lists stand beside the others, under keys of their own. */
function filtersIn(filters: IDataObject, { app }: Step): IDataObject {
  const { custom_fields = {}, ...others } = read(filters);
  const pairs = Object.entries(custom_fields as IDataObject);
  const isListed = ([key]: (typeof pairs)[number]) => app.isCustomField({ key });
  const [listed, named] = [pairs.filter(isListed), pairs.filter((pair) => !isListed(pair))];
  return {
    ...others,
    ...Object.fromEntries(listed),
    ...(named.length && { custom_fields: Object.fromEntries(named) }),
  };
}

/**
 * The cases that an event starts the workflow with. A registration that n8n has lost is looked for
 * at the service, as is one that may be out of date when it does not fit.
 * @throws NodeOperationError for an event that cannot be right.
 */
export async function casesOf(context: IWebhookFunctions, step: Step): Promise<IDataObject[]> {
  const request = context.getRequestObject() as unknown as { rawBody?: Buffer };
  const content = request.rawBody?.toString('utf8') ?? JSON.stringify(context.getBodyData());
  const event = context.getNodeParameter('event') as string;
  const filters = context.getNodeParameter('filters', {}) as IDataObject;
  const casesBy = ({ id, secret, url }: Registration) =>
    runMethod<IDataObject[]>(
      step.app.triggerMethod(event, 'perform')!,
      { ...step, store: storeOfTrigger(context, step) },
      {
        inputData: filtersIn(filters, step),
        subscribeData: { id: id ?? url ?? context.getNodeWebhookUrl('default'), secret },
        rawRequest: { content, headers: context.getHeaderData() },
        cleanedRequest: context.getBodyData(),
      },
    );
  const { registration, isCopy } = await registrationOf(context, step);
  if (isLost(registration, step, event)) {
    if (isRemoved(registration)) throw new UserError('This workflow is switched off.');
    return casesBy(await registerAgain(context, step, event));
  }
  const cases = casesBy(registration);
  const [outcome] = await Promise.allSettled([cases]);
  const isOutOfDate = isCopy && outcome.status === 'rejected' && isRefusal(outcome.reason);
  return isOutOfDate ? casesBy(await registerAgain(context, step, event)) : cases;
}
