/** Runs an action for its items, several at once if the node says so. */
import {
  NodeApiError,
  type IDataObject,
  type IExecuteFunctions,
  type INode,
  type INodeExecutionData,
  type INodeProperties,
} from 'n8n-workflow';

import { runAction } from '../../../operation.ts';
import { creates, type CreateKey } from '../../../creates/index.ts';
import { searches, type SearchKey } from '../../../searches/index.ts';
import { places, type Place } from '../places.ts';
import { nodeError } from './errors.ts';
import { parametersOf } from './files.ts';
import { read } from './input.ts';
import { stepOf } from './node.ts';
import { warnInQueue } from './queue-mode.ts';
import { runStep, type Step } from './step.ts';

const actions = { ...creates, ...searches };

/** The parameters of each operation, from the node's properties. */
function namesByOperation(properties: INodeProperties[]): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const { name, displayOptions } of properties) {
    for (const operation of (displayOptions?.show?.operation ?? []) as string[]) {
      const own = (names[operation] ??= []);
      if (!own.includes(name)) own.push(name);
    }
  }
  return names;
}
let names: Record<string, string[]> | undefined;

/** The top level of a result plus the account's own fields. */
const simplified = (json: IDataObject): IDataObject =>
  Object.fromEntries(
    Object.entries(json).filter(
      ([key, value]) => typeof value !== 'object' || value === null || key === 'custom_fields',
    ),
  );

/** The error of a step that gets one thing and does not find it. */
const notFound = (node: INode, thing: string, itemIndex: number) =>
  new NodeApiError(
    node,
    {},
    {
      message: `No ${thing} was found.`,
      description: 'Check the fields that name it, or set "If Not Found" to "Return Nothing".',
      httpCode: '404',
      itemIndex,
    },
  );

type Once = ReturnType<typeof openOnce>;
/** Does the same work once, also for items at the same time. A failure may be tried again. */
function openOnce() {
  const results = new Map<string, Promise<object>>();
  return (name: string, work: () => Promise<object>): Promise<object> => {
    const result = results.get(name) ?? work();
    results.set(name, result);
    result.catch(() => results.delete(name));
    return result;
  };
}

/** Runs the operation for one item. */
async function runItem(context: IExecuteFunctions, step: Step, once: Once, itemIndex: number) {
  const key = context.getNodeParameter('operation', itemIndex) as CreateKey | SearchKey;
  const parameters = await parametersOf(context, names![key]!, itemIndex);
  const { simplify, if_not_found, returnAll, limit, ...rest } = parameters;
  const input = read(rest);
  const act = () => runStep(step, (run) => runAction(actions[key], run, input), itemIndex);
  // A decision has no identity at the service, so the same one twice in an execution is one.
  const result = await (key === 'record_decision' ? once(JSON.stringify(input), act) : act());
  const all = [result].flat() as IDataObject[];
  const records = returnAll === false ? all.slice(0, Number(limit)) : all;
  const place: Place = places[key];
  if (!records.length && place.gets && if_not_found !== 'nothing') {
    throw notFound(context.getNode(), place.gets, itemIndex);
  }
  return simplify === true ? records.map(simplified) : records;
}

/**
 * Runs the operation for each item. The first failure stops the items that have not started, unless
 * the node continues on errors.
 */
export async function runItems(context: IExecuteFunctions, properties: INodeProperties[]) {
  names ??= namesByOperation(properties);
  const items = context.getInputData();
  const step = await stepOf(context);
  warnInQueue(context);
  const once = openOnce();
  const made: INodeExecutionData[][] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const itemIndex = next++;
      const pairedItem = { item: itemIndex };
      try {
        const records = await runItem(context, step, once, itemIndex);
        made[itemIndex] = records.map((json) => ({ json, pairedItem }));
      } catch (error) {
        const failure = nodeError(context.getNode(), error as Error, { itemIndex });
        if (!context.continueOnFail()) {
          next = items.length;
          throw failure;
        }
        const text = [failure.message, failure.description].filter(Boolean).join(' ');
        made[itemIndex] = [{ json: { error: text }, pairedItem }];
      }
    }
  };
  const { items_at_once = 1 } = context.getNodeParameter('options', 0, {}) as IDataObject;
  const workers = Math.max(1, Math.min(Number(items_at_once) || 1, items.length));
  const outcomes = await Promise.allSettled(Array.from({ length: workers }, work));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return made.flat();
}
