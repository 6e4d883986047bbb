/** Operations as data: what each asks for, does and returns. Every platform makes its own form of them. */
import type { Labels } from './client/answer.ts';
import { withLabels, type Run } from './client/run.ts';
import type { RawRequest } from './client/signature.ts';
import type { Fields, InputOf } from './fields/form.ts';
import type { Input } from './fields/values.ts';
import type { Dialect } from './service/dialect.ts';

/** A field of a result. */
interface OutputField {
  key: string;
  label?: string;
  type?: 'string' | 'number' | 'integer' | 'boolean';
  list?: boolean;
}

/** What an operation returns. With a key, several operations return the same thing. */
export interface Output {
  key?: string;
  noun?: string;
  outputFields: (OutputField | ((run: Run) => OutputField[] | Promise<OutputField[]>))[];
  sample: Record<string, unknown>;
}

/** What all operations have. */
interface Base<All extends Fields> {
  key: string;
  noun: string;
  label: string;
  description: string;
  input: All;
  output: Output;
  /** Labels of fields, for messages. */
  labels?: Labels;
}

/** A create returns the one thing it made, a search the things it found. */
export interface Action<All extends Fields = Fields> extends Base<All> {
  /** Headings over the fields of the form. */
  groups?: { key: string; label: string }[];
  run(run: Run, input: InputOf<All>): Promise<object>;
}

/** An event on its way to one flow. */
export interface Delivery {
  request: RawRequest;
  /** The body as the platform read it. */
  body?: unknown;
  /** What tells the flow from others that get the same event; undefined where that is not known. */
  flow?: string;
  /** The registration of the webhook, where the flow made one. */
  registration?: Registration;
}
export interface Registration {
  id?: string | number;
  secret?: string | number;
}

export interface Trigger<All extends Fields = Fields> extends Base<All> {
  /** Names of the events that a flow with this input asks for. */
  events(dialect: Dialect, input: InputOf<All>): string[];
  /** What an event runs the flow with: nothing where it is not meant, or ran it before. */
  receive(run: Run, input: InputOf<All>, delivery: Delivery): Promise<object[]>;
  /** What an editor shows before the first event. */
  list(run: Run, input: InputOf<All>): Promise<object[]>;
}

/** The same action, its input typed by its fields. */
export const defineAction = <const All extends Fields>(action: Action<All>): Action<All> => action;
/** The same trigger, its input typed by its fields. */
export const defineTrigger = <const All extends Fields>(trigger: Trigger<All>): Trigger<All> =>
  trigger;

/** The fields of a result. */
export async function outputFieldsOf({ outputFields }: Output, run: Run): Promise<OutputField[]> {
  const made = outputFields.map((one) => (typeof one === 'function' ? one(run) : one));
  return (await Promise.all(made)).flat();
}

/** Runs an action. @throws OperationError (client/errors.ts). */
export const runAction = (action: Action, run: Run, input: Input): Promise<object> =>
  action.run(withLabels(run, action.labels ?? {}), input);

/** Runs a trigger with an event. @throws OperationError. */
export const receive = (trigger: Trigger, run: Run, input: Input, delivery: Delivery) =>
  trigger.receive({ ...withLabels(run, trigger.labels ?? {}), isTrigger: true }, input, delivery);
