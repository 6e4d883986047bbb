/**
 * The registration of a trigger's webhook at the service, in the static data of the node. An
 * execution on a worker may save its own static data over that, so that the process which gets the
 * events keeps a copy, and the store that all processes share another one.
 */
import { sleep, type IDataObject, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';

import type { Store } from '../../../hosts/memory.ts';
import { both, processStore } from '../memory/store.ts';
import { triggerStore } from '../memory/trigger-data.ts';
import { runMethod, type Step } from './step.ts';

type Context = IHookFunctions | IWebhookFunctions;

export interface Registration {
  id?: string;
  secret?: string;
  /** Where the service sends the events, and which. */
  url?: string;
  event?: string;
  /** Registrations that could not be removed yet. */
  left?: string[];
  /** When it was written: an execution may have saved an older one since. */
  at?: number;
}

/** Seconds after which a copy is dropped that nobody removed. */
const tenYears = 10 * 365 * 24 * 3600;
/** The copies of this process. */
const copies = new Map<string, Registration>();

const data = (context: Context) => context.getWorkflowStaticData('node');
const keyOf = (context: Context) =>
  `registration:${context.getWorkflow().id}:${context.getNode().id}`;
/** The event that an editor listens for is an affair of that editor. */
const isTest = (context: Context) => context.getMode() === 'manual';

/** The registration as it was kept last; empty where there is none. */
export async function registrationOf(context: Context, { shared }: Step): Promise<Registration> {
  const kept = data(context).registration as Registration | undefined;
  if (isTest(context)) return kept ?? {};
  const key = keyOf(context);
  const known = [kept, copies.get(key)].filter((one) => one !== undefined);
  if (!known.length && shared) known.push(((await shared.get(key)) ?? {}) as Registration);
  const [latest = {}] = known.sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  copies.set(key, latest);
  if (latest !== kept) data(context).registration = latest as IDataObject;
  return latest;
}

export async function keepRegistration(
  context: Context,
  { shared }: Step,
  registration: Registration,
) {
  const kept = { ...registration, at: Date.now() };
  data(context).registration = kept;
  if (isTest(context)) return;
  copies.set(keyOf(context), kept);
  await shared?.set(keyOf(context), kept, tenYears, false);
}
/** It registered itself, but of that nothing is known any more: it cannot tell who sends an event. */
export const isLost = ({ id }: Registration, step: Step, event: string): boolean =>
  id === undefined && step.app.triggerMethod(event, 'performSubscribe') !== undefined;

/** Seconds between two attempts to remove what a service that was down has left. */
const laterAttempts = [10, 60, 600];

/** Removes registrations at the service. @returns those that are left, with the last error. */
async function remove(step: Step, event: string, ids: string[]) {
  const unsubscribe = step.app.triggerMethod(event, 'performUnsubscribe');
  const left: string[] = [];
  let problem = '';
  for (const id of unsubscribe ? ids : []) {
    try {
      await runMethod(unsubscribe!, step, { subscribeData: { id } });
    } catch (error) {
      left.push(id);
      problem = (error as Error).message;
    }
  }
  return { left, problem };
}

/**
 * Takes the registration away, with what earlier attempts have left. What the service does not
 * remove now is tried again, for some minutes and when the workflow is switched on again.
 */
export async function removeRegistration(context: IHookFunctions, step: Step): Promise<void> {
  const { id, event, left: earlier = [] } = await registrationOf(context, step);
  const name = event ?? (context.getNodeParameter('event') as string);
  const ids = [...earlier, ...(id === undefined ? [] : [id])];
  const { left, problem } = await remove(step, name, ids);
  await keepRegistration(context, step, left.length ? { left, event: name } : {});
  if (left.length) {
    context.logger.warn(
      `Compliance Onboarding Trigger: the service did not remove its webhook ${left.join(', ')} (${problem}). It is tried again for ten minutes, and when the workflow is switched on. Should it remain, remove it in the settings of the service.`,
    );
    void removeLater(step, name, left);
  }
}

async function removeLater(step: Step, event: string, ids: string[]): Promise<void> {
  let left = ids;
  for (const seconds of laterAttempts) {
    await sleep(seconds * 1000);
    ({ left } = await remove(step, event, left));
    if (!left.length) return;
  }
}

/** What the trigger remembers of events: where all processes look, or in its node. */
export const storeOfTrigger = (context: Context, { shared }: Step): Store =>
  shared ?? both(processStore, triggerStore(data(context)));
