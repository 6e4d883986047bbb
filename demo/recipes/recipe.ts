/**
 * A recipe: a Zap with the mapping of each step. Steps of other apps have a sample in the
 * documented format of that app. `{{1.x.y}}` is the value x.y of step 1.
 */
export interface Step {
  app: string;
  event: string;
  /** Our operation, for example `creates.start_onboarding`. */
  operation?: string;
  /** Further information, such as its output and the source of that fact. */
  note?: string;
  /** The mapping. Keys are keys of our fields, or labels of another app's fields. */
  input?: Record<string, unknown>;
  /** The output of another app's step. */
  sample?: Record<string, unknown>;
  /** A lookup table from the value of the first input to `output`. */
  lookup?: Record<string, string>;
}
export interface Recipe {
  key: string;
  title: string;
  why: string;
  steps: Step[];
}
/** A page of docs/recipes/. */
export interface RecipePage {
  key: string;
  title: string;
  why: string;
  /** Keys of recipes. */
  recipes: string[];
  /** The first step in each CRM, if the page shows the CRMs side by side. */
  crms?: Step[];
  /** The page shows the notes of steps. */
  hasNotes?: boolean;
}
/** The recipes of one client in their order: later ones read values that earlier ones stored. */
export interface Chain {
  title: string;
  /** Keys of recipes. */
  recipes: string[];
}

const placeholder = /\{\{(\d+)\.([^}]+)\}\}/g;

const valueAt = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key],
    value,
  );

/** Replaces each `{{step.path}}` in a text with the result of `show`. */
export const replaced = (text: string, show: (step: number, path: string[]) => string): string =>
  text.replace(placeholder, (_, step: string, path: string) => show(Number(step), path.split('.')));

/**
 * Replaces each `{{step.path}}` in the input with the output of that step.
 * @throws Error if the step has no output there: the field would be empty.
 */
export function mapped(input: unknown, results: unknown[]): unknown {
  if (typeof input === 'string') {
    return replaced(input, (step, path) => {
      const value = valueAt(results[step - 1], path);
      if (value === undefined || value === null || value === '')
        throw new Error(`Step ${step} hands over no ${path.join('.')}`);
      return String(value);
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

/**
 * The output of another app's step for its input.
 * @throws Error for a value that its table lacks.
 */
export function outputOf({ sample, lookup }: Step, input: Record<string, unknown>): object {
  if (!lookup) return sample ?? input;
  const value = String(Object.values(input)[0]);
  if (!Object.hasOwn(lookup, value)) throw new Error(`The lookup table has no "${value}"`);
  return { output: lookup[value] };
}
