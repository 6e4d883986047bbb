/** Related parties of a case: adds each once, and lists them ("Relationships"). */
import {
  endpoints,
  type NewCase,
  type RelatedBusiness,
  type RelatedPerson,
} from '../service/contract.ts';

import { idIn, idText, isReplay } from './exchange/answer.ts';
import { isRecord, recordOf, withoutNulls } from './basics/json.ts';
import { getCase, type Case } from './cases.ts';
import { addPlace, halt, haltAfter } from './basics/errors.ts';
import { makeOnce } from './memory/once.ts';
import { hasPartOf, readList, type List } from './exchange/list.ts';
import { dataOf, resourceWithId, refuseOther } from './exchange/answer-body.ts';
import type { Run } from './exchange/run.ts';
import { asNotTaken, compare, isReference, type NotTaken } from './comparison/not-taken.ts';
import { matchParties } from './comparison/same-party.ts';
import { haveSameNumber } from './comparison/same-subject.ts';
import { checkBody, fingerprint, send, type Identity } from './exchange/transport.ts';
import { fromWire, inDialect } from './exchange/wire.ts';

export interface Bodies {
  person: RelatedPerson;
  business: RelatedBusiness;
}
export type PartyKind = keyof Bodies;

/** A party that is sent with a case or added to it. */
export type Party = { [K in PartyKind]: { kind: K; body: Bodies[K] } }[PartyKind] & {
  /** Number of equal parties before this one in the step. */
  position: number;
  /** Prefix of its labels, such as `persons.0`. Absent for a single party. */
  line?: string;
};

/** Each kind of party: its list in a case, its ID, its endpoints and the step that adds one. */
const kinds = {
  person: {
    list: 'persons',
    idKey: 'person_id',
    add: endpoints.addRelatedPerson,
    read: endpoints.listRelatedPersons,
    step: '{{add_related_person}}',
  },
  business: {
    list: 'businesses',
    idKey: 'business_id',
    add: endpoints.addRelatedBusiness,
    read: endpoints.listRelatedBusinesses,
    step: '{{add_related_business}}',
  },
} as const;

/** Their lists in a step, as the editor names them. */
export const listLabels = { persons: 'Related Persons', businesses: 'Related Businesses' };

export interface Parties {
  persons: RelatedPerson[];
  businesses: RelatedBusiness[];
}

/**
 * All parties of a step, of both kinds. Equal lines are several parties.
 * @param run the run whose dialect they take. @throws a halt that names the line.
 */
export const partiesOf = (parties: Parties, run?: Run): Party[] =>
  (['person', 'business'] as const).flatMap((kind) => {
    const { list } = kinds[kind];
    const bodies = parties[list].map((body, index) => {
      const line = run?.labels[`${list}.${index}`];
      return run ? addPlace(line!, () => inDialect(run.dialect, body, kind)) : body;
    });
    const lines = bodies.map((body) => JSON.stringify(body));
    return bodies.map((body, index) => {
      const position = lines.slice(0, index).filter((line) => line === lines[index]).length;
      return { kind, body, position, line: `${list}.${index}` } as Party;
    });
  });

/** The bodies of parties, by their lists in a case. */
export function listsOf(parties: Party[]): Partial<Parties> {
  const lists: Record<string, object[]> = {};
  for (const { kind, body } of parties) (lists[kinds[kind].list] ??= []).push(body);
  return lists;
}

/** A short mark of a party, without client data. */
export const markOf = ({ kind, body, position: nth }: Party): string =>
  fingerprint([kind, body, nth]).slice(0, 16);

export const partyIdentity = (application_id: string, party: Party): Identity => ({
  parts: [kinds[party.kind].add.path, application_id, party.body, party.position],
  conflict: `An earlier {{run}} may have added this related party: look for it in case ${application_id} before you {{replay}}.`,
});

/** The run with the labels of one line. */
export function ofLine(run: Run, { line }: Party): Run {
  const lineLabels = Object.entries(run.labels)
    .filter(([path]) => path.startsWith(`${line}.`))
    .map(([path, label]) => [path.slice(`${line}.`.length), label]);
  // A spread of so many labels takes many times as long.
  return { ...run, labels: Object.assign({}, run.labels, Object.fromEntries(lineLabels)) };
}

/** Checks a party before any request. @throws a halt with the labels of the invalid fields. */
export const checkParty = ({ labels }: Run, { kind, body }: Party): void =>
  checkBody(kinds[kind].add.body, body, labels);

/** POST …/persons or …/businesses without protection against repeats. */
export async function postParty(
  run: Run,
  application_id: string,
  party: Party,
  identity: Identity,
) {
  const { body, kind } = party;
  const { add: endpoint, idKey, list } = kinds[kind];
  const answer = await send(run, endpoint, { path: { application_id }, body, identity });
  const data = recordOf(dataOf(run, answer, idKey));
  const parties = Array.isArray(data[list]) ? data[list].filter(isRecord) : undefined;
  // Some services answer with the whole case. Its ID is not the party's ID.
  const isCase = !data[idKey] && (idText(data.id) === application_id || parties !== undefined);
  const added = isCase ? {} : resourceWithId<object>(run, answer, idKey, true);
  refuseOther(idText(((isCase ? data : added) as RelatedPerson).application_id), application_id);
  const actual = isCase
    ? matchParties([body], fromWire(run.dialect, parties ?? [], kind))[0]
    : added;
  const resource = { ...body, ...withoutNulls(added), ...compare(body, actual, run.labels) };
  return { resource, existed: isReplay(answer) };
}

/** A party, and whether an earlier run had added it: then this one sent nothing. */
type AddedParty<K extends PartyKind> = Bodies[K] & Partial<NotTaken> & { already_existed: boolean };

/** POST …/persons or …/businesses. A repeat of the step adds nothing. */
export async function addParty<K extends PartyKind>(
  run: Run,
  application_id: string,
  kind: K,
  wanted: Bodies[K],
): Promise<AddedParty<K>> {
  const { idKey } = kinds[kind];
  const body = inDialect(run.dialect, wanted, kind);
  const party = { kind, body, position: 0 } as Party;
  const identity = partyIdentity(application_id, party);
  const { resource, existed } = await makeOnce<object, string>(run, identity, {
    make: (attempt) => postParty(run, application_id, party, attempt),
    note: (added) => idIn(added, idKey) ?? '',
    // The service may have no endpoint that reads a single party.
    find: async (id) => ({ ...body, ...(id && { [idKey]: id }), ...asNotTaken([]) }),
  });
  return { ...resource, already_existed: existed } as AddedParty<K>;
}

/** GET …/persons or …/businesses; undefined if the service has no such list. */
async function listParties(run: Run, application_id: string, kind: PartyKind) {
  const { read, list: name } = kinds[kind];
  const list = await readList(run, read, { application_id }, [name]);
  for (const entry of list?.records ?? [])
    refuseOther(idText(entry.application_id), application_id);
  return list && { ...list, records: fromWire(run.dialect, list.records, kind) };
}

/** The list in a case, if it shows one. `more`: it says that this is a part. */
function listInCase(found: Case, kind: PartyKind) {
  const { list: name } = kinds[kind];
  const records: unknown = found[name];
  const count = Array.isArray(records) ? records.length : 0;
  return { records, more: hasPartOf(found, name, count) };
}

/**
 * The parties of one kind, from the case or else from their list; undefined if the service shows
 * neither. A case may show only their IDs.
 */
export async function partiesOfCase(
  run: Run,
  found: Case,
  kind: PartyKind,
): Promise<Omit<List, 'next'> | undefined> {
  const { records, more } = listInCase(found, kind);
  const isShown =
    Array.isArray(records) &&
    (records.length ? records.some((one) => isRecord(one) && !isReference(one)) : !more);
  if (!isShown) return listParties(run, found.application_id, kind);
  return { records: records.filter(isRecord), more };
}

/** The lines of parties in messages. */
export const linesOf = ({ labels }: Run, parties: Party[]): string =>
  parties.map(({ line = '' }) => labels[line] ?? line).join('; ');

export const inlineOnly =
  'For your engineer: if the service does not accept related persons and businesses together with a new case, set "related_parties" in the dialect to "single".';

/** What the service shows of each party, in the answer, the case or its lists. */
export async function lookForParties(run: Run, found: Case, parties: Party[]) {
  const present = [...new Set(parties.map(({ kind }) => kind))];
  const isThere = present.every((kind) => Array.isArray(found[kinds[kind].list]));
  const current = isThere ? found : await getCase(run, found.application_id);
  const checks = await Promise.all(
    present.map(async (kind) => {
      const ofKind = parties.filter((party) => party.kind === kind);
      const list = await partiesOfCase(run, current, kind);
      const bodies = ofKind.map(({ body }) => body);
      const matches = matchParties(bodies, list?.records ?? []);
      return ofKind.map((party, index) => ({
        party,
        isThere: matches[index] !== undefined,
        // The rest of a long list may contain it.
        isUnclear: !matches[index] && list?.more === true,
        notTaken: compare(party.body, matches[index], ofLine(run, party).labels),
      }));
    }),
  );
  return checks.flat();
}

/** Compares parties that were sent with a case. @throws a halt that names the missing ones. */
export async function checkParties(run: Run, found: Case, parties: Party[]): Promise<NotTaken[]> {
  const all = await lookForParties(run, found, parties);
  const missing = all.flatMap((one) => (one.isThere || one.isUnclear ? [] : one.party));
  if (missing.length) {
    const lines = linesOf(run, missing);
    const ways = [...new Set(missing.map(({ kind }) => kinds[kind].step))].join(' and ');
    throw haltAfter(
      `Case ${found.application_id}: the service does not show ${lines}. Add what is missing with ${ways}. ${inlineOnly}`,
      'unknown',
    );
  }
  return all.map(({ notTaken }) => notTaken);
}

/** Copies the party's ID to its own key. */
export function withPartyId<T extends object>(kind: PartyKind, party: T) {
  const { idKey } = kinds[kind];
  return { ...party, [idKey]: idIn(party, idKey) };
}

/**
 * The related persons or businesses of a case, from the list, or from the case if there is no list.
 * `more`: the service has more than this.
 * @throws a halt for an unknown case, and if neither shows them: the case may still have some.
 */
export async function findParties<K extends PartyKind>(
  run: Run,
  application_id: string,
  kind: K,
): Promise<{ parties: Bodies[K][]; more: boolean }> {
  const list = await listParties(run, application_id, kind);
  const { records, more } = list ?? listInCase(await getCase(run, application_id), kind);
  const isList = Array.isArray(records) && records.every(isRecord);
  if (!isList || (more && !records.length)) {
    throw halt(
      `The service does not show the related ${kinds[kind].list} of case ${application_id}, so it is unclear whether there are any. Look at the case in the service.`,
    );
  }
  return { parties: records.map((party) => withPartyId(kind, party)), more };
}

/** What parties of one case cannot be together. They are sent as they stand. */
export function contradictionsIn(run: Run, client: NewCase, parties: Party[]): NotTaken {
  const holders = parties.filter(({ body }) =>
    body.roles?.some((role) => role.toUpperCase() === 'SHAREHOLDER'),
  );
  const shares = holders.filter(({ body }) => body.direct_ownership_percentage);
  const sum = shares.reduce((all, { body }) => all + body.direct_ownership_percentage!, 0);
  // Shares of thirds are rounded up.
  const isTooMuch = sum > 100 + shares.length / 100;
  const own = holders.filter(
    ({ kind, body }) => kind === 'business' && haveSameNumber(client, { business: body }),
  );
  const lines = [
    isTooMuch &&
      `${linesOf(run, shares)}: these shareholders own ${Number(sum.toFixed(2))} % together, and were sent as they stand.`,
    own.length &&
      `${linesOf(run, own)}: this shareholder has the number of the client itself, and was sent as it stands.`,
  ];
  return { not_taken: [], not_taken_text: lines.filter(Boolean).join('\n') || null };
}
