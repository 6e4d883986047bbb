/** Functions of a module for those who use it: what they work on is given once. */

/** `F` without its first argument. */
type Bound<F> = F extends (first: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/**
 * Each of the functions with `context` as its first argument. The functions themselves stand at the
 * top of their modules, where they are read and tested one by one.
 */
export function bind<
  Context,
  Functions extends Record<string, (context: Context, ...rest: never[]) => unknown>,
>(context: Context, functions: Functions) {
  return Object.fromEntries(
    Object.entries(functions).map(([name, work]) => [
      name,
      (...rest: never[]) => work(context, ...rest),
    ]),
  ) as { [Name in keyof Functions]: Bound<Functions[Name]> };
}
