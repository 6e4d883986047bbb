/** Waiting for what happens by itself. */

/**
 * What `ready` comes to, asked again until it is something, for ten seconds.
 * @throws Error that names what was waited for.
 */
export async function until<T>(
  what: string,
  ready: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    const value = await ready();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`Nothing came in 10 s: ${what}.`);
}
