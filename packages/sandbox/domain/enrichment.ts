/** Enrichment: the registry's data about a business arrive in its case a moment later. */
import { unlessRefused } from './problem.ts';
import { companyOf, officersOf } from './registry.ts';
import type { Cases } from './cases.ts';

/** Milliseconds until the data arrive. */
const delay = 1000;

/** Adds the officers and owners that the case lacks. */
function addOfficers(cases: Cases, application_id: string): void {
  const details = cases.show(application_id);
  const company = companyOf(details.business ?? {});
  if (!company) return;
  const known = new Set(details.persons.map(({ source_id }) => source_id));
  const added = officersOf(company).filter(({ source_id }) => !known.has(source_id));
  for (const party of added) cases.addParty('Registry', application_id, 'person', party);
}

/** Asks the registry. Its data arrive in `persons` a moment later. `factor` multiplies the delay. */
export function enrich(cases: Cases, application_id: string, factor: number): void {
  // A reset or the end of the sandbox may come first.
  const arrive = () =>
    unlessRefused(
      () => addOfficers(cases, application_id),
      () => undefined,
    );
  setTimeout(arrive, delay * factor).unref();
}
