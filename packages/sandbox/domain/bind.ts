/** Binds the functions of a module to their context. */

/** `F` without its first argument. */
type Bound<F> = F extends (first: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/**
 * Gives each function its context. The functions stay at the top of their modules, where tests can
 * use them one by one.
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
