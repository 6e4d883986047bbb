/**
 * What a recipe is: a Zap with the mapping of each of its steps. Steps of other apps carry a sample
 * in that app's documented format. `{{1.x.y}}` is the value x.y of step 1.
 */
export interface Step {
  app: string;
  event: string;
  /** Our operation, for example `creates.start_onboarding`. */
  operation?: string;
  /** What to know of it: what it hands over and who says so. */
  note?: string;
  /** What is entered; keys are those of our fields, or the labels of another app's. */
  input?: Record<string, unknown>;
  /** What another app's step hands over. */
  sample?: Record<string, unknown>;
  /** A lookup table: what it hands over as `output` for the value of its first input. */
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
  /** The first step in each CRM, where the recipes stand side by side. */
  crms?: Step[];
  /** Whether the notes of steps stand here. */
  hasNotes?: boolean;
}
/** Recipes one client goes through, in this order: what one stores the next ones read. */
export interface Chain {
  title: string;
  /** Keys of recipes. */
  recipes: string[];
}

const placeholder = /\{\{(\d+)\.([^}]+)\}\}/g;

const at = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key],
    value,
  );

/** A text with each `{{step.path}}` replaced by what `show` makes of it. */
export const replaced = (text: string, show: (step: number, path: string[]) => string): string =>
  text.replace(placeholder, (_, step: string, path: string) => show(Number(step), path.split('.')));

/**
 * The input with its `{{step.path}}` replaced by what the steps handed over.
 * @throws Error where a step hands over nothing under that path: the field would be empty.
 */
export function mapped(input: unknown, results: unknown[]): unknown {
  if (typeof input === 'string') {
    return replaced(input, (step, path) => {
      const value = at(results[step - 1], path);
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

/** What a step of another app hands over, given its input. @throws Error for a value its table lacks. */
export function handedOver({ sample, lookup }: Step, input: Record<string, unknown>): object {
  if (!lookup) return sample ?? input;
  const value = String(Object.values(input)[0]);
  if (!Object.hasOwn(lookup, value)) throw new Error(`The lookup table has no "${value}"`);
  return { output: lookup[value] };
}
