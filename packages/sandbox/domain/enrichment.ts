/** Enrichment: the registry's data about a business arrive in its case a moment later. */
import { unlessRefused } from './problem.ts';
import { companyOf, officersOf } from './registry.ts';
import type { Workflow } from './workflow.ts';

/** Milliseconds until the data arrive. */
const delay = 1000;

/** Adds the officers and owners that the case lacks. */
function addOfficers(workflow: Workflow, application_id: string): void {
  const details = workflow.show(application_id);
  const company = companyOf(details.business ?? {});
  if (!company) return;
  const known = new Set(details.persons.map(({ source_id }) => source_id));
  const added = officersOf(company).filter(({ source_id }) => !known.has(source_id));
  for (const party of added) workflow.addParty('Registry', application_id, 'person', party);
}

/** Asks the registry. Its data arrive in `persons` a moment later. `factor` multiplies the delay. */
export function enrich(workflow: Workflow, application_id: string, factor: number): void {
  // A reset or the end of the sandbox may come first.
  const arrive = () =>
    unlessRefused(
      () => addOfficers(workflow, application_id),
      () => undefined,
    );
  setTimeout(arrive, delay * factor).unref();
}
