/**
 * Finds the service's names of fields. Sends all likely names at once, each with a different value.
 * Drops refused names until the service accepts the rest; the values that can be read back show
 * which names it used.
 */
import {
  keyOf,
  owners,
  type Field,
  type Nested,
  type Owner,
  type Rows,
} from '../../service/catalogue.ts';
import { isGood, type Answer } from './exchange.ts';
import { isRecord } from '../../client/basics/json.ts';

/** A field and its possible names. */
export interface Likely {
  /** Its path in the catalogue, as in `names` of the dialect. */
  path: string;
  /** The possible names, the catalogue's first. */
  names: string[];
  /** An invented value for each name. */
  values: (string | number)[];
  /** The catalogue sends a list. */
  isList: boolean;
}

/** Other names of fields, by the last part of their path. */
const synonyms: Record<string, string[]> = {
  organization_name: ['name', 'legal_name'],
  given_names: ['given_name'],
  last_name: ['family_name', 'surname'],
  email: ['email_address'],
  birth_date: ['date_of_birth', 'birthdate'],
  legal_type: ['legal_form'],
  town: ['locality'],
  postcode: ['zip', 'zip_code'],
  state: ['province'],
  single_line: ['full_address'],
};

/** Invented values by the last part of a path, if the kind has none. */
const madeUp: Record<string, (string | number)[]> = {
  organization_name: ['Doctor Check Ltd', 'Doctor Check Two Ltd', 'Doctor Check Three Ltd'],
  registration_number: ['000000000'],
  roles: ['ACCOUNT_OWNER'],
  email: ['doctor@example.com', 'doctor.two@example.com', 'doctor.three@example.com'],
  legal_type: ['SAS', 'SARL', 'SA'],
};

/** Countries in each form of codes. The draft has the first one. */
const countries = {
  'alpha-3': ['FRA', 'DEU', 'ESP'],
  'alpha-2': ['FR', 'DE', 'ES'],
} as const;
export type CountryCodes = keyof typeof countries;
/** France, whose registry the doctor searches. */
export const franceIn = (codes: CountryCodes): string => countries[codes][0];

function valuesOf(name: string, { kind }: Field, codes: CountryCodes): (string | number)[] {
  const [first, second, third] = countries[codes];
  if (madeUp[name]) return madeUp[name];
  // Another country than the nationality's, so the two cannot be mixed up.
  if (kind === 'country') return [third];
  if (kind === 'countries') return [first, second];
  if (kind === 'date' || kind === 'birthDate') return ['1970-01-31', '1970-01-30', '1970-01-29'];
  if (kind === 'percentage') return [50];
  return ['', ' two', ' three', ' four'].map((nth) => `Doctor ${name.replaceAll('_', ' ')}${nth}`);
}

function likelyIn(path: string, rows: Rows, codes: CountryCodes): Likely[] {
  return Object.entries<Field | Nested>(rows).flatMap(([name, row]) => {
    const own = `${path}.${name}`;
    // The business's country is sent in one form at a time.
    if (own === 'business.country') return [];
    if ('parts' in row) return likelyIn(own, row.parts, codes);
    const values = valuesOf(name, row, codes);
    const names = [...new Set([name, keyOf(name, row), ...(synonyms[name] ?? [])])];
    return {
      path: own,
      names: names.slice(0, values.length),
      values,
      isList: row.kind === 'list' || row.kind === 'countries',
    };
  });
}

/** The fields of an owner in the catalogue. */
export const likelyOf = (owner: Owner, codes: CountryCodes): Likely[] =>
  likelyIn(owner, owners[owner], codes);

/** A name to try. */
interface Candidate {
  likely: Likely;
  /** Its path, such as `person.address.town`. */
  place: string;
  value: string | number;
  /** The forms to try. The first is sent; without any the name is dropped. */
  forms: ('list' | 'single')[];
  /** The valid values, if the refusal lists them. */
  accepted?: string[];
}
export type Candidates = Candidate[];

const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);
const aboveOf = (path: string) => path.slice(0, path.lastIndexOf('.'));

/** The forms of a name. A plural starts as a list. */
function formsOf({ isList }: Likely, name: string): Candidate['forms'] {
  if (!isList) return ['single'];
  return name.endsWith('s') ? ['list', 'single'] : ['single', 'list'];
}

/** All names of the fields, before any refusal. */
export const candidatesOf = (fields: Likely[]): Candidates =>
  fields.flatMap((likely) =>
    likely.names.map((name, index) => ({
      likely,
      place: `${aboveOf(likely.path)}.${name}`,
      value: likely.values[index]!,
      forms: formsOf(likely, name),
    })),
  );

/** The object at a path, with the remaining names. */
export function bodyAt(path: string, candidates: Candidates): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { place, value, forms } of candidates) {
    if (!place.startsWith(`${path}.`) || !forms.length) continue;
    const parts = place.slice(path.length + 1).split('.');
    let inner = body;
    for (const part of parts.slice(0, -1)) {
      inner = (inner[part] ??= {}) as Record<string, unknown>;
    }
    inner[parts.at(-1)!] = forms[0] === 'list' ? [value] : value;
  }
  return body;
}

/** One complaint in an answer: its place and its text. */
interface Complaint {
  place: string;
  text: string;
}

const isPart = (part: string) => part && !/^(body|query|path|\$|#|\d+)$/.test(part);

/** The complaints in an answer: by place if it lists them, else each word of its text. */
export function complaintsIn({ data, text }: Answer): Complaint[] {
  const list = isRecord(data) ? [data.detail, data.errors].find(Array.isArray) : undefined;
  const located = (list ?? []).flatMap((item: unknown): Complaint[] => {
    if (!isRecord(item)) return [];
    const parts = [item.loc ?? item.field ?? item.path ?? item.pointer ?? []]
      .flat()
      .flatMap((part) => String(part).split(/[/.[\]]/))
      .filter(isPart);
    return parts.length
      ? [{ place: parts.join('.'), text: String(item.msg ?? item.message ?? '') }]
      : [];
  });
  return located.length ? located : (text.match(/\w+/g) ?? []).map((place) => ({ place, text }));
}

/** The last parts of the places in an answer's complaints. */
export const blamed = (answer: Answer): string[] =>
  complaintsIn(answer).map(({ place }) => lastOf(place));

/** The valid values in a complaint: "Input should be 'a', 'b' or 'c'". */
export const valuesIn = (text: string): string[] =>
  [...text.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, one, other]) => (one ?? other)!);

/** The candidates of a complaint. */
function aboutOf({ place }: Complaint, path: string, candidates: Candidates): Candidates {
  // A line of the list, not the list itself.
  const whole = place.replace(/^persons[.]/, 'person.').replace(/^businesses[.]/, 'business.');
  const tries = [whole, `${path}.${whole}`];
  const located = candidates.filter(
    ({ place: own, forms }) =>
      forms.length > 0 && tries.some((one) => own === one || own.startsWith(`${one}.`)),
  );
  if (located.length || place.includes('.')) return located;
  return candidates.filter(({ place: own, forms }) => forms.length > 0 && lastOf(own) === place);
}

/**
 * Drops the names in an answer's complaints, or switches to a valid value.
 * @returns true if that changed anything.
 */
function follow(answer: Answer, path: string, candidates: Candidates): boolean {
  let changes = false;
  for (const complaint of complaintsIn(answer)) {
    const [first, ...others] = valuesIn(complaint.text);
    for (const candidate of aboutOf(complaint, path, candidates)) {
      changes = true;
      if (others.length > 0 && candidate.accepted === undefined) {
        candidate.accepted = [first!, ...others];
        candidate.value = first!;
      } else {
        candidate.forms.shift();
      }
    }
  }
  return changes;
}

const isRefusal = ({ isApi, status }: Answer) => isApi && [400, 422].includes(status);

/**
 * Sends fewer and fewer names until the service accepts them, at most twenty times.
 * @param path path of the body, such as `person`.
 * @returns the last answer and the refusals before it.
 */
export async function sendLikely(
  send: () => Promise<Answer>,
  path: string,
  candidates: Candidates,
): Promise<{ answer: Answer; refusals: Answer[] }> {
  const refusals: Answer[] = [];
  while (true) {
    const answer = await send();
    if (isGood(answer) || !isRefusal(answer) || refusals.length === 20) return { answer, refusals };
    refusals.push(answer);
    if (!follow(answer, path, candidates)) return { answer, refusals };
  }
}

/** The result for a field: the name that the service used, and whether as a list. */
export interface Found {
  likely: Likely;
  /** Undefined if no value can be read back. */
  name?: string;
  isList: boolean;
}

/** All texts and numbers in a thing, without its lists of parties. */
const leavesOf = (thing: unknown): string[] => {
  if (Array.isArray(thing)) return thing.flatMap(leavesOf);
  if (isRecord(thing)) return Object.values(thing).flatMap(leavesOf);
  return ['string', 'number'].includes(typeof thing) ? [String(thing).toLowerCase()] : [];
};

/** The fields that can be read back from a thing. */
export function readBackFrom(fields: Likely[], candidates: Candidates, thing: unknown): Found[] {
  const leaves = new Set(leavesOf(thing));
  return fields.map((likely) => {
    const sent = candidates.filter((one) => one.likely === likely && one.forms.length > 0);
    const found = sent.find(({ value }) => leaves.has(String(value).toLowerCase()));
    const name = found && lastOf(found.place);
    return { likely, name, isList: found?.forms[0] === 'list' };
  });
}

/**
 * The names that were found, plus the catalogue's own for fields that arrived under another name:
 * with both, a service may prefer one.
 * @returns undefined if no field is in doubt.
 */
export function namesInDoubt(fields: Found[], candidates: Candidates): Candidates | undefined {
  let doubts = false;
  const rest = fields.flatMap(({ likely, name }) => {
    const sent = candidates.filter((one) => one.likely === likely && one.forms.length > 0);
    const own = sent.find(({ place }) => place === likely.path);
    const found = sent.filter(({ place }) => lastOf(place) === name);
    if (!own || name === undefined || found[0] === own) return found;
    doubts = true;
    return own;
  });
  return doubts ? rest : undefined;
}

/** Replaces findings with the catalogue's own names, if those arrived too. */
export const preferOwn = (fields: Found[], again: Found[]): Found[] =>
  fields.map((field) => {
    const own = again.find(({ likely }) => likely === field.likely);
    return own?.name === lastOf(field.likely.path) ? own : field;
  });

/** The name for `names` of the dialect; undefined if it is the catalogue's. */
export const renamed = ({ likely, name, isList }: Found): string | undefined => {
  if (name === undefined) return undefined;
  const isStandard = name === likely.names[0] && isList === likely.isList;
  return isStandard ? undefined : `${name}${isList ? '[]' : ''}`;
};
