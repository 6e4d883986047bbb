/** Cases: reading, creating, changing, listing, and their timeline. */
import {
  clientName,
  deprecatedFields,
  namingFields,
  riskLevels,
  UpdateApplicationBody,
  type Application,
  type CaseChange,
  type NewCase,
} from '../../../service/contract.ts';
import type { Account } from './account.ts';
import type { Clock } from './clock.ts';
import type { Actor, Happening, HistoryEntry, HistoryKind } from './history.ts';
import { existing, fieldProblem, Problem, valid } from './problem.ts';
import { mapValues } from './objects.ts';
import { joined, plain } from './plain.ts';
import { rowOf } from './states.ts';
import { newId, type Store } from './store.ts';

export type Kind = 'person' | 'business';
export type Case = Application & { created_at?: string; updated_at?: string };

const record = (value: unknown) => (value ?? {}) as Record<string, unknown>;

/** Merges `change` into `base`, also in nested objects. null empties a field. */
function merged(base: unknown, change: unknown): unknown {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change;
  const from = typeof base === 'object' && !Array.isArray(base) ? record(base) : {};
  const own = (key: string) => (Object.hasOwn(from, key) ? from[key] : undefined);
  return { ...from, ...mapValues(record(change), (value, key) => merged(own(key), value)) };
}

/** Deprecated top-level fields of the update -> their new places ("Versioning"). */
function withoutDeprecated(body: Record<string, unknown>, isPerson: boolean) {
  const change: Record<string, unknown> = {};
  const moved: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(body)) {
    const now = deprecatedFields[name];
    if (!now) change[name] = value;
    else if (value !== undefined) {
      const owner = isPerson && now.includes('person.') ? 'person' : 'business';
      (moved[owner] ??= {})[name] = value;
    }
  }
  for (const [owner, values] of Object.entries(moved)) {
    change[owner] = { ...values, ...record(change[owner]) };
  }
  return change;
}

/** Only the service sets these, whatever a body contains. */
const fixed = [
  'id',
  'application_id',
  'persons',
  'businesses',
  'documents',
  'portals',
  'status_execution',
  'business_id',
  'person_id',
  'status_review',
  'is_draft',
  'risk_score',
  'created_at',
  'updated_at',
];

/** @throws Problem 422 for a party without a name. `path` is its path in the body. */
export function checkNamed(kind: Kind, party: Record<string, unknown>, path = ''): void {
  const keys: readonly string[] = namingFields[kind];
  if (!keys.some((key) => party[key])) throw fieldProblem(path + keys[0], 'must not be empty');
}

/** Every single value in a record, by its path. */
const leavesOf = (value: unknown, path = ''): [path: string, value: unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) =>
        leavesOf(inner, path ? `${path}.${key}` : key),
      )
    : [[path, value]];

/** The changes, one for each value. */
function changesIn(before: Case, after: Case): Happening[] {
  const old = new Map(leavesOf(before));
  const asText = (value: unknown) => (value === undefined || value === null ? '' : String(value));
  return leavesOf(after)
    .filter(([path, value]) => path !== 'updated_at' && asText(old.get(path)) !== asText(value))
    .map(([path, value]) => ({ kind: 'changed', path, before: old.get(path), after: value }));
}

interface CaseFilter {
  text?: string;
  /** A state: a review status or `draft`; `waiting` for the client. */
  state?: string;
}
/** A row of the back office list. */
export interface CaseRow {
  seq: number;
  application_id: string;
  name: string;
  subject: Kind;
  status_review: string | null;
  is_draft: number;
  risk_level: number;
  external_reference: string | null;
  updated_at: string;
}
/** The text that a search looks through: that of the case and of its related parties. */
const searchText = (value: Case, parties: Record<string, unknown>[]): string =>
  plain(
    joined('\n', [
      clientName(value),
      value.business?.registration_number,
      value.business?.vat_number,
      value.person?.email,
      value.custom_fields?.email,
      value.external_reference,
      value.application_id,
      ...parties.flatMap((party) => [
        clientName({ [party.business_id ? 'business' : 'person']: party }),
        party.email,
      ]),
    ]),
  );

/** @throws Problem 422 without exactly one named subject. */
function checkSubject({ business, person }: NewCase): void {
  if (!business === !person) {
    throw fieldProblem('business', 'give either business (KYB) or person (KYC)');
  }
  if (business) checkNamed('business', business, 'business.');
  if (person) checkNamed('person', person, 'person.');
}

/** Cases with an open request to the client. */
const openRequests = `select application_id from requests where state = 'open'`;

type Condition = [sql: string, ...values: (string | number)[]];

/** The conditions of the back office list, and their values. */
function conditionOf(store: Store, filter: CaseFilter) {
  const { text = '', state = '' } = filter;
  const conditions: Condition[] = [];
  if (text) {
    // Reference and ID have an index, a part of a name has none.
    const exact = '(external_reference = ? or application_id = ?)';
    const isExact = store.get(`select 1 from cases where ${exact} limit 1`, text, text);
    conditions.push(isExact ? [exact, text, text] : ['instr(search, ?) > 0', plain(text)]);
  }
  if (state === 'draft') conditions.push(['is_draft = 1']);
  else if (state === 'waiting') conditions.push([`application_id in (${openRequests})`]);
  else if (state) conditions.push(['is_draft = 0 and status_review = ?', state]);
  // A case that waits for its client is not the reviewer's.
  if (rowOf(state)?.waitsFor === 'decision') {
    conditions.push([`application_id not in (${openRequests})`]);
  }
  return {
    where: conditions.map(([sql]) => sql).join(' and ') || '1',
    values: conditions.flatMap(([, ...values]) => values),
  };
}

/** The cases of a store. A change and its timeline entry are one transaction. */
export class Cases {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly account: Account,
  ) {}

  /** @throws Problem 404 for a missing case. */
  find(application_id: string): Case {
    return existing(
      this.store.record<Case>`select data from cases where application_id = ${application_id}`,
      `There is no case ${application_id}.`,
    );
  }

  /** Stores a case with the time of this change. */
  save(value: Case): Case {
    // Times are unique, so a reader can tell the order.
    const saved = { ...value, updated_at: this.clock.unique() };
    this.store.put('cases', 'application_id', {
      application_id: saved.application_id,
      name: clientName(saved),
      subject: saved.business ? 'business' : 'person',
      status_review: saved.status_review ?? null,
      is_draft: saved.is_draft ? 1 : 0,
      risk_level: saved.risk_level ?? riskLevels.UNSET,
      external_reference: saved.external_reference ?? null,
      data: JSON.stringify(saved),
      updated_at: saved.updated_at,
      search: this.searchOf(saved),
    });
    return saved;
  }

  private searchOf(value: Case): string {
    const { application_id: id } = value;
    return searchText(
      value,
      this.store.records`select data from parties where application_id = ${id}`,
    );
  }

  /** Finds a case by its related parties, too. */
  index(id: string): void {
    const search = this.searchOf(this.find(id));
    this.store.run`update cases set search = ${search} where application_id = ${id}`;
  }

  /** Adds to the timeline of a case. */
  note(application_id: string, who: Actor, { kind, ...data }: Happening) {
    return this.store.insert('timeline', {
      application_id,
      at: this.clock.iso(),
      who,
      kind,
      data: JSON.stringify(data),
    });
  }

  /**
   * Checks that a reference is unique, or unique per subject, as the account is set.
   * @throws Problem 409 with the existing case.
   */
  private checkReference(value: Partial<Case>, own?: string): void {
    const other = this.holderOf(value, own);
    if (!other) return;
    const { external_reference: reference } = value;
    throw new Problem(409, `The external_reference ${reference} is that of case ${other}.`);
  }

  /** Another case that makes this one's reference impossible, as the account is set. */
  holderOf(value: Partial<Case>, own = ''): string | undefined {
    const rule = this.account.read().external_reference;
    const { external_reference: reference } = value;
    if (!reference || rule === 'free') return undefined;
    const subject = value.business ? 'business' : 'person';
    const isUnique = rule === 'unique' ? 1 : 0;
    return this.store.get<{ id: string }>`select application_id as id from cases
      where external_reference = ${reference}
        and (${isUnique} or subject = ${subject}) and application_id <> ${own} limit 1`?.id;
  }

  create(who: Actor, body: NewCase): Case {
    checkSubject(body);
    const { business, person, ...rest } = body;
    return this.store.atomic(() => {
      this.checkReference(body);
      const application_id = newId('app');
      const created = this.save({
        external_reference: null,
        is_draft: false,
        custom_fields: {},
        meta: {},
        ...rest,
        id: application_id,
        application_id,
        business_id: business ? newId('biz') : null,
        person_id: person ? newId('per') : null,
        business: business ?? null,
        person: person ?? null,
        status_review: 'pending',
        status_execution: 'waiting_for_user_input',
        risk_score: null,
        risk_level: rest.risk_level ?? riskLevels.UNSET,
        created_at: this.clock.iso(),
      });
      this.note(application_id, who, {
        kind: 'created',
        ...(created.is_draft && { after: 'draft' }),
      });
      return created;
    });
  }

  /** Changes the fields in the body, except those that only the service sets. */
  update(who: Actor, id: string, body: CaseChange): Case {
    return this.store.atomic(() => {
      const found = this.find(id);
      const change = withoutDeprecated(body, !!found.person);
      for (const key of fixed) delete change[key];
      const [own, other] = found.person ? ['person', 'business'] : ['business', 'person'];
      if (change[other]) throw fieldProblem(other, `this case is about a ${own}`);
      // Values of deprecated fields moved here unchecked.
      valid(UpdateApplicationBody, change);
      const next = merged(found, change) as Case;
      if (change.external_reference) this.checkReference(next, id);
      const saved = this.save(next);
      for (const entry of changesIn(found, saved)) this.note(id, who, entry);
      return saved;
    });
  }

  /** Rows of the back office list, the latest change first. */
  list(filter: CaseFilter, limit: number, offset = 0): CaseRow[] {
    const { where, values } = conditionOf(this.store, filter);
    return this.store.all<CaseRow>(
      `select seq, application_id, name, subject, status_review, is_draft, risk_level,
               external_reference, updated_at from cases
        where ${where} order by updated_at desc, seq desc limit ? offset ?`,
      ...values,
      limit,
      offset,
    );
  }

  count(filter: CaseFilter): number {
    const { where, values } = conditionOf(this.store, filter);
    const counted = `select count(*) as n from cases where ${where}`;
    return this.store.get<{ n: number }>(counted, ...values)!.n;
  }

  /** The newest case with this reference and subject. */
  byReference(reference: string, subject: Kind) {
    return this.store.get<{ id: string }>`select application_id as id from cases
      where external_reference = ${reference} and subject = ${subject}
      order by seq desc limit 1`?.id;
  }

  /** The ID of the newest case. */
  newest(): string | undefined {
    const newest = 'select application_id as id from cases order by seq desc limit 1';
    return this.store.get<{ id: string }>(newest)?.id;
  }

  timeline(application_id: string): HistoryEntry[] {
    return this.store.all<
      Omit<HistoryEntry, keyof Happening> & { kind: HistoryKind; data: string }
    >`
      select seq, at, who, kind, data from timeline
      where application_id = ${application_id} order by seq`.map(({ data, ...entry }) => ({
      ...entry,
      ...(JSON.parse(data) as Omit<Happening, 'kind'>),
    }));
  }
}
