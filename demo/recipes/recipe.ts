/**
 * A recipe: a Zap with the mapping of each step. Steps of other apps have a sample in the
 * documented format of that app. `{{1.x.y}}` is the value x.y of step 1; with a question mark,
 * `{{1.x.y?}}`, it may be empty.
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
  /** Why the step is off until the admin switches it on. */
  off?: string;
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
  /** The page lists the fields of a deal. */
  hasFields?: boolean;
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
export const replaced = (
  text: string,
  show: (step: number, path: string[], mayBeEmpty: boolean) => string,
): string =>
  text.replace(placeholder, (_, step: string, path: string) =>
    show(Number(step), path.replace(/\?$/, '').split('.'), path.endsWith('?')),
  );

/** Zapier's own value for the time at which a Zap runs, in ISO 8601. */
export const now = '{{zap_meta_utc_iso}}';

/**
 * Replaces each `{{step.path}}` in the input with the output of that step.
 * @throws Error if the step has no output there, unless the field may be empty.
 */
export function mapped(input: unknown, results: unknown[], mayBeEmpty = false): unknown {
  if (typeof input === 'string') {
    return replaced(input, (step, path, isOptional) => {
      const value = valueAt(results[step - 1], path);
      const isEmpty = value === undefined || value === null || value === '';
      if (isEmpty && (isOptional || mayBeEmpty)) return '';
      if (isEmpty) throw new Error(`Step ${step} hands over no ${path.join('.')}`);
      return String(value);
    });
  }
  if (Array.isArray(input)) return input.map((item) => mapped(item, results, mayBeEmpty));
  if (typeof input === 'object' && input) {
    return Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, mapped(value, results, mayBeEmpty)]),
    );
  }
  return input;
}

/** Steps that Zapier does not count as tasks. A search that ends the run is not counted either. */
const free = ['Delay by Zapier', 'Filter by Zapier'];

/** True for a step at which the run of a client who has answered waits or ends. */
const isForSilent = ({ app, input }: Step): boolean =>
  app === 'Delay by Zapier' || input?.Condition === 'Exactly matches';

/** The tasks of one run: for a client who answers in time, and for a silent one. */
export function tasksOf({ steps }: Recipe): { fast: number; silent: number } {
  const count = (some: Step[]) =>
    some.slice(1).filter(({ app, off }) => !free.includes(app) && !off).length;
  const end = steps.findIndex(isForSilent);
  return { fast: count(end < 0 ? steps : steps.slice(0, end)), silent: count(steps) };
}
