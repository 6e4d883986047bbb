/**
 * The recent cases of this connection: samples of triggers and choices of dropdowns, because no
 * endpoint lists cases. Only their IDs are stored; each case is read again.
 */
import { findCase, type Case } from './cases.ts';
import { notesOfDeal } from './deals.ts';
import { noteAll, recallNote, type NewNote } from './memory/claim.ts';
import type { Run } from './exchange/run.ts';
import { editorTimeout } from './basics/time.ts';

/** A dropdown reads each of them. */
const maxCases = 10;

const identity = ['recent cases'];

/** The IDs of the recent cases, the newest first. */
export async function recentIds(run: Run): Promise<string[]> {
  const ids = await recallNote<unknown>(run, identity);
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** The note that a case is the newest one; none if it already is. */
function notesOf(application_id: string, ids: string[]): NewNote[] {
  if (ids[0] === application_id) return [];
  const older = ids.filter((id) => id !== application_id);
  return [[identity, [application_id, ...older].slice(0, maxCases)]];
}

/** The notes of a trigger about its case: it is the newest one, and its deal. */
export const notesOfCase = (run: Run, found: Case, ids: string[]): NewNote[] => [
  ...notesOf(found.application_id, ids),
  ...notesOfDeal(run, found),
];

/** Notes the case of a step; where the store is slow, only of one that a user tests. */
export async function noteCase(run: Run, found: Case | undefined): Promise<void> {
  if (found && (run.isTest || !run.host.store.isSlow)) {
    await noteAll(run, notesOf(found.application_id, await recentIds(run)));
  }
}

/**
 * The recent cases as they are now, the newest first, without any that cannot be read. Forgets those
 * that are gone; the newest one may only not be shown yet.
 */
export async function recentCases(run: Run, count = maxCases): Promise<Case[]> {
  const ids = await recentIds(run);
  const deadline = Math.min(run.deadline, Date.now() + editorTimeout);
  const read = (id: string) => findCase({ ...run, deadline }, id).catch(() => null);
  const reads = await Promise.all(ids.slice(0, count).map(read));
  const gone = ids.filter((_, index) => 0 < index && index < count && reads[index] === undefined);
  const others = ids.filter((id) => !gone.includes(id));
  if (gone.length) await noteAll(run, [[identity, others]]);
  return reads.filter((found) => found != null);
}
