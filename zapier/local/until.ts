/**
 * The result of `ready` once it is not empty. Calls it again after each pause in milliseconds, for
 * these seconds; the default of thirty allows for a busy machine.
 * @throws Error that names the condition.
 */
export async function until<T>(
  what: string,
  ready: () => T | undefined | false | Promise<T | undefined | false>,
  { seconds = 30, pause = 5 } = {},
): Promise<T> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    const value = await ready();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error(`Nothing came in ${seconds} s: ${what}.`);
}
