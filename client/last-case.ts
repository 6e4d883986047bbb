/**
 * The last case of this connection, which the editor shows as the sample of a trigger. Only its ID
 * is stored; the case is read again for the sample.
 */
import { findCase, type Case } from './cases.ts';
import { notesOfDeal } from './deals.ts';
import { promptly, recallNote, type Note } from './once.ts';
import type { Run } from './run.ts';

/** Milliseconds an editor waits for the case. Then it shows the invented sample. */
const patience = 8000;

const identity = ['last case'];

const noteOf = (application_id: string): Note => ({ identity, value: application_id });

/** The notes of a trigger about its case: it is the last one, and its deal. */
export const notesOfCase = (run: Run, found: Case): Note[] => [
  noteOf(found.application_id),
  ...notesOfDeal(run, found),
];

/**
 * Notes the case of a step that a user tests in the editor. A run of a Zap notes nothing, because
 * each note costs a call to the cache.
 */
export async function noteTested(run: Run, found: Case | undefined): Promise<void> {
  if (run.isTest && found) {
    await promptly(run, [noteOf(found.application_id)]);
  }
}

/** The last case as it is now; undefined if there is none or it cannot be read. */
export async function lastCase(run: Run): Promise<Case | undefined> {
  try {
    const id = await recallNote(run, identity);
    const deadline = Math.min(run.deadline, Date.now() + patience);
    return typeof id === 'string' ? await findCase({ ...run, deadline }, id) : undefined;
  } catch {
    return undefined;
  }
}
