/** Runs a recipe as Zapier runs a Zap. */
import { isTask, mapped, type Condition, type Recipe, type Step } from './recipe.ts';

type Input = Record<string, unknown>;

export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Everything around a Zap. */
export interface World {
  /** Runs one of our actions or searches. @returns its first result; undefined for none. */
  ours(operation: string, input: Input): Promise<unknown>;
  /** Runs a step of another app. @returns its output; undefined ends the run. */
  app(step: Step, input: Input): Promise<object | undefined>;
  mail(letter: Letter): Promise<void>;
  wait(days: number): Promise<void>;
  /** A step succeeded that costs a task. */
  task(): void;
}

/** True if the value of a rule of a filter meets it. */
function meets({ value, is, than }: Condition): boolean {
  if (is === 'Exists') return value !== '';
  if (is === 'Does not exist') return value === '';
  return (value === than) === (is === 'Exactly matches');
}

async function perform(step: Step, input: Input, results: unknown[], world: World) {
  if (step.operation) return world.ours(step.operation, input);
  if (/^Send .*Email$/.test(step.event)) {
    const { To, Subject, Body } = input as Record<string, string>;
    await world.mail({ to: To!, subject: Subject!, text: Body! });
    return input;
  }
  if (step.event === 'Delay For') {
    await world.wait(Number(input['Time Delayed For (value)']));
    return input;
  }
  if (!step.conditions) return world.app(step, input);
  const passes = step.conditions.every((rule) => meets(mapped(rule, results) as Condition));
  return passes ? input : undefined;
}

/**
 * Runs the steps of a recipe after its trigger. A filter or a search without a result ends the run.
 * @returns the output of each step that ran.
 * @throws the error of a step that failed, after the step of its error handler.
 */
export async function runZap(
  [, ...steps]: Recipe,
  item: unknown,
  world: World,
): Promise<unknown[]> {
  const results: unknown[] = [item];
  const run = async (step: Step) => {
    const result = await perform(step, mapped(step.input ?? {}, results) as Input, results, world);
    if (result !== undefined && isTask(step)) world.task();
    return result;
  };
  for (const step of steps) {
    let result: unknown;
    try {
      result = await run(step);
    } catch (error) {
      if (step.onError) await run(step.onError);
      throw error;
    }
    if (result === undefined && !step.isOptional) break;
    results.push(result);
  }
  return results;
}
