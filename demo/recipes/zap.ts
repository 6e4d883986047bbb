/** Runs a recipe as Zapier runs a Zap. */
import { mapped, now, type Recipe, type Step } from './recipe.ts';

type Input = Record<string, unknown>;

/** Everything around a Zap. */
export interface World {
  /** Runs one of our actions or searches. @returns its first result; undefined for none. */
  ours(operation: string, input: Input): Promise<unknown>;
  /** Runs a step of another app. @returns its output; undefined ends the run. */
  app(step: Step, input: Input): Promise<object | undefined>;
  mail(letter: { to: string; subject: string; text: string }): Promise<void>;
  wait(days: number): Promise<void>;
  /** The time in ISO 8601. */
  now(): string;
  /** A value that a step does not hand over leaves the field empty, as on Zapier. */
  mayBeEmpty: boolean;
}

/** Fills Zapier's own value for the time into an input. */
const withTime = (input: Input, time: string): Input =>
  JSON.parse(JSON.stringify(input).replaceAll(now, time)) as Input;

/** True if a filter lets the run go on. */
function passes({ Condition: condition, Value: wanted, ...values }: Input): boolean {
  if (condition === 'Exactly matches') return Object.values(values).includes(wanted);
  const isThere = Object.values(values).some((value) => value !== '');
  return condition === 'Exists' ? isThere : !isThere;
}

async function perform(step: Step, input: Input, world: World): Promise<unknown> {
  if (step.operation) return world.ours(step.operation, input);
  if (step.event === 'Send Email') {
    const { To, Subject, Body } = input as Record<string, string>;
    await world.mail({ to: To!, subject: Subject!, text: Body! });
    return input;
  }
  if (step.event === 'Delay For') {
    await world.wait(parseInt(String(input['Time Delayed For']), 10));
    return input;
  }
  if (step.event === 'Only continue if') return passes(input) ? input : undefined;
  return world.app(step, input);
}

/**
 * Runs the steps of a recipe after its trigger, without the steps that are off. A filter or a
 * search without a result ends the run.
 * @returns the results of the steps.
 * @throws Error where a step needs a value that an earlier one does not hand over.
 */
export async function runZap({ steps }: Recipe, item: unknown, world: World): Promise<unknown[]> {
  const results: unknown[] = [item];
  for (const step of steps.slice(1)) {
    if (step.off) {
      results.push({});
      continue;
    }
    const input = mapped(
      withTime(step.input ?? {}, world.now()),
      results,
      world.mayBeEmpty,
    ) as Input;
    const result = await perform(step, input, world);
    if (result === undefined) break;
    results.push(result);
  }
  return results;
}
