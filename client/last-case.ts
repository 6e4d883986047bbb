/**
 * The case this connection saw last, which the editor shows as the sample of a trigger. Only its id
 * is remembered; the case is read again when the sample is wanted.
 */
import { findCase, type Case } from './client.ts';
import { baseUrl } from './connection.ts';
import { promptly, recall, type Note } from './memory.ts';
import type { Context } from './transport.ts';

/** Milliseconds an editor waits for the case; then it shows the invented sample. */
const patience = 8000;

const identityOf = ({ bundle }: Context) => ['last case', baseUrl(bundle.authData)];

/** What a trigger notes with the event that was about the case. */
export const noteOfCase = (context: Context, application_id: string): Note => ({
  identity: identityOf(context),
  value: application_id,
});

/**
 * Notes the case of a step that somebody tests in the editor; runs of a Zap are left alone, as each
 * would cost a call to the cache.
 */
export async function noteTested(
  context: Context,
  { meta }: { meta?: { isLoadingSample?: boolean } },
  found: Case | undefined,
): Promise<void> {
  if (meta?.isLoadingSample && found) {
    await promptly(context, [noteOfCase(context, found.application_id)]);
  }
}

/** The case as it is now; undefined where none was seen, it is gone, or cannot be read. */
export async function lastCase(context: Context): Promise<Case | undefined> {
  try {
    const id = await recall(context, identityOf(context));
    const deadline = Math.min(context.deadline, Date.now() + patience);
    return typeof id === 'string' ? await findCase({ ...context, deadline }, id) : undefined;
  } catch {
    return undefined;
  }
}
