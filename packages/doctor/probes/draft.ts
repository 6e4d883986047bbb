/**
 * Makes one draft case with one related person: finds IDs, envelope, names of fields, and lost
 * values.
 */
import { matchParties } from '../../../client/comparison/same-party.ts';
import type { Dialect } from '../../../service/dialect.ts';
import { idIn, isGood, isUnclear, listIn, type Answer } from '../exchange.ts';
import { isRecord } from '../../../client/basics/json.ts';
import {
  blamed,
  bodyAt,
  candidatesOf,
  franceIn,
  likelyOf,
  namesInDoubt,
  preferOwn,
  readBackFrom,
  renamed,
  sendLikely,
  type Candidates,
  type CountryCodes,
  type Found,
  type Likely,
} from '../likely-names.ts';
import {
  call,
  casePath,
  limit,
  masked,
  note,
  problem,
  settle,
  standard,
  Stop,
  unclear,
  type Visit,
} from '../visit.ts';

/** The journey needs these fields. */
const needed = ['business.organization_name', 'person.given_names', 'person.last_name'];

/** A name without alternatives. */
const single = (path: string): Likely => ({
  path,
  names: [path.slice(path.lastIndexOf('.') + 1)],
  values: ['x'],
  isList: false,
});
/** No service can know this name. */
const nobodysName = single('business.doctor_unknown_field');
/** The list of related persons in the body of a case. */
const partyList = single('case.persons');

export interface Draft {
  application_id: string;
  reference: string;
  fields: { business: Likely[]; person: Likely[] };
  /** The remaining names, which the related person needs too. */
  candidates: Candidates;
}

export const ofCase = ({ application_id }: Draft) => ({ application_id });
export const readCase = (visit: Visit, draft: Draft): Promise<Answer> =>
  call(visit, { path: casePath, parameters: ofCase(draft) });

const isSent = (candidates: Candidates, likely: Likely) =>
  candidates.some((one) => one.likely === likely && one.forms.length > 0);

/** POST /api/applications in one form of country codes. */
async function makeDraft(visit: Visit, codes: CountryCodes, reference: string) {
  const fields = { business: likelyOf('business', codes), person: likelyOf('person', codes) };
  // A subject has no ties.
  fields.business = fields.business.filter(
    ({ path }) => !/[.](roles|direct_ownership_percentage)$/.test(path),
  );
  const candidates = candidatesOf([...fields.business, ...fields.person, nobodysName, partyList]);
  const send = () =>
    call(visit, {
      method: 'POST',
      path: '/api/applications',
      json: {
        business: { country: franceIn(codes), ...bodyAt('business', candidates) },
        external_reference: reference,
        is_draft: true,
        ...(isSent(candidates, partyList) && { persons: [bodyAt('person', candidates)] }),
      },
    });
  return { ...(await sendLikely(send, 'case', candidates)), fields, candidates };
}

/** @throws Stop if no draft case can be made. */
export async function createDraft(visit: Visit): Promise<Draft> {
  const reference = `doctor-${Date.now().toString(36)}`;
  const forms: CountryCodes[] = ['alpha-3', 'alpha-2'];
  // The form that the reads found comes first.
  if (visit.countries !== forms[0]) forms.reverse();
  let answer: Answer | undefined;
  for (const codes of forms) {
    const made = await makeDraft(visit, codes, reference);
    ({ answer } = made);
    if (isGood(answer)) {
      visit.countries = codes;
      settle(visit, 'countries', codes, 'Country codes', codes, answer.line);
      const application_id = readIdentity(visit, answer);
      const { fields, candidates } = made;
      return { application_id, fields, candidates, reference };
    }
    if (!blamed(answer).includes('country')) break;
  }
  throw new Stop(
    isUnclear(answer!)
      ? `The doctor cannot tell whether a case can be made: ${answer!.line}. Run the doctor again later.`
      : `No case can be made: ${answer!.line} (${masked(visit, answer!.text).slice(0, 300)}).`,
  );
}

/** @throws Stop if the answer names no case. */
function readIdentity(visit: Visit, { data, envelope, line }: Answer): string {
  const found = idIn(data, 'application_id');
  if (!found) throw new Stop(`The new case has no id under application_id or id: ${line}.`);
  note(visit, 'Name of ids', found.name, line);
  const tell = envelope && envelope !== 'data' ? problem : note;
  tell(visit, 'Around answers', envelope ?? 'nothing', line);
  return found.id;
}

/**
 * Reports for each field whether it arrived, and under which name.
 * @returns the names that differ.
 */
function compare(
  visit: Visit,
  owner: 'business' | 'person',
  fields: Found[],
  evidence: string,
): [path: string, name: string][] {
  const others = fields.flatMap((field): [string, string][] => {
    const name = renamed(field);
    return name === undefined ? [] : [[field.likely.path, name]];
  });
  const own = fields.filter((field) => field.name !== undefined && renamed(field) === undefined);
  const list = own.map(({ likely }) => likely.path.slice(owner.length + 1)).join(', ');
  if (list) note(visit, `Fields of a ${owner}`, `as expected: ${list}`, evidence);
  for (const [path, name] of others) note(visit, `Field ${path}`, name, evidence);
  for (const { likely, name } of fields) {
    if (name !== undefined) continue;
    const say = needed.includes(likely.path) ? problem : limit;
    const names = likely.names.join(', ');
    say(visit, `Field ${likely.path}`, `cannot be read back under ${names}`, evidence);
  }
  return others;
}

/** Replaces a word in the list that differs only in capitals. */
function vocabulary(list: string[], seen: string): string[] {
  if (list.includes(seen)) return list;
  const alike = list.findIndex((word) => word.toLowerCase() === seen.toLowerCase());
  return alike < 0 ? [seen, ...list] : list.with(alike, seen);
}

/**
 * The words for a state in a case.
 * @param decisions words of decisions, if the review status results from one.
 */
export function readStates(
  visit: Visit,
  thing: unknown,
  evidence: string,
  decisions: string[] = [],
): void {
  for (const [key, name] of [
    ['review_statuses', 'status_review'],
    ['execution_statuses', 'status_execution'],
  ] as const) {
    const seen = isRecord(thing) ? thing[name] : undefined;
    if (typeof seen !== 'string' || !seen) continue;
    const others = name === 'status_review' && decisions.includes(seen) ? decisions : [];
    const words = [seen, ...others].reduce(vocabulary, visit.dialect[key] ?? standard[key]);
    settle(visit, key, words, `Values of ${name}`, seen, evidence);
  }
}

/** The related persons, wherever the service shows them. */
async function personsOf(visit: Visit, draft: Draft, read: Answer): Promise<unknown[]> {
  const { persons } = isRecord(read.data) ? read.data : {};
  if (Array.isArray(persons) && persons.length) return persons;
  const list = await call(visit, { path: `${casePath}/persons`, parameters: ofCase(draft) });
  return (isGood(list) && listIn(list, 'persons')) || [];
}

/** The persons that were sent, by name or e-mail, whatever the service calls these. */
function sentIn(persons: unknown[], candidates: Candidates): unknown[] {
  const sent = bodyAt('person', candidates);
  const namesOf = (name: string) =>
    candidates
      .filter(({ likely }) => likely.path === `person.${name}`)
      .map(({ place }) => place.replace('person.', ''));
  const namings = namesOf('given_names').flatMap((given) =>
    namesOf('last_name').flatMap((last) =>
      namesOf('email').map((email) => [given, last, email] as const),
    ),
  );
  return persons.filter(isRecord).filter((person) =>
    namings.some(([given, last, email]) => {
      const [own, shown] = [sent, person].map((one) => ({
        given_names: one[given],
        last_name: one[last],
        email: one[email],
      }));
      return matchParties([own!], [shown!])[0] !== undefined;
    }),
  );
}

/** POST …/persons with the remaining names. */
async function addPerson(visit: Visit, draft: Draft, candidates: Candidates): Promise<Answer> {
  const send = () =>
    call(visit, {
      method: 'POST',
      path: `${casePath}/persons`,
      parameters: ofCase(draft),
      json: bodyAt('person', candidates),
    });
  return (await sendLikely(send, 'person', candidates)).answer;
}

/**
 * Finds out whether related parties can be sent with the case.
 * @returns the person and the evidence.
 */
async function findPerson(visit: Visit, draft: Draft, read: Answer): Promise<[unknown, string]> {
  const point = 'Related parties';
  const [inline] = sentIn(await personsOf(visit, draft, read), draft.candidates);
  if (inline !== undefined) {
    settle(visit, 'related_parties', 'inline', point, 'with the case', read.line);
    return [inline, read.line];
  }
  const added = await addPerson(visit, draft, draft.candidates);
  if (isUnclear(added)) {
    unclear(visit, point, added.line);
    return [undefined, added.line];
  }
  if (!isGood(added)) {
    problem(visit, 'Related person', 'none can be added', added.line);
    return [undefined, added.line];
  }
  settle(visit, 'related_parties', 'single', point, 'each by its own call', added.line);
  const again = await readCase(visit, draft);
  const [person = added.data] = sentIn(await personsOf(visit, draft, again), draft.candidates);
  return [person, again.line];
}

/** A case without its related parties. */
export const ownOf = (found: unknown) => (isRecord(found) ? { ...found, persons: undefined } : {});

/**
 * Sends a second person with the catalogue's names for the fields in doubt.
 * @returns the fields that arrived.
 */
async function tryOwnNames(visit: Visit, draft: Draft, fields: Found[]): Promise<Found[]> {
  const candidates = namesInDoubt(fields, draft.candidates);
  if (!candidates) return fields;
  const added = await addPerson(visit, draft, candidates);
  if (!isGood(added)) return fields;
  const read = await readCase(visit, draft);
  const [person = added.data] = sentIn(await personsOf(visit, draft, read), candidates).reverse();
  return preferOwn(fields, readBackFrom(draft.fields.person, candidates, person));
}

/** The same for the business, by changing it. */
async function changeToOwnNames(visit: Visit, draft: Draft, fields: Found[]): Promise<Found[]> {
  const candidates = namesInDoubt(fields, draft.candidates);
  if (!candidates) return fields;
  const json = { business: bodyAt('business', candidates) };
  const request = { path: casePath, parameters: ofCase(draft), json };
  const changed = await call(visit, { ...request, method: 'PUT' });
  if (!isGood(changed)) return fields;
  const read = await readCase(visit, draft);
  return preferOwn(fields, readBackFrom(draft.fields.business, candidates, ownOf(read.data)));
}

/** The valid roles, if the service refused the sent one. */
function readRoles(visit: Visit, { candidates }: Draft, evidence: string): void {
  const roles = candidates.find(({ likely }) => likely.path === 'person.roles')?.accepted;
  if (roles) settle(visit, 'roles', roles, 'Values of roles', roles.join(', '), evidence);
}

/**
 * Reads the draft back: the fields that arrived, their names, and the person.
 * @returns the draft as it was at first; undefined without an answer.
 */
export async function readDraft(visit: Visit, draft: Draft): Promise<unknown> {
  const { candidates, fields } = draft;
  const read = await readCase(visit, draft);
  if (!isGood(read)) {
    unclear(visit, 'Fields of a case', read.line);
    return undefined;
  }
  const found = isRecord(read.data) ? read.data : {};
  const isDropped = isSent(candidates, nobodysName);
  note(visit, 'Unknown fields', isDropped ? 'accepted or dropped' : 'refused', read.line);
  const business = readBackFrom(fields.business, candidates, ownOf(found));
  const names = compare(
    visit,
    'business',
    await changeToOwnNames(visit, draft, business),
    read.line,
  );
  if (found.external_reference !== draft.reference) {
    limit(visit, 'External reference', 'cannot be read back from the case', read.line);
  }
  readStates(visit, found, read.line);
  const [person, line] = await findPerson(visit, draft, read);
  if (person !== undefined) {
    const arrived = readBackFrom(fields.person, candidates, person);
    names.push(...compare(visit, 'person', await tryOwnNames(visit, draft, arrived), line));
    readRoles(visit, draft, line);
  }
  const map: Dialect['names'] = Object.fromEntries(names);
  const others = names.map(([, name]) => name).join(', ') || 'the defaults';
  settle(visit, 'names', map, 'Names on the wire', others, line);
  return found;
}
