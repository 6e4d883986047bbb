/** The operations of the app by their keys. */
import authentication from '../../authentication.ts';
import { fieldsIn, type Made, type Method } from '../../hosts/definition.ts';
import app from '../../index.ts';

type Performing = { operation: Record<string, unknown> };
const operations = { ...app.creates, ...app.searches } as unknown as Record<string, Performing>;
const triggers = app.triggers as unknown as Record<string, Performing>;

/** What an action does. */
export const methodOf = (key: string): Method => operations[key]!.operation.perform as Method;

/** A method of a trigger; undefined where webhooks are registered by hand. */
export const triggerMethod = (
  key: string,
  method: 'perform' | 'performSubscribe' | 'performUnsubscribe',
): Method | undefined => triggers[key]!.operation[method] as Method | undefined;

/** The fields of an operation or trigger, with those that the account defines. */
export const formOf = (key: string): Method => {
  const { inputFields } = (operations[key] ?? triggers[key])!.operation;
  return (...given) => fieldsIn(inputFields as Made<typeof given>[], ...given);
};

export const connectionTest = authentication.test as Method;
