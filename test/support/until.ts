/** Waiting for what happens by itself. */

/**
 * What `ready` comes to, asked again until it is something, after a pause in milliseconds; for as
 * many seconds as are given, or for thirty, as a machine may be busy.
 * @throws Error that names what was waited for.
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
