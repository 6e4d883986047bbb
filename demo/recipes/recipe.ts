/**
 * A recipe: a Zap with the mapping of each step. `{{1.x.y}}` is the value x.y of step 1; with a
 * question mark, `{{1.x.y?}}`, it may be empty.
 */
export interface Step {
  app: string;
  /** The name of the step in its app. */
  event: string;
  /** Our operation, for example `creates.start_onboarding`. */
  operation?: string;
  /** The mapping. Keys are keys of our fields, or labels of another app's fields. */
  input?: Record<string, unknown>;
  /** What a filter demands: all of it. */
  conditions?: Condition[];
  /** The step of the error handler, which runs if this one errors or halts. */
  onError?: Step;
  /** The run goes on if this search finds nothing. */
  isOptional?: true;
  /** An output of the trigger, if the demo does not play its app. */
  sample?: Record<string, unknown>;
}

/** One rule of a filter, in Zapier's words. */
export interface Condition {
  value: string;
  is: 'Exists' | 'Does not exist' | 'Exactly matches' | 'Does not exactly match';
  /** May map a value, too. */
  than?: string;
}

/** The trigger, and the steps after it. */
export type Recipe = Step[];

const placeholder = /\{\{(\d+)\.([^}]+)\}\}/g;

const valueAt = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key],
    value,
  );

/** Replaces each `{{step.path}}` in a text with the result of `show`. */
export const replaced = (
  text: string,
  show: (step: number, path: string[], mayBeEmpty: boolean) => string,
): string =>
  text.replace(placeholder, (_, step: string, path: string) =>
    show(Number(step), path.replace(/\?$/, '').split('.'), path.endsWith('?')),
  );

/**
 * Replaces each `{{step.path}}` in the input with the output of that step.
 * @throws Error if the step has no output there, unless the field may be empty.
 */
export function mapped(input: unknown, results: unknown[]): unknown {
  if (typeof input === 'string') {
    return replaced(input, (step, path, mayBeEmpty) => {
      const value = valueAt(results[step - 1], path);
      const isEmpty = value === undefined || value === null || value === '';
      if (isEmpty && !mayBeEmpty) throw new Error(`Step ${step} hands over no ${path.join('.')}`);
      return isEmpty ? '' : String(value);
    });
  }
  if (Array.isArray(input)) return input.map((item) => mapped(item, results));
  if (typeof input === 'object' && input) {
    return Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, mapped(value, results)]),
    );
  }
  return input;
}

/** Zapier's own apps whose steps cost no task. */
const free = ['Delay by Zapier', 'Filter by Zapier', 'Formatter by Zapier'];
/** True for a step that costs a task where it succeeds. */
export const isTask = ({ app }: Step): boolean => !free.includes(app);

/** The tasks of one run: until its last filter, which ends it for most clients, and until its end. */
export function tasksOf([, ...actions]: Recipe): { filtered: number; all: number } {
  const last = actions.findLastIndex(({ conditions }) => conditions);
  return {
    filtered: actions.slice(0, last).filter(isTask).length,
    all: actions.filter(isTask).length,
  };
}
