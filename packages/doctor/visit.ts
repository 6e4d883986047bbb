/** One visit to a service: what was found so far, and what it means for the dialect. */
import { presets, readDialect, type Dialect, type DialectKey } from '../../service/dialect.ts';
import { exchange, type Answer, type Patience, type Request } from './exchange.ts';

/** A variable of the installation that the doctor can find. */
type Variable = 'SERVICE_PORTAL_ADDRESS';

interface Finding {
  point: string;
  found: string;
  evidence: string;
  /** The key of the dialect, or the variable, that differs from its default by it. */
  key: DialectKey | Variable | null;
}

export interface Options extends Patience {
  /** Address of the service, in front of `/api`. */
  base: string;
  key: string;
  write: boolean;
  decide: boolean;
  /** Where portals are, as far as the caller says. */
  portalAddress?: string;
  /** Called with what is looked at next. */
  progress: (text: string) => void;
}

/** The dialect of the specification, completed by what is known of one service. */
export const standard: Dialect = readDialect();

/** A visit on which nothing was asked yet. */
export const startVisit = (options: Options) => ({
  ...options,
  /** The header of the key, once it is found. */
  auth: {} as Record<string, string>,
  /** The form of country codes, as far as it is found. */
  countries: standard.countries,
  findings: [] as Finding[],
  /** Keys of the dialect that were found, at their default or not. */
  dialect: {} as Partial<Dialect>,
  variables: {} as Partial<Record<Variable, string>>,
  /** What stands in the way of the journey; empty when nothing does. */
  problems: [] as string[],
  /** What no key can express, and the journey can do without. */
  limits: [] as string[],
  /** What no answer told: nothing is concluded from it. */
  unclear: [] as string[],
});
export type Visit = ReturnType<typeof startVisit>;

/** The visit ends here: what follows needs what could not be found. */
export class Stop extends Error {}

/** A request with the key. */
export const call = (visit: Visit, request: Request): Promise<Answer> =>
  exchange(visit.base, { ...request, headers: { ...visit.auth, ...request.headers } }, visit);

/** A path with the case it is about. */
export const pathOf = (path: string, application_id: string): string =>
  path.replace('{application_id}', encodeURIComponent(application_id));
export const casePath = '/api/applications/{application_id}';

/** A text without the key, wherever it came from. */
export const masked = ({ key }: Pick<Options, 'key'>, text: string): string =>
  [...new Set([key, encodeURIComponent(key)])].reduce(
    (rest, secret) => rest.replaceAll(secret, '[key]'),
    text,
  );

/** Notes a finding. */
export function note(visit: Visit, point: string, found: string, evidence: string): void {
  visit.findings.push({
    point,
    found: masked(visit, found),
    evidence: masked(visit, evidence),
    key: null,
  });
}

/** A point, the finding about it and the evidence. */
type Words = [point: string, found: string, evidence: string];

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Notes what was found, and the value of its key in the dialect. */
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

/** Notes what was found, and the value of a variable of the installation. */
export function settleVariable(visit: Visit, name: Variable, value: string, ...words: Words): void {
  note(visit, ...words);
  visit.variables[name] = value;
  visit.findings.at(-1)!.key = name;
}

/** Notes what was found, and puts it into a list as well. */
const noteIn =
  (list: 'limits' | 'problems') =>
  (visit: Visit, ...words: Words): void => {
    note(visit, ...words);
    visit[list].push(masked(visit, `${words[0]}: ${words[1]}`));
  };
/** Notes what no key can express, where the journey goes on without it. */
export const limit = noteIn('limits');
/** Notes what no key can express and the journey cannot do without. */
export const problem = noteIn('problems');

/** Notes that no answer told a point: its key is left as it is. */
export function unclear(visit: Visit, point: string, evidence: string): void {
  note(visit, point, 'could not be told', evidence);
  visit.unclear.push(masked(visit, `${point} (${evidence})`));
}

/** What of a dialect differs from another one; of `events` only the names that differ. */
function difference(dialect: Dialect, from: Dialect): Record<string, unknown> {
  const keys = Object.keys(dialect) as DialectKey[];
  return Object.fromEntries(
    keys
      .filter((key) => !same(dialect[key], from[key]))
      .map((key) => {
        if (key !== 'events') return [key, dialect[key]];
        const renamed = Object.entries(dialect.events).filter(
          ([trigger, name]) => name !== from.events[trigger as keyof Dialect['events']],
        );
        return [key, Object.fromEntries(renamed)];
      }),
  );
}

/**
 * The dialect of the service as dialect.json takes it: what differs from the defaults, or from a
 * preset where that leaves fewer keys.
 */
export function dialectOf({ base, dialect }: Visit): Record<string, unknown> {
  const found: Dialect = { ...standard, ...dialect };
  const [plain, ...others] = Object.keys(presets).map((name) => {
    const preset = readDialect(name);
    // The address of a preset is that of its service; another service has none in its form.
    const base_url = preset.base_url === base ? base : null;
    const own = difference({ ...found, base_url }, preset);
    return preset === standard || same(preset, standard) ? own : { extends: name, ...own };
  });
  return others.reduce(
    (best, other) => (Object.keys(other).length < Object.keys(best).length ? other : best),
    plain!,
  );
}

/** The result as environment variables: the dialect on one line, and those of the installation. */
export const settingsOf = (visit: Visit): Record<string, string> => ({
  SERVICE_DIALECT: JSON.stringify(dialectOf(visit)),
  ...visit.variables,
});
