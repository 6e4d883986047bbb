/** The cases of a store: reading, listing, making and changing them. */
import { riskLevels, type NewCase } from '../../../service/contract.ts';
import { normalNumber } from '../../../service/numbers.ts';
import type { Account } from './account.ts';
import {
  checkSubject,
  kindOf,
  searchText,
  subjectOf,
  type Actor,
  type Case,
  type CaseRecord,
  type Kind,
  type Party,
  type NewDocument,
  type StoredDocument,
} from './case.ts';
import type { Clock } from './clock.ts';
import { answered } from './countries.ts';
import { Commands } from './commands.ts';
import type { Outbox } from './deliveries.ts';
import type { EventName } from './event-names.ts';
import { filesIn } from './files.ts';
import { plain } from './plain.ts';
import { existing, fieldProblem, Problem } from './problem.ts';
import { statusOf, type Status } from './states.ts';
import { newId, type Store } from './store.ts';
import { portalsOf } from './stored-portals.ts';

interface CaseFilter {
  text?: string;
  /** The list of the office: a status. */
  state?: string;
}

export class Cases {
  private readonly all;
  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly account: Account,
    readonly outbox: Outbox,
  ) {
    this.all = store.collection<CaseRecord>('cases', (record) => ({
      ref: record.value.external_reference,
      list: this.statusOf(record.value),
      at: record.value.updated_at,
      search: searchText(record),
    }));
  }

  /** Where a case stands. */
  statusOf(value: Case): Status {
    const portals = portalsOf(this.store, value.application_id);
    return statusOf(
      value,
      portals.some(({ state }) => state !== 'closed'),
    );
  }

  /** @throws Problem 404 for a missing case. */
  record(application_id: string): CaseRecord {
    return existing(this.all.get(application_id), `There is no case ${application_id}.`);
  }

  /** All cases with all that belongs to them. */
  records(): CaseRecord[] {
    return this.all.list();
  }

  /** @throws Problem 404 for a missing case. */
  find(application_id: string): Case {
    return this.record(application_id).value;
  }

  /** A case with its parties, its documents and the link of its portal. */
  whole({ value, parties, documents }: CaseRecord) {
    const own = portalsOf(this.store, value.application_id);
    const portal = own.find(({ state }) => state !== 'closed') ?? own[0];
    return {
      ...value,
      persons: parties.filter((party) => kindOf(party) === 'person'),
      businesses: parties.filter((party) => kindOf(party) === 'business'),
      documents: [...documents],
      portals: portal ? { link: this.outbox.portalUrl(portal.token), status: portal.state } : null,
    };
  }

  /** The whole case in events, with the account's form of countries. */
  told(record: CaseRecord) {
    return answered(this.whole(record), this.account.read().country_codes);
  }

  /** The whole case, as GET returns it. */
  show(application_id: string) {
    return this.whole(this.record(application_id));
  }

  /** Stores a case, and what its commands emit. @returns the IDs of the events. */
  private keep({ record, events }: Commands): string[] {
    this.all.put(record.value.application_id, record);
    return events.map(({ type, object }) => this.outbox.add(type, object));
  }

  /**
   * Changes a case as one transaction, with its history and its events.
   * @throws Problem 404 for a missing case.
   */
  change<T>(who: Actor, application_id: string, work: (one: Commands) => T): T {
    return this.store.atomic(() => {
      const one = new Commands(this, this.record(application_id), who);
      const result = work(one);
      this.keep(one);
      return result;
    });
  }

  create(who: Actor, body: NewCase): Case {
    checkSubject(body);
    const { business, person, persons, businesses, ...rest } = body;
    return this.store.atomic(() => {
      this.checkReference(body);
      const application_id = newId('app');
      // The subject is found by the ID of its case.
      const ownId = (prefix: string) => application_id.replace(/^app/, prefix);
      const value: Case = {
        external_reference: null,
        is_draft: false,
        custom_fields: {},
        meta: {},
        ...rest,
        id: application_id,
        application_id,
        business_id: business ? ownId('biz') : null,
        person_id: person ? ownId('per') : null,
        business: business ?? null,
        person: person ?? null,
        status_review: 'pending',
        status_execution: 'waiting_for_user_input',
        risk_score: null,
        risk_level: rest.risk_level ?? riskLevels.UNSET,
        created_at: this.clock.iso(),
        updated_at: this.clock.unique(),
      };
      const lists = { parties: [], documents: [], request: null, decisions: [], history: [] };
      const one = new Commands(this, { value, ...lists }, who);
      one.begin({ persons, businesses });
      this.keep(one);
      return one.value;
    });
  }

  /** Emits an event about a case as it is. @returns its ID; undefined without a subscriber. */
  emit(type: EventName, application_id: string): string | undefined {
    const one = new Commands(this, this.record(application_id), 'Service');
    one.emit(type);
    return this.keep(one)[0];
  }

  /** Adds a party to an existing case. */
  addParty(who: Actor, application_id: string, kind: Kind, body: Party): Party {
    return this.change(who, application_id, (one) => {
      const party = one.addParty(kind, body);
      one.emit('application.updated');
      return party;
    });
  }

  /** The case of a document, a related party or a subject, by its ID. */
  caseOf(id: string): string | undefined {
    const found = this.all.get(id.replace(/^[a-z]{3}_(.{12}).*$/, 'app_$1'));
    if (!found) return undefined;
    const { value, parties, documents } = found;
    const ids = [
      value.person_id,
      value.business_id,
      ...[...parties, ...documents].map((one) => one.id),
    ];
    return ids.includes(id) ? value.application_id : undefined;
  }

  /** The case of the document's only owner. @throws Problem 404, 422. */
  private targetOf({ application_id, person_id, business_id }: NewDocument): string {
    if ([application_id, person_id, business_id].filter(Boolean).length !== 1) {
      throw fieldProblem('application_id', 'give one of application_id, person_id, business_id');
    }
    const party = person_id ?? business_id;
    if (!party) return application_id!;
    const found = party.startsWith('doc_') ? undefined : this.caseOf(party);
    return existing(found, `There is no person or business ${party}.`);
  }

  /** @throws Problem 404, 422. */
  attach(who: Actor, body: NewDocument): StoredDocument {
    return this.change(who, this.targetOf(body), (one) => one.attach(body));
  }

  /** Changes the case of a document. @throws Problem 404 for a missing document. */
  changeOf<T>(who: Actor, document_id: string, work: (one: Commands) => T): T {
    const found = document_id.startsWith('doc_') ? this.caseOf(document_id) : undefined;
    return this.change(who, existing(found, `There is no document ${document_id}.`), work);
  }

  /** Name and content of a document's file. `side` 1 is the back. @throws Problem 404. */
  file(application_id: string, document_id: string, side: number) {
    const { documents } = this.record(application_id);
    const document = documents.find((one) => one.document_id === document_id);
    const files = (document?.document_files ?? []) as { file_id: string }[];
    const { file_id } = existing(files[side], 'There is no such document.');
    const stored = filesIn(this.store);
    const { name, content_type } = stored.get(file_id)!;
    return { name, content_type, content: stored.content(file_id)! };
  }

  /**
   * Checks that a reference is unique, or unique per subject, as the account is set.
   * @throws Problem 409 with the existing case.
   */
  checkReference(value: Partial<Case>): void {
    const rule = this.account.read().external_reference;
    const { external_reference: reference, application_id: own } = value;
    if (!reference || rule === 'free') return;
    const other = this.all
      .list({ ref: reference })
      .map((record) => record.value)
      .filter((one) => rule === 'unique' || subjectOf(one) === subjectOf(value))
      .find(({ application_id }) => application_id !== own);
    if (!other) return;
    const { application_id } = other;
    const text = `The external_reference ${reference} is that of case ${application_id}.`;
    throw new Problem(409, text, application_id);
  }

  /** The cases of a list of the back office: the latest change first. */
  list({ text = '', state }: CaseFilter, limit: number): (Case & { seq: number })[] {
    // A number, also one of a VAT with its country, is found with and without its separators.
    const isNumber = /^([a-z]{2})?[\d\s.\p{Pd}]+$/iu.test(text);
    const wanted = plain(isNumber ? normalNumber(text) : text);
    const filter = { text: wanted, list: state || undefined };
    return this.all
      .rows({ ...filter, byPlace: true, newest: true, limit })
      .map(({ seq, value: record }) => ({ seq, ...record.value }));
  }

  count({ state }: Pick<CaseFilter, 'state'> = {}): number {
    return this.all.count({ list: state });
  }

  /** The newest case with this reference and subject. */
  byReference(reference: string, subject: Kind): string | undefined {
    return this.all
      .list({ ref: reference, newest: true })
      .find(({ value }) => subjectOf(value) === subject)?.value.application_id;
  }

  /** The case with this ID, else the newest with this reference. */
  named(name: string): Case | undefined {
    return (this.all.get(name) ?? this.all.first({ ref: name, newest: true }))?.value;
  }
}
