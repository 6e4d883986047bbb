/** Runs an action for its items, several at once if the node says so. */
import {
  NodeApiError,
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INode,
  type INodeExecutionData,
  type INodeProperties,
} from 'n8n-workflow';

import type { Run } from '../../../client/exchange/run.ts';
import { runAction, type Action } from '../../../operation.ts';
import { creates, type CreateKey } from '../../../creates/index.ts';
import { searches, type SearchKey } from '../../../searches/index.ts';
import { business, keyOf, person, type Rows } from '../../../service/catalogue.ts';
import { places, type Place } from '../places.ts';
import { customLabels, onPaths, throwInLabels } from './custom-labels.ts';
import { nodeError } from './errors.ts';
import { parametersOf } from './files.ts';
import { read } from './input.ts';
import { accountKey } from './keys.ts';
import { stepOf } from './node.ts';
import { mostAtOnce } from './properties.ts';
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

/** The keys of the fields by which people know a client. */
const clientKeys = [business, person].flatMap((rows: Rows) =>
  Object.entries(rows)
    .filter(([, { group }]) => group === 'client')
    .map(([name, row]) => keyOf(name, row)),
);

/** The top level of a case, its client and the account's own fields, without empty values. */
function simplified(json: IDataObject): IDataObject {
  const client = { ...(json.business as IDataObject), ...(json.person as IDataObject) };
  const known = clientKeys.flatMap((key) => (key in client ? [[key, client[key]] as const] : []));
  return Object.fromEntries(
    [...Object.entries(json), ...known].filter(
      ([key, value]) => value !== null && (typeof value !== 'object' || key === 'custom_fields'),
    ),
  );
}

/** The first results, which say whether there are more. */
const limited = (records: IDataObject[], limit: number): IDataObject[] =>
  records.length > limit
    ? records.slice(0, limit).map((record) => ({ ...record, more_exist: true }))
    : records;

/** @throws NodeOperationError for what an AI agent must leave to a person. */
function refuseDecision(
  node: INode,
  { decides }: Place,
  { method }: IDataObject,
  itemIndex: number,
) {
  const isRequest = method !== undefined && method !== 'GET';
  if (!node.type.endsWith('Tool') || !(decides || isRequest)) return;
  const what = decides ? 'A decision' : `A request with ${String(method)}`;
  throw new NodeOperationError(node, `${what} is not for an AI agent: a person decides.`, {
    description: 'Put this node into the workflow itself, after the consent of a person.',
    itemIndex,
  });
}

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

/** The operations check every value themselves. */
const unchecked = { skipValidation: true };

/** Runs the operation for one item. */
async function runItem(context: IExecuteFunctions, step: Step, once: Once, itemIndex: number) {
  const key = context.getNodeParameter('operation', itemIndex) as CreateKey | SearchKey;
  const place: Place = places[key];
  const parameters = await parametersOf(context, names![key]!, itemIndex);
  const { simplify, if_not_found, returnAll, limit, ...rest } = parameters;
  const input = read(rest);
  refuseDecision(context.getNode(), place, input, itemIndex);
  const mapper = context.getNodeParameter(accountKey, itemIndex, {}, unchecked) as IDataObject;
  const labels = customLabels(mapper);
  const action: Action = actions[key];
  const named = { ...action, labels: { ...action.labels, ...onPaths(labels) } };
  const work = (run: Run) =>
    runAction(named, run, input).catch((error: Error) => throwInLabels(error, labels));
  const act = () => runStep(step, work, itemIndex);
  const result = await (place.once ? once(JSON.stringify(input), act) : act());
  const all = [result].flat() as IDataObject[];
  const records = returnAll === false ? limited(all, Number(limit)) : all;
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
        const failure = nodeError(context.getNode(), error as Error, itemIndex);
        if (!context.continueOnFail()) {
          next = items.length;
          throw failure;
        }
        const text = [failure.message, failure.description].filter(Boolean).join(' ');
        made[itemIndex] = [{ json: { error: text }, pairedItem }];
      }
    }
  };
  const { waits }: Place = places[context.getNodeParameter('operation', 0) as keyof typeof places];
  const settings = context.getNodeParameter('options', 0, {}) as IDataObject;
  const { items_at_once = waits ? mostAtOnce : 1 } = settings;
  const workers = Math.max(1, Math.min(Number(items_at_once) || 1, items.length));
  const outcomes = await Promise.allSettled(Array.from({ length: workers }, work));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return made.flat();
}
