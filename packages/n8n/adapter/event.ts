/** An event of the service that arrives at a workflow. */
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
import { isCustomField } from '../../../fields/kinds/custom.ts';
import { receive } from '../../../operation.ts';
import { triggers } from '../../../triggers/index.ts';
import { warnInQueue } from './queue-mode.ts';
import { runStep, type Step } from './step.ts';

type TriggerName = keyof typeof triggers;

/** True for an invalid event, false for a temporary failure. */
export const isRefusal = (error: unknown) => (error as Error).name === 'NodeOperationError';

/** Adds the filters on listed custom fields, which have their own keys, to the other filters. */
function filtersIn(filters: IDataObject): IDataObject {
  const { custom_fields = {}, ...others } = read(filters);
  const pairs = Object.entries(custom_fields as IDataObject);
  const isListed = ([key]: (typeof pairs)[number]) => isCustomField({ key });
  const [listed, named] = [pairs.filter(isListed), pairs.filter((pair) => !isListed(pair))];
  return {
    ...others,
    ...Object.fromEntries(listed),
    ...(named.length && { custom_fields: Object.fromEntries(named) }),
  };
}

/**
 * The cases that start the workflow. If n8n has lost the registration, or an outdated one does not
 * fit, asks the service for it.
 * @throws NodeOperationError for an invalid event.
 */
export async function casesOf(context: IWebhookFunctions, step: Step): Promise<IDataObject[]> {
  warnInQueue(context);
  const request = context.getRequestObject() as unknown as { rawBody?: Buffer };
  const content = request.rawBody?.toString('utf8') ?? JSON.stringify(context.getBodyData());
  const event = context.getNodeParameter('event') as TriggerName;
  const filters = context.getNodeParameter('filters', {}) as IDataObject;
  const casesBy = ({ id, secret, url }: Registration) => {
    const registration = { id: id ?? url ?? context.getNodeWebhookUrl('default'), secret };
    const delivery = {
      request: { content, headers: context.getHeaderData() as Record<string, string> },
      body: context.getBodyData(),
      flow: registration.id,
      registration,
    };
    const own = { ...step, store: storeOfTrigger(context, step) };
    return runStep(
      own,
      (run) =>
        receive(triggers[event], run, filtersIn(filters), delivery) as Promise<IDataObject[]>,
    );
  };
  const { registration, isCopy } = await registrationOf(context, step);
  if (isLost(registration, step)) {
    if (isRemoved(registration)) throw new UserError('This workflow is switched off.');
    return casesBy(await registerAgain(context, step, event));
  }
  const cases = casesBy(registration);
  const [outcome] = await Promise.allSettled([cases]);
  const isOutOfDate = isCopy && outcome.status === 'rejected' && isRefusal(outcome.reason);
  return isOutOfDate ? casesBy(await registerAgain(context, step, event)) : cases;
}
