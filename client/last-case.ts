/**
 * The case this connection saw last, which the editor shows as the sample of a trigger. Only its id
 * is remembered; the case is read again when the sample is wanted.
 */
import { findCase, type Case } from './cases.ts';
import { baseUrl } from './connection.ts';
import { notesOfDeal } from './deals.ts';
import { promptly, recall, type Note } from './once.ts';
import type { Run } from './run.ts';

/** Milliseconds an editor waits for the case; then it shows the invented sample. */
const patience = 8000;

const identityOf = (run: Run) => ['last case', baseUrl(run)];

const noteOf = (run: Run, application_id: string): Note => ({
  identity: identityOf(run),
  value: application_id,
});

/** What a trigger notes with the event that was about the case: that it was the last, and its deal. */
export const notesOfCase = (run: Run, found: Case): Note[] => [
  noteOf(run, found.application_id),
  ...notesOfDeal(run, found),
];

/**
 * Notes the case of a step that somebody tests in the editor; runs of a Zap are left alone, as each
 * would cost a call to the cache.
 */
export async function noteTested(run: Run, found: Case | undefined): Promise<void> {
  if (run.isTest && found) {
    await promptly(run, [noteOf(run, found.application_id)]);
  }
}

/** The case as it is now; undefined where none was seen, it is gone, or cannot be read. */
export async function lastCase(run: Run): Promise<Case | undefined> {
  try {
    const id = await recall(run, identityOf(run));
    const deadline = Math.min(run.deadline, Date.now() + patience);
    return typeof id === 'string' ? await findCase({ ...run, deadline }, id) : undefined;
  } catch {
    return undefined;
  }
}
