/**
 * test/keys.json: the keys Zaps depend on. New ones are written there by `npm run docs`; none is
 * ever taken out, so that a test notices one that is gone.
 */
import { compiled, formFieldsOf, operationsOf } from '../testing/definition.ts';

export type Keys = Record<string, { input: string[]; output: string[] }>;

/** The keys as they are known, and those of the app that are new. */
export const grownKeys = (app: Record<string, any>, known: Keys): Keys => ({
  ...known,
  ...Object.fromEntries(
    operationsOf(compiled(app)).map((operation) => {
      const { input = [], output } = known[operation.key] ?? {};
      const keys = formFieldsOf(operation).map(({ key }) => key);
      const shown = Object.keys(operation.operation.sample ?? {});
      const all = [...new Set([...input, ...keys])];
      return [operation.key, { input: all, output: output ?? shown }];
    }),
  ),
});
