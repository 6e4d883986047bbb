/** One visit to a service: its findings and the resulting dialect. */
import { presets, readDialect, type Dialect, type DialectKey } from '../../service/dialect.ts';
import { exchange, type Answer, type Patience, type Request } from './exchange.ts';

interface Finding {
  point: string;
  found: string;
  evidence: string;
  /** The key of the dialect that this finding changes. */
  key: DialectKey | null;
}

export interface Options extends Patience {
  /** Address of the service, in front of `/api`. */
  base: string;
  key: string;
  write: boolean;
  decide: boolean;
  /** A case that was a draft when its client submitted its portal. */
  submittedCase?: string;
  /** The address of portals, if the caller gives it or a probe finds it. */
  portalAddress?: string;
  /** Called with the name of the next probe. */
  progress: (text: string) => void;
}

/** The default dialect: the specification plus public facts about one service. */
export const standard: Dialect = readDialect();

/** A new visit. */
export const startVisit = (options: Options) => ({
  ...options,
  /** The header with the key, after it was found. */
  auth: {} as Record<string, string>,
  /** The form of country codes found so far. */
  countries: standard.countries,
  findings: [] as Finding[],
  /** Every request with its last answer. */
  exchanges: [] as { request: Request; answer: Answer }[],
  /** Keys of the dialect that were found, even if they have their default. */
  dialect: {} as Partial<Dialect>,
  /** Problems that prevent the journey. */
  problems: [] as string[],
  /** Differences that no key can express and the journey does not need. */
  limits: [] as string[],
  /** Points that no answer decided. The doctor concludes nothing from them. */
  unclear: [] as string[],
});
export type Visit = ReturnType<typeof startVisit>;

/** Ends the visit: the next probes need something that was not found. */
export class Stop extends Error {}

/** Sends a request as it is. */
export async function ask(visit: Visit, request: Request): Promise<Answer> {
  const answer = await exchange(visit.base, request, visit);
  visit.exchanges.push({ request, answer });
  return answer;
}

/** Sends a request with the key. */
export const call = (visit: Visit, request: Request): Promise<Answer> =>
  ask(visit, { ...request, headers: visit.auth });

export const casePath = '/api/applications/{application_id}';

/** A text without the key. */
export const masked = ({ key }: Pick<Options, 'key'>, text: string): string =>
  [...new Set([key, encodeURIComponent(key)])].reduce(
    (rest, secret) => rest.replaceAll(secret, '[key]'),
    text,
  );

export function note(visit: Visit, point: string, found: string, evidence: string): void {
  visit.findings.push({
    point,
    found: masked(visit, found),
    evidence: masked(visit, evidence),
    key: null,
  });
}

/** A point, its finding and the evidence. */
type Words = [point: string, found: string, evidence: string];

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Notes a finding and sets its key in the dialect. */
export function settle<Key extends DialectKey>(
  visit: Visit,
  key: Key,
  value: Dialect[Key],
  ...words: Words
): void {
  note(visit, ...words);
  visit.dialect[key] = value;
  if (!same(value, standard[key])) visit.findings.at(-1)!.key = key;
}

/** Notes a finding, also in a list. */
const noteIn =
  (list: 'limits' | 'problems') =>
  (visit: Visit, ...words: Words): void => {
    note(visit, ...words);
    visit[list].push(masked(visit, `${words[0]}: ${words[1]}`));
  };
/** Notes a difference that no key can express and the journey does not need. */
export const limit = noteIn('limits');
/** Notes a difference that no key can express and that prevents the journey. */
export const problem = noteIn('problems');

/** Notes that no answer decided a point. Its key keeps its default. */
export function unclear(visit: Visit, point: string, evidence: string): void {
  note(visit, point, 'unclear', evidence);
  visit.unclear.push(masked(visit, `${point} (${evidence})`));
}

/** Points without which a deal gets to its decision all the same. */
const dispensable = [
  'Custom fields',
  'Expected documents',
  'Link of a portal',
  'Text of a decision',
  'Update of a case',
];
/** True while no answer decided a point that a deal needs. */
export const isOpen = ({ findings }: Visit): boolean =>
  findings.some(({ point, found }) => found === 'unclear' && !dispensable.includes(point));

/** The differences between two dialects. */
function difference(dialect: Dialect, from: Dialect): Record<string, unknown> {
  const keys = Object.keys(dialect) as DialectKey[];
  return Object.fromEntries(
    keys.filter((key) => !same(dialect[key], from[key])).map((key) => [key, dialect[key]]),
  );
}

/**
 * The content of dialect.json: the differences from the defaults, or from a preset if that gives
 * fewer keys.
 */
export function dialectOf({ base, dialect }: Visit): Record<string, unknown> {
  const found: Dialect = { ...standard, ...dialect };
  const [plain, ...others] = Object.keys(presets).map((name) => {
    const preset = readDialect(name);
    // The address of a preset belongs to its service, so another service has none.
    const base_url = preset.base_url === base ? base : null;
    const own = difference({ ...found, base_url }, preset);
    return preset === standard || same(preset, standard) ? own : { extends: name, ...own };
  });
  return others.reduce(
    (best, other) => (Object.keys(other).length < Object.keys(best).length ? other : best),
    plain!,
  );
}
