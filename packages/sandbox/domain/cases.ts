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
  type RelatedBusiness,
  type RelatedPerson,
} from '../../../service/contract.ts';
import { compact } from '../../../service/kinds.ts';
import type { Account } from './account.ts';
import type { Clock } from './clock.ts';
import type { Actor, Happening, HistoryEntry } from './history.ts';
import { existing, fieldProblem, Problem, valid } from './problem.ts';
import { mapValues } from './objects.ts';
import { isBlank, joined, plain } from './plain.ts';
import { statusOf, type Status } from './states.ts';
import { portalsOf } from './stored-portals.ts';
import { newId, type Store } from './store.ts';

export type Kind = 'person' | 'business';
export type Case = Application & { created_at?: string; updated_at?: string };
/** A person or business related to a case. */
export type Party = (RelatedPerson | RelatedBusiness) & Record<string, unknown>;

/** The related parties of all cases. */
export const partiesIn = (store: Store) =>
  store.collection<Party>('parties', ({ application_id }) => ({ ref: String(application_id) }));

export const subjectOf = ({ business }: Partial<Case>): Kind => (business ? 'business' : 'person');

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
  if (keys.every((key) => isBlank(party[key])))
    throw fieldProblem(path + keys[0], 'must not be empty');
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
  /** The list of the office: a status. */
  state?: string;
}
/** The text that a search looks through: that of the case and of its related parties. */
const searchText = (value: Case, parties: Record<string, unknown>[]): string =>
  plain(
    joined('\n', [
      clientName(value),
      ...[
        value.business?.registration_number,
        value.business?.vat_number,
        value.external_reference,
      ].flatMap((number) => (number ? [number, compact(number)] : [])),
      value.person?.email,
      value.custom_fields?.email,
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

/** The cases of a store. A change and its timeline entry are one transaction. */
export class Cases {
  private readonly all;
  private readonly history;
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly account: Account,
  ) {
    this.history = store.collection<HistoryEntry>('history', ({ application_id }) => ({
      ref: application_id,
    }));
    this.all = store.collection<Case>('cases', (value) => ({
      ref: value.external_reference,
      list: this.statusOf(value),
      at: value.updated_at,
      search: searchText(value, partiesIn(store).list({ ref: value.application_id })),
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
  find(application_id: string): Case {
    return existing(this.all.get(application_id), `There is no case ${application_id}.`);
  }

  /** Stores a case with the time of this change. */
  save(value: Case): Case {
    // Times are unique, so a reader can tell the order.
    const saved = { ...value, updated_at: this.clock.unique() };
    this.all.put(saved.application_id, saved);
    return saved;
  }

  /** Finds a case by its present parties and portals, too. */
  index(id: string): void {
    this.all.put(id, this.find(id));
  }

  /** Adds to the timeline of a case. */
  note(application_id: string, who: Actor, happening: Happening, at = this.clock.iso()): void {
    const entry = { application_id, at, who, ...happening };
    this.history.put(newId('note'), entry);
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
    const others = this.all
      .list({ ref: reference })
      .filter(
        (other) =>
          other.application_id !== own &&
          (rule === 'unique' || subjectOf(other) === subjectOf(value)),
      );
    return others[0]?.application_id;
  }

  create(who: Actor, body: NewCase): Case {
    checkSubject(body);
    const { business, person, ...rest } = body;
    return this.store.atomic(() => {
      this.checkReference(body);
      const application_id = newId('app');
      // The subject is found by the ID of its case.
      const ownId = (prefix: string) => application_id.replace(/^app/, prefix);
      const created = this.save({
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
      checkSubject(next);
      if (change.external_reference) this.checkReference(next, id);
      const saved = this.save(next);
      for (const entry of changesIn(found, saved)) this.note(id, who, entry, saved.updated_at);
      return saved;
    });
  }

  /** The cases of a list of the back office: that of the reference first, then the latest change. */
  list({ text = '', state }: CaseFilter, limit: number, offset = 0): (Case & { seq: number })[] {
    // A number, also one of a VAT with its country, is found with and without its separators.
    const isNumber = /^([a-z]{2})?[\d\s.\p{Pd}]+$/iu.test(text);
    const wanted = plain(isNumber ? compact(text) : text);
    const filter = { text: wanted, list: state || undefined };
    return this.all
      .rows({ ...filter, refFirst: text, byPlace: true, newest: true, limit, offset })
      .map(({ seq, value }) => ({ seq, ...value }));
  }

  count({ state }: Pick<CaseFilter, 'state'> = {}): number {
    return this.all.count({ list: state });
  }

  /** The newest case with this reference and subject. */
  byReference(reference: string, subject: Kind): string | undefined {
    return this.all
      .list({ ref: reference, newest: true })
      .find((value) => subjectOf(value) === subject)?.application_id;
  }

  /** The case with this ID, else the newest with this reference. */
  named(name: string): Case | undefined {
    return this.all.get(name) ?? this.all.first({ ref: name, newest: true });
  }

  /** The ID of the newest case. */
  newest(): string | undefined {
    return this.all.first({ newest: true })?.application_id;
  }

  /** The case whose subject has this ID. */
  ofSubject(id: string): string | undefined {
    const found = this.all.get(id.replace(/^(per|biz)_/, 'app_'));
    return found && [found.person_id, found.business_id].includes(id)
      ? found.application_id
      : undefined;
  }

  timeline(application_id: string): HistoryEntry[] {
    return this.history.list({ ref: application_id });
  }
}
