/** What one visit to a service knows so far, and what it found. */
import { settings, type Setting } from '../api/settings.ts';
import { ask, type Answer, type Request } from './http.ts';

export interface Finding {
  point: string;
  found: string;
  evidence: string;
  /** `NAME=value`, where it differs from the default. */
  setting: string | null;
}

export interface Options {
  /** Address of the service, in front of `/api`. */
  base: string;
  key: string;
  write: boolean;
  decide: boolean;
  /** Where portals are, as far as the caller knows. */
  portalAddress?: string;
  /** Seconds each request may take. */
  seconds: number;
  /** Told what is being looked at. */
  progress: (text: string) => void;
}

/** What is known before anything is asked. */
export const startVisit = (options: Options) => ({
  ...options,
  /** The header of the key, once it is known. */
  auth: {} as Record<string, string>,
  /** Code of France in the form of this service. */
  country: 'FRA' as string,
  findings: [] as Finding[],
  /** Settings by name. */
  settings: {} as Record<string, string>,
  /** What stands in the way of the journey; empty when nothing does. */
  problems: [] as string[],
  /** What no setting can express, and the journey can do without. */
  limits: [] as string[],
});
export type Visit = ReturnType<typeof startVisit>;

/** The journey ends here: what follows needs what could not be found. */
export class Stop extends Error {}

/** A request with the key. */
export const call = (visit: Visit, request: Request): Promise<Answer> =>
  ask(visit.base, {
    seconds: visit.seconds,
    ...request,
    headers: { ...visit.auth, ...request.headers },
  });

/** A path of the API with the case it is about. */
export const at = (path: string, application_id: string): string =>
  path.replace('{application_id}', encodeURIComponent(application_id));
export const casePath = '/api/applications/{application_id}';

const withoutKey = ({ key }: Visit, text: string) => text.replaceAll(key, '[key]');

/** Notes what was found. */
export function note(visit: Visit, point: string, found: string, evidence: string): void {
  visit.findings.push({ point, found, evidence: withoutKey(visit, evidence), setting: null });
}

/** Notes what was found and the value of its setting, which is left out where it is the default. */
export function settle(
  visit: Visit,
  name: Setting,
  value: string,
  ...[point, found, evidence]: [point: string, found: string, evidence: string]
): void {
  note(visit, point, found, evidence);
  const [env, fallback] = settings[name];
  delete visit.settings[env];
  if (value === fallback) return;
  visit.settings[env] = value;
  visit.findings.at(-1)!.setting = `${env}=${value}`;
}

/** Notes what is found, and keeps it in a list as well. */
const noting =
  (list: 'limits' | 'problems') =>
  (visit: Visit, point: string, found: string, evidence: string): void => {
    note(visit, point, found, evidence);
    visit[list].push(`${point}: ${found}`);
  };
/** Notes what no setting can express, where the journey goes on without it. */
export const limit = noting('limits');
/** Notes what no setting can express and the journey cannot do without. */
export const problem = noting('problems');

/** The default of a setting, whatever the environment says. */
export const defaultOf = (name: Setting): string => settings[name][1];
