/** Enrichment: the registry's data about a business arrive in its case a moment later. */
import type { Cases } from './cases.ts';
import { companyOf, officersOf } from './registry.ts';
import type { Workflow } from './workflow.ts';

/** Milliseconds until the data arrive. */
const delay = 1000;

export class Enrichment {
  /** Timers of pending requests. */
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly cases: Cases,
    private readonly workflow: Workflow,
    private readonly factor: number = 1,
  ) {}

  /** Adds the officers and owners that the case lacks. */
  private addOfficers(application_id: string): void {
    const details = this.workflow.show(application_id);
    const company = companyOf(details.business ?? {});
    if (!company) return;
    const existing = new Set(details.persons.map(({ source_id }) => source_id));
    const added = officersOf(company).filter(({ source_id }) => !existing.has(source_id));
    for (const party of added) {
      this.workflow.addParty('Registry', application_id, 'person', party);
    }
  }

  /** Asks the registry. Its data arrive in `persons` a moment later. @throws Problem 404. */
  enrich(application_id: string): void {
    this.cases.find(application_id);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.addOfficers(application_id);
    }, delay * this.factor).unref();
    this.timers.add(timer);
  }

  /** Forgets the requests that wait. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
