/**
 * Under which names the service takes fields. All likely names are sent at once, each with a value of
 * its own. Those that are refused are left out until the service takes the rest; the value that can
 * be read back tells which name it took.
 */
import {
  keyOf,
  owners,
  type Field,
  type Nested,
  type Owner,
  type Rows,
} from '../../service/catalogue.ts';
import { isGood, isRecord, type Answer } from './exchange.ts';

/** A field with the names it may go by. */
export interface Likely {
  /** Its path in the catalogue, as in `names` of the dialect. */
  path: string;
  /** The names it may go by, that of the catalogue first. */
  names: string[];
  /** A value for each name, made up. */
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

/** Made-up values by the last part of a path, for those that the kind does not make. */
const madeUp: Record<string, (string | number)[]> = {
  organization_name: ['Doctor Check Ltd', 'Doctor Check Two Ltd', 'Doctor Check Three Ltd'],
  registration_number: ['000000000'],
  roles: ['ACCOUNT_OWNER'],
  email: ['doctor@example.com', 'doctor.two@example.com', 'doctor.three@example.com'],
  legal_type: ['SAS', 'SARL', 'SA'],
};

/** Countries in a form of codes; the first is that of the draft. */
const countries = {
  'alpha-3': ['FRA', 'DEU', 'ESP'],
  'alpha-2': ['FR', 'DE', 'ES'],
} as const;
export type CountryCodes = keyof typeof countries;
/** France, in whose registry companies are looked up. */
export const franceIn = (codes: CountryCodes): string => countries[codes][0];

function valuesOf(name: string, { kind }: Field, codes: CountryCodes): (string | number)[] {
  const [first, second, third] = countries[codes];
  if (madeUp[name]) return madeUp[name];
  // One of its own, so that it is not found under the name of the nationality.
  if (kind === 'country') return [third];
  if (kind === 'countries') return [first, second];
  if (kind === 'date') return ['1970-01-31', '1970-01-30', '1970-01-29'];
  if (kind === 'percentage') return [50];
  return ['', ' two', ' three', ' four'].map((nth) => `Doctor ${name.replaceAll('_', ' ')}${nth}`);
}

function likelyIn(path: string, rows: Rows, codes: CountryCodes): Likely[] {
  return Object.entries<Field | Nested>(rows).flatMap(([name, row]) => {
    const own = `${path}.${name}`;
    // The country of the business is sent in one form at a time.
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

/** A name that may be sent. */
interface Candidate {
  likely: Likely;
  /** Where it lies, such as `person.address.town`. */
  place: string;
  value: string | number;
  /** In which forms it may be sent; the first is, and without any it is not. */
  forms: ('list' | 'single')[];
  /** The values that the service takes, where its refusal names them. */
  accepted?: string[];
}
export type Candidates = Candidate[];

const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);
const aboveOf = (path: string) => path.slice(0, path.lastIndexOf('.'));

/** In what forms a name is tried: a plural as a list first. */
function formsOf({ isList }: Likely, name: string): Candidate['forms'] {
  if (!isList) return ['single'];
  return name.endsWith('s') ? ['list', 'single'] : ['single', 'list'];
}

/** All names of the fields, none refused yet. */
export const candidatesOf = (fields: Likely[]): Candidates =>
  fields.flatMap((likely) =>
    likely.names.map((name, index) => ({
      likely,
      place: `${aboveOf(likely.path)}.${name}`,
      value: likely.values[index]!,
      forms: formsOf(likely, name),
    })),
  );

/** The object at a path, made of the names that are left. */
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

/** One complaint of an answer: the place it names, and the words about it. */
interface Complaint {
  place: string;
  text: string;
}

const isPart = (part: string) => part && !/^(body|query|path|\$|#|\d+)$/.test(part);

/** What an answer complains of: by place where it has a list of them, else each word of its text. */
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

/** The last parts of the places an answer complains of. */
export const blamed = (answer: Answer): string[] =>
  complaintsIn(answer).map(({ place }) => lastOf(place));

/** Values that a complaint names as those that are taken: "Input should be 'a', 'b' or 'c'". */
export const valuesIn = (text: string): string[] =>
  [...text.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, one, other]) => (one ?? other)!);

/** The candidates that a complaint is about. */
function aboutOf({ place }: Complaint, path: string, candidates: Candidates): Candidates {
  // A line of the list, and not the list itself.
  const whole = place.replace(/^persons[.]/, 'person.').replace(/^businesses[.]/, 'business.');
  const tries = [whole, `${path}.${whole}`];
  const located = candidates.filter(
    ({ place: own, forms }) =>
      forms.length > 0 && tries.some((one) => own === one || own.startsWith(`${one}.`)),
  );
  if (located.length || place.includes('.')) return located;
  return candidates.filter(({ place: own, forms }) => forms.length > 0 && lastOf(own) === place);
}

/** Leaves out what an answer complains of, or sends a value that it names. @returns whether that changes anything. */
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
 * Sends with fewer and fewer names until the service takes it, at most twenty times.
 * @param path where the body lies, such as `person`.
 * @returns the last answer, and the refusals before it.
 */
export async function sendLikely(
  send: () => Promise<Answer>,
  path: string,
  candidates: Candidates,
): Promise<{ answer: Answer; refusals: Answer[] }> {
  const refusals: Answer[] = [];
  for (;;) {
    const answer = await send();
    if (isGood(answer) || !isRefusal(answer) || refusals.length === 20) return { answer, refusals };
    refusals.push(answer);
    if (!follow(answer, path, candidates)) return { answer, refusals };
  }
}

/** A field as it was found: the name it was taken under, and whether as a list. */
export interface Found {
  likely: Likely;
  /** Undefined where none of the values can be read back. */
  name?: string;
  isList: boolean;
}

/** All texts and numbers in a thing, without the lists of parties in it. */
const leavesOf = (thing: unknown): string[] => {
  if (Array.isArray(thing)) return thing.flatMap(leavesOf);
  if (isRecord(thing)) return Object.values(thing).flatMap(leavesOf);
  return ['string', 'number'].includes(typeof thing) ? [String(thing).toLowerCase()] : [];
};

/** What of the fields can be read back from a thing. */
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
 * The names that were found, and the catalogue's own for fields that arrived under another one: a
 * service that takes both may prefer that one where both come.
 * @returns undefined where no field is in doubt.
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

/** The findings, with those of the catalogue's own names in their place where these arrived too. */
export const preferOwn = (fields: Found[], again: Found[]): Found[] =>
  fields.map((field) => {
    const own = again.find(({ likely }) => likely === field.likely);
    return own?.name === lastOf(field.likely.path) ? own : field;
  });

/** The name as `names` of the dialect has it; undefined where it is that of the catalogue. */
export const renamed = ({ likely, name, isList }: Found): string | undefined => {
  if (name === undefined) return undefined;
  const isStandard = name === likely.names[0] && isList === likely.isList;
  return isStandard ? undefined : `${name}${isList ? '[]' : ''}`;
};
