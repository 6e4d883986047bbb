/** How an event runs a flow, and what the editor shows before one does. All triggers use it. */
import type { Case } from '../client/cases.ts';
import { runFlowOnce } from '../client/deliveries.ts';
import { readEventCase, showEventCase, type CaseEvent } from '../client/event-case.ts';
import type { Standing } from '../client/events.ts';
import type { Run } from '../client/exchange/run.ts';
import { linkProblem } from '../client/portal-link.ts';
import { recentCases } from '../client/recent-cases.ts';
import { toCase } from '../fields/cases.ts';
import { passes, type CaseItem, type FilterInput } from '../fields/filters.ts';

/** An event of a trigger, and what the trigger makes of it. */
interface Occurrence {
  /** The key of the trigger. */
  trigger: string;
  about: CaseEvent;
  application_id: string | undefined;
  /** The statuses of an unknown case. */
  accept?: number[];
  /** How an event stands to its case if it runs no flow. */
  outdated: Standing[];
  /** The item of the flow; undefined if there is none without the case. */
  toItem: (found: Case | undefined) => CaseItem | undefined;
}

/**
 * Runs the flow once, with the case of an event as the service has it now. Returns nothing for a
 * repeat, and for an event that is out of date or filtered out.
 */
export function runFlow(run: Run, input: FilterInput, occurrence: Occurrence): Promise<object[]> {
  const { trigger, about, application_id, accept, outdated, toItem } = occurrence;
  const { key, event, flow, passed, hosts } = about;
  const read = () => readEventCase(run, about, application_id, accept);

  const work = (reading: Awaited<ReturnType<typeof read>>) => {
    const { found } = reading;
    const { flowCase, standing, notes } = found ? showEventCase(run, about, found, reading) : {};
    if (standing && outdated.includes(standing)) return { result: [] };
    const item = toItem(flowCase);
    // The service may find the case a moment later, so a repeat of this event must run.
    if (!item) return { result: [], isOpen: true };
    const isWithoutLink = !flowCase?.portal_link || key === 'collect_opened';
    const result = { ...item, ...(isWithoutLink && linkProblem(run, hosts, passed)) };
    // A wrong filter ends the run before the notes are stored.
    return { result: passes(run.dialect, item, input) ? [result] : [], notes };
  };
  return runFlowOnce(run, { key: trigger, event, flow, read, work });
}

/** The editor shows no more samples. */
const maxSamples = 3;

/**
 * What the editor shows before the first event: the recent cases of this connection that pass the
 * filters, because no endpoint lists cases. @param id the ID of the event of the first.
 */
export async function listRecent(run: Run, input: FilterInput, id: string) {
  const found = await recentCases(run, maxSamples);
  return found
    .map((one, index) => toCase(one, { id: `${id}${index || ''}` }))
    .filter((item) => passes(run.dialect, item, input));
}
