/** Enrichment: the registry's data about a business arrive in its case a moment later. */
import type { Cases } from './cases.ts';
import { companyOf, officersOf } from './registry.ts';
import type { Store } from './store.ts';
import type { Workflow } from './workflow.ts';

/** Milliseconds until the data arrive. */
const delay = 1000;

/** A row of the table. */
interface EnrichmentRow {
  seq: number;
  account: string;
  application_id: string;
  due_at: number;
}

export class Enrichment {
  /** Timers of pending requests. */
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly store: Store,
    private readonly cases: Cases,
    private readonly workflow: Workflow,
    private readonly factor: number = 1,
  ) {}

  /** Adds the officers and owners that the case lacks. */
  private addOfficers(account: string, application_id: string): void {
    const details = this.workflow.show(account, application_id);
    const company = companyOf(details.business ?? {});
    if (!company) return;
    const existing = new Set(details.persons.map(({ source_id }) => source_id));
    const added = officersOf(company).filter(({ source_id }) => !existing.has(source_id));
    for (const party of added) {
      this.workflow.addParty({ account, who: 'Registry' }, application_id, 'person', party);
    }
  }

  /** Handles the arrival. A failure leaves it for the next start. */
  private arrive(seq: number, account: string, application_id: string): void {
    this.store.atomic(() => {
      this.store.run`delete from enrichments where seq = ${seq}`;
      this.addOfficers(account, application_id);
    });
  }

  /** Starts the wait for a request. */
  private wait({ seq, account, application_id, due_at }: EnrichmentRow): void {
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        this.arrive(seq, account, application_id);
      },
      Math.max(due_at - Date.now(), 0),
    ).unref();
    this.timers.add(timer);
  }

  /** Asks the registry. Its data arrive in `persons` a moment later. @throws Problem 404. */
  enrich(account: string, application_id: string): void {
    this.cases.find(account, application_id);
    const due_at = Date.now() + delay * this.factor;
    const row = this.store
      .get<EnrichmentRow>`insert into enrichments (account, application_id, due_at)
      values (${account}, ${application_id}, ${due_at}) returning *`!;
    this.wait(row);
  }

  /** Continues the requests that were pending when the sandbox ended. */
  resume(): void {
    for (const row of this.store.all<EnrichmentRow>('select * from enrichments order by seq'))
      this.wait(row);
  }

  /** Stops all waits. The requests stay in the database. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
