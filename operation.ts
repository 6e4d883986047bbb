/** Operations as data: input, work and output. Each platform builds its own form from them. */
import { joinNotTaken } from './client/comparison/not-taken.ts';
import { outputOf } from './client/decoding.ts';
import type { Labels } from './client/basics/labels.ts';
import { withLabels, type Run } from './client/exchange/run.ts';
import type { Delivery } from './client/events.ts';
import type { Fields, InputOf } from './fields/kinds/form.ts';
import type { FieldGroup } from './fields/kinds/groups.ts';
import { notTaken, type OutputNote } from './fields/kinds/output.ts';
import { withRepairs } from './fields/kinds/repairs.ts';
import type { Input } from './fields/kinds/values.ts';

/** A field of a result. */
interface OutputField {
  key: string;
  label?: string;
  type?: 'string' | 'number' | 'integer' | 'boolean';
  list?: boolean;
}

/** The output of an operation. Operations with the same output share its key. */
export interface Output {
  key?: string;
  noun?: string;
  fields(run: Run): Promise<OutputField[]>;
  sample(): Record<string, unknown>;
  notes?: OutputNote[];
}

/** The parts that every operation has. */
interface Base<All extends Fields> {
  key: string;
  noun: string;
  label: string;
  description: string;
  input: All;
  output: Output;
  /** Labels of fields for messages. */
  labels?: Labels;
}

/** What a step does: a create returns one object. */
export interface Action<
  All extends Fields = Fields,
  Result extends object = object,
> extends Base<All> {
  /** The groups of its fields, which are the headings of its form. */
  groups?: readonly FieldGroup[];
  /** A platform may show its usual fields alone (Field.isUsual). */
  hasUsual?: true;
  /** It changes a case: a repeat changes nothing more, but an old value is lost. */
  updates?: boolean;
  run(run: Run, input: InputOf<All>): Promise<Result>;
}
/** A search returns a list. */
export type Search<All extends Fields = Fields> = Action<All, object[]>;

export interface Trigger<All extends Fields = Fields> extends Base<All> {
  /** Names of the events for a flow with this input. */
  events(input: InputOf<All>): string[];
  /** The items that run the flow: none for an event that is filtered out or a repeat. */
  receive(run: Run, input: InputOf<All>, delivery: Delivery): Promise<object[]>;
  /** The samples in the editor before the first event. */
  list(run: Run, input: InputOf<All>): Promise<object[]>;
}

/** Types the input of an action by its fields. */
export const declareAction = <const All extends Fields>(action: Action<All>): Action<All> => action;
/** Types the input of a search by its fields. */
export const declareSearch = <const All extends Fields>(search: Search<All>): Search<All> => search;
/** Types the input of a trigger by its fields. */
export const declareTrigger = <const All extends Fields>(trigger: Trigger<All>): Trigger<All> =>
  trigger;

/**
 * Runs an action with the labels of its fields. What other tools left in its values is repaired first,
 * and told where its output has a note for that. @throws OperationError (client/basics/errors.ts).
 */
export async function runAction<Result extends object>(
  action: Action<Fields, Result>,
  run: Run,
  input: Input,
): Promise<Result> {
  const labels = action.labels ?? {};
  const isTold = action.output.notes?.includes(notTaken) ?? false;
  const [repairedInput, repairs] = withRepairs(input, labels, isTold);
  const result = await action.run({ ...withLabels(run, labels), repairs }, repairedInput);
  return isTold && repairs.length
    ? { ...result, ...joinNotTaken(result, outputOf(repairs)) }
    : result;
}

/** Runs a trigger for one delivery. @throws OperationError. */
export const receive = (trigger: Trigger, run: Run, input: Input, delivery: Delivery) =>
  trigger.receive({ ...withLabels(run, trigger.labels ?? {}), isTrigger: true }, input, delivery);
