/**
 * Settings of an installation: environment variables that say where and how the integration runs
 * (`zapier-platform env:set <version> NAME=value`). How a service speaks is its dialect
 * (api/dialect.ts). Values are read on every use: Zapier sets the environment per invocation.
 */
import { address, list, oneOf, orNone, seconds, secrets, type Kind } from './setting-kinds.ts';

/** A setting: its environment variable, the default as it would stand there, what it takes. */
type Row<T> = readonly [env: string, fallback: string, kind: Kind<T>];

const onOff = oneOf('on', 'off');

export const settings = {
  /** `allow` lets the app on Zapier reach private addresses (10.x and the like, by VPC peering). */
  privateNetwork: ['SERVICE_PRIVATE_NETWORK', 'refuse', oneOf('refuse', 'allow')],
  /** `allow`: the Base URL may start with `http://`, for a service inside the own network. */
  plainHttp: ['SERVICE_PLAIN_HTTP', 'refuse', oneOf('refuse', 'allow')],
  /** Keys of operations that are left out of a push. */
  hide: ['SERVICE_HIDE', 'none', list],
  /** `off`: events are taken without looking at their signature. */
  webhookSignatures: ['SERVICE_WEBHOOK_SIGNATURES', 'on', onOff],
  /** Signing secrets of webhooks that were registered by hand; several with commas or spaces. */
  webhookSecret: ['SERVICE_WEBHOOK_SECRET', 'none', secrets],
  /** Address of the portals; `none`: that of the service. The connection may name another. */
  portalAddress: ['SERVICE_PORTAL_ADDRESS', 'none', orNone(address, '')],
  /** `off`: nothing is remembered in Zapier's cache; repeats then rest on the service alone. */
  memory: ['SERVICE_MEMORY', 'on', onOff],
  /** Seconds after which one request is given up. */
  timeoutSeconds: ['SERVICE_TIMEOUT_SECONDS', '20', seconds(3600)],
  /**
   * Seconds all requests of a step have together; Zapier ends a step after 30 without a word. At
   * most 55, as the claim of a running step ends after 60 (api/memory.ts).
   */
  stepSeconds: ['SERVICE_STEP_SECONDS', '25', seconds(55)],
  /** `on`: Zapier's log of requests shows bodies, client data included; for trying with made-up data. */
  logBodies: ['SERVICE_LOG_BODIES', 'off', onOff],
} as const satisfies Record<string, Row<unknown>>;
export type Setting = keyof typeof settings;
type Value<Name extends Setting> = (typeof settings)[Name][2] extends Kind<infer T> ? T : never;

/** What was read last of each setting, with the text it was read from. */
const latest = new Map<Setting, { text: string; value: unknown }>();

const textOf = (given: Setting): string => {
  const [env, fallback] = settings[given];
  return process.env[env] ?? fallback;
};

/** Why the text of a setting cannot be right: the setting, the value and what it takes. */
function problemOf(given: Setting, instead?: string): string {
  const [env, , { takes: kind, secret }] = settings[given] as Row<unknown>;
  const takes = instead ?? kind;
  return `The setting ${env} is ${secret ? 'not readable' : `"${textOf(given)}"`}: it takes ${takes}.`;
}

/** The platform would put the input of the step behind the message, client data included. */
const wrong = (message: string): Error =>
  Object.assign(new Error(message), { doNotContextify: true });

/** The error of a setting that is readable and still names what is not there. */
export const wrongSetting = (given: Setting, takes: string): Error =>
  wrong(problemOf(given, takes));

/**
 * The value of a setting: of the environment variable, or the default where there is none.
 * @throws Error for a text that cannot be right; it is never replaced by the default.
 */
export function setting<Name extends Setting>(given: Name): Value<Name> {
  const text = textOf(given);
  const known = latest.get(given);
  if (known?.text === text) return known.value as Value<Name>;
  const [, , { read }] = settings[given] as Row<unknown>;
  const value = read(text.trim());
  if (value === undefined) throw wrong(problemOf(given));
  latest.set(given, { text, value });
  return value as Value<Name>;
}

/** One line for each setting whose text cannot be right; for the build, the start and checks. */
export const settingProblems = (): string[] =>
  (Object.keys(settings) as Setting[]).flatMap((given) => {
    try {
      setting(given);
      return [];
    } catch {
      return [problemOf(given)];
    }
  });

/** @throws Error that names every setting that cannot be right. */
export function checkSettings(): void {
  const problems = settingProblems();
  if (problems.length) throw wrong(problems.join('\n'));
}

/** The parts of a text with commas or white space between them. */
export const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
