/** One draft case with one related person: ids, envelope, names of fields, what arrives. */
import { idIn, isGood, isRecord, listIn, type Answer } from '../http.ts';
import {
  blamed,
  candidatesOf,
  fieldsOf,
  keptIn,
  renamed,
  takenBy,
  type Candidates,
  type Kept,
  type Likely,
} from '../names.ts';
import { at, call, casePath, limit, note, problem, settle, Stop, type Visit } from '../visit.ts';
import { france, type CountryCodes } from './reads.ts';

const businessNames: Likely[] = [
  {
    known: 'business.organization_name',
    names: ['organization_name', 'name', 'legal_name'],
    value: 'Doctor Check Ltd',
    needed: true,
  },
  { known: 'business.registration_number', names: ['registration_number'], value: '000000000' },
];
const personNames = (country: string): Likely[] => [
  {
    known: 'person.given_names',
    names: ['given_names', 'first_name', 'given_name'],
    value: 'Doctor',
    needed: true,
  },
  {
    known: 'person.last_name',
    names: ['last_name', 'family_name', 'surname'],
    value: 'Check',
    needed: true,
  },
  { known: 'person.email', names: ['email', 'email_address'], value: 'doctor@example.com' },
  {
    known: 'person.birth_date',
    names: ['birth_date', 'date_of_birth', 'birthdate'],
    value: '1970-01-31',
  },
  {
    known: 'person.nationalities',
    names: ['nationalities', 'nationality'],
    value: country,
    isList: true,
  },
  { known: 'person.roles', names: ['roles'], value: 'ACCOUNT_OWNER', isList: true },
  {
    known: 'person.direct_ownership_percentage',
    names: ['direct_ownership_percentage'],
    value: 50,
  },
];
/** A name that no service can know. */
const unknownName = 'doctor_unknown_field';

/** The draft case of the visit. */
export interface Draft {
  application_id: string;
  /** How many of the names are left, which the related person needs as well. */
  candidates: Candidates;
  reference: string;
}

/** POST /api/applications in one form of country codes. */
function makeDraft(visit: Visit, country: string, reference: string, candidates: Candidates) {
  const person = () => fieldsOf(personNames(country), candidates);
  const unknown = () => candidates.get(unknownName)?.length && { [unknownName]: 'x' };
  return takenBy(
    () =>
      call(visit, {
        method: 'POST',
        path: '/api/applications',
        json: {
          business: { country, ...fieldsOf(businessNames, candidates), ...unknown() },
          external_reference: reference,
          is_draft: true,
          ...(candidates.get('persons')?.length && { persons: [person()] }),
        },
      }),
    candidates,
  );
}

const single = (name: string): Likely => ({ known: name, names: [name], value: '' });
const freshCandidates = (country: string): Candidates =>
  candidatesOf([
    ...businessNames,
    ...personNames(country),
    ...[unknownName, 'persons'].map(single),
  ]);

/** @throws Stop where no draft case can be made. */
export async function createDraft(visit: Visit): Promise<Draft> {
  const reference = `doctor-${Date.now().toString(36)}`;
  const forms = Object.keys(france) as CountryCodes[];
  // What reading has shown comes first.
  if (visit.country !== france[forms[0]!]) forms.reverse();
  let answer: Answer | undefined;
  for (const form of forms) {
    const candidates = freshCandidates(france[form]);
    answer = await makeDraft(visit, france[form], reference, candidates);
    if (isGood(answer)) {
      visit.country = france[form];
      settle(visit, 'countryCodes', form, 'Country codes', form, answer.line);
      return { application_id: readIdentity(visit, answer), candidates, reference };
    }
    if (!blamed(answer).includes('country')) break;
  }
  throw new Stop(`No case can be made: ${answer!.line} (${answer!.text.slice(0, 300)}).`);
}

/** @throws Stop where the answer names no case. */
function readIdentity(visit: Visit, answer: Answer): string {
  const found = idIn(answer.data, 'application_id');
  if (!found) throw new Stop(`The new case has no id under a known name: ${answer.line}.`);
  note(visit, 'Name of ids', found.name, answer.line);
  note(visit, 'Around answers', answer.inData ? '{"data": …}' : 'nothing', answer.line);
  return found.id;
}

/** Says of each field whether it was kept, and under which name. @returns names that differ. */
function told(visit: Visit, kept: Kept[], evidence: string): [known: string, name: string][] {
  return kept.flatMap((one): [string, string][] => {
    const { known, names, needed } = one.likely;
    const point = `Field ${known}`;
    const name = renamed(one);
    if (one.name === undefined) {
      const tell = needed ? problem : limit;
      tell(visit, point, `kept under none of ${names.join(', ')}`, evidence);
      return [];
    }
    note(visit, point, `${one.name}${one.isList ? ', a list' : ''}`, evidence);
    return name === undefined ? [] : [[known, name]];
  });
}

/** The one related person, wherever the service shows it. */
async function personOf(visit: Visit, draft: Draft, read: Answer): Promise<[unknown, string]> {
  const { persons } = isRecord(read.data) ? read.data : {};
  if (Array.isArray(persons) && persons.length) return [persons[0], read.line];
  const list = await call(visit, { path: at(`${casePath}/persons`, draft.application_id) });
  return [isGood(list) ? listIn(list)?.[0] : undefined, list.line];
}

/** POST …/persons, where the person did not arrive with the case. */
async function addPerson(visit: Visit, { application_id, candidates }: Draft): Promise<Answer> {
  const path = at(`${casePath}/persons`, application_id);
  const json = () => fieldsOf(personNames(visit.country), candidates);
  return takenBy(() => call(visit, { method: 'POST', path, json: json() }), candidates);
}

/**
 * Reads the draft back: what of it arrived, under which names, and whether the person came along.
 * @returns the id of the person, where one is shown.
 */
export async function readBack(visit: Visit, draft: Draft): Promise<string | undefined> {
  const { candidates } = draft;
  const path = at(casePath, draft.application_id);
  const read = await call(visit, { path });
  const found = isRecord(read.data) ? read.data : {};
  const refuses = !candidates.get(unknownName)?.length;
  note(visit, 'Fields it does not know', refuses ? 'refused' : 'taken or dropped', read.line);
  const names = told(visit, keptIn(businessNames, candidates, found.business), read.line);
  if (found.external_reference !== draft.reference) {
    limit(visit, 'External reference', 'cannot be read back from the case', read.line);
  }
  let [person, line] = await personOf(visit, draft, read);
  const isInline = person !== undefined;
  const way = isInline ? 'with the case' : 'each by its own call';
  const mode = candidates.get('persons')?.length ? 'inline' : 'single';
  settle(visit, 'relatedParties', mode, 'Related parties', way, line);
  if (!isInline) {
    const added = await addPerson(visit, draft);
    if (!isGood(added)) {
      problem(visit, 'Related person', 'none can be added', added.line);
      return undefined;
    }
    [person, line] = await personOf(visit, draft, await call(visit, { path }));
    person ??= added.data;
  }
  names.push(...told(visit, keptIn(personNames(visit.country), candidates, person), line));
  const value = names.length ? JSON.stringify(Object.fromEntries(names)) : 'none';
  const others = names.length ? names.map(([, name]) => name).join(', ') : 'as known';
  settle(visit, 'fieldNames', value, 'Names on the wire', others, line);
  return idIn(person, 'person_id')?.id;
}
