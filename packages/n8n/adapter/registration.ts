/**
 * The registration of a trigger's webhook at the service, in the node's static data. A worker's
 * execution may overwrite that data with an older version. So the webhook process keeps a copy, the
 * shared store keeps another, and the service finds the registration by its address.
 */
import {
  UserError,
  type IDataObject,
  type IHookFunctions,
  type IWebhookFunctions,
  type NodeApiError,
} from 'n8n-workflow';

import type { Store } from '../../../host/host.ts';
import { triggers } from '../../../triggers/index.ts';
import { registersByHand, subscribe, unsubscribe, webhooksAt } from '../../../client/webhooks.ts';
import { both, processStore } from '../memory/store.ts';
import { triggerStore } from '../memory/trigger-data.ts';
import { read } from './input.ts';
import { runStep, type Step } from './step.ts';

type Context = IHookFunctions | IWebhookFunctions;

export interface Registration {
  id?: string;
  secret?: string;
  /** The address and the events of the registration. */
  url?: string;
  event?: string;
  /** Registrations that could not be removed yet. */
  left?: string[];
  /** The time of writing: an execution may have saved an older version since. */
  time?: number;
}
/** The registration and its source. Outside the node's data it may be outdated. */
interface Found {
  registration: Registration;
  isCopy: boolean;
}

/** Seconds after which an abandoned copy expires. */
const tenYears = 10 * 365 * 24 * 3600;
/** The copies of this process. */
const copies = new Map<string, Registration>();

/** Requests to the service in progress, by node. */
const underWay = new Map<string, Promise<Registration>>();

const data = (context: Context) => context.getWorkflowStaticData('node');
const keyOf = (context: Context) =>
  `registration:${context.getWorkflow().id}:${context.getNode().id}`;
/** A test listener belongs to one editor only. */
const isTest = (context: Context) => context.getMode() === 'manual';

const sharedCopy = async (shared: Store | undefined, key: string) =>
  (await shared?.get(key).catch(() => undefined)) as Registration | undefined;

/** The latest registration, or an empty one. */
export async function registrationOf(context: Context, { shared }: Step): Promise<Found> {
  const own = data(context).registration as Registration | undefined;
  if (isTest(context)) return { registration: own ?? {}, isCopy: false };
  const key = keyOf(context);
  const copy = copies.get(key);
  const remote = own ? undefined : await sharedCopy(shared, key);
  const [latest = {}] = [own, copy, remote]
    .filter((one) => one !== undefined)
    .sort((one, other) => (other.time ?? 0) - (one.time ?? 0));
  copies.set(key, latest);
  const isCopy = latest !== own;
  if (isCopy) data(context).registration = latest as IDataObject;
  return { registration: latest, isCopy };
}

async function saveRegistration(context: Context, { shared }: Step, registration: Registration) {
  const latest = { ...registration, time: Date.now() };
  data(context).registration = latest;
  if (isTest(context)) return;
  copies.set(keyOf(context), latest);
  // If this copy fails, the service still knows the registration.
  await shared?.set(keyOf(context), latest, tenYears).catch(() => undefined);
}

/** True if the registration was removed: a late event must not restore it. */
export const isRemoved = ({ id, time }: Registration): boolean =>
  id === undefined && time !== undefined;

/** True if the trigger registers itself but no registration is known. */
export const isLost = ({ id }: Registration, { dialect }: Step): boolean =>
  id === undefined && !registersByHand(dialect);

/** Removes registrations at the service. @returns the remaining ones, with the last error. */
async function remove(step: Step, ids: string[]) {
  const left: string[] = [];
  let problem = '';
  for (const id of registersByHand(step.dialect) ? [] : ids) {
    try {
      await runStep(step, (run) => unsubscribe(run, { id }));
    } catch (error) {
      left.push(id);
      problem = (error as Error).message;
    }
  }
  return { left, problem };
}

/** The service's registrations of the trigger's address; no IDs if it does not list them. */
async function registeredAt(step: Step, targetUrl: string) {
  try {
    const ids = await runStep(step, (run) => webhooksAt(run, targetUrl));
    return { ids, problem: 'it does not list its webhooks' };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** The registration to make: an address for the events of a trigger with its filters. */
interface Wanted {
  event: string;
  url: string;
  input: IDataObject;
}

/**
 * Registers the trigger's address. A service returns its existing registration; if that has no
 * secret, asks for a new one.
 * @param earlier the service's registrations of the address.
 */
async function subscribed(step: Step, { event, url, input }: Wanted, earlier: string[]) {
  const trigger = triggers[event as keyof typeof triggers];
  const ask = () =>
    runStep(step, (run) => subscribe(run, trigger.events(input), url)) as Promise<Registration>;
  const first = await ask().catch((error: NodeApiError) => {
    if (error.httpCode !== '409' || !earlier.length) throw error;
    return undefined;
  });
  const isWhole = first?.secret !== undefined || !earlier.includes(first?.id ?? earlier[0]!);
  if (first && isWhole) return first;
  await remove(step, earlier);
  return ask();
}

/**
 * Registers the address for the event, or finds its registration. Then removes all other
 * registrations of the address, so an event always has one.
 */
export async function register(context: Context, step: Step, event: string): Promise<Registration> {
  const url = context.getNodeWebhookUrl('default')!;
  const { registration: before } = await registrationOf(context, step);
  const { ids = [] } = await registeredAt(step, url);
  // The filters may name the events to register.
  const input = read(context.getNodeParameter('filters', {}) as IDataObject);
  const made = await subscribed(step, { event, url, input }, ids);
  const others = new Set([...(before.left ?? []), before.id, ...ids]);
  [undefined, made.id].forEach((id) => others.delete(id));
  const { left } = await remove(step, [...others] as string[]);
  await saveRegistration(context, step, { ...made, url, event, ...(left.length && { left }) });
  return (await registrationOf(context, step)).registration;
}

/**
 * Registers again when an event arrives without a registration, once for all simultaneous events.
 * @throws Error with the reason for another delivery.
 */
export function registerAgain(context: Context, step: Step, event: string): Promise<Registration> {
  if (isTest(context)) throw new UserError('Nobody listens for this test event any more.');
  const key = keyOf(context);
  const existing = underWay.get(key);
  if (existing) return existing;
  const again = register(context, step, event)
    .catch((cause: Error) => {
      const message = `The registration of this webhook is lost, and was not found again: ${cause.message}`;
      throw new UserError(message, { cause });
    })
    .finally(() => underWay.delete(key));
  underWay.set(key, again);
  return again;
}

/**
 * Removes the registration and all others of the address. After a failure it tries again when the
 * workflow is switched on again.
 */
export async function removeRegistration(context: IHookFunctions, step: Step): Promise<void> {
  const { id, event, left: earlier = [] } = (await registrationOf(context, step)).registration;
  const name = event ?? (context.getNodeParameter('event') as string);
  if (registersByHand(step.dialect)) return;
  const url = context.getNodeWebhookUrl('default')!;
  const found = await registeredAt(step, url);
  const ids = new Set([...earlier, ...(id === undefined ? [] : [id]), ...(found.ids ?? [])]);
  const { left, problem } = await remove(step, [...ids]);
  await saveRegistration(context, step, left.length ? { left, event: name } : {});
  const warn = (text: string) => context.logger.warn(`Compliance Onboarding Trigger: ${text}`);
  if (left.length) {
    warn(
      `the service did not remove its webhook ${left.join(', ')} (${problem}). n8n tries again when the workflow is switched on. Otherwise remove it in the settings of the service.`,
    );
  } else if (!ids.size && !found.ids) {
    warn(
      `n8n has lost the registration of this webhook, and the service cannot say which it is (${found.problem}). Remove ${url} in the settings of the service.`,
    );
  }
}

/** The trigger's memory of events: the shared store, or its node. */
export const storeOfTrigger = (context: Context, { shared }: Step): Store =>
  shared ?? both(processStore, triggerStore(data(context)));
