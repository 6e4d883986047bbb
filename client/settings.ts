/**
 * Settings of an installation: environment variables for where and how the integration runs
 * (`zapier-platform env:set <version> NAME=value`). The dialect says how the service speaks
 * (service/dialect.ts).
 */
import {
  address,
  hours,
  list,
  oneOf,
  orNone,
  seconds,
  secrets,
  type Kind,
} from './setting-kinds.ts';

/** A setting: its variable, its default as text, its kind and its meaning. */
type Row<T> = readonly [env: string, fallback: string, kind: Kind<T>, meaning: string];

const onOff = oneOf('on', 'off');

export const settings = {
  privateNetwork: [
    'SERVICE_PRIVATE_NETWORK',
    'refuse',
    oneOf('refuse', 'allow'),
    'Whether the app on Zapier may reach private addresses (10.x and the like, by VPC peering).',
  ],
  plainHttp: [
    'SERVICE_PLAIN_HTTP',
    'refuse',
    oneOf('refuse', 'allow'),
    'Whether the Base URL may start with http://, for a service inside your own network.',
  ],
  hide: [
    'SERVICE_HIDE',
    'none',
    list,
    'Keys of operations that are left out of a push, such as call_api,record_decision.',
  ],
  webhookSignatures: [
    'SERVICE_WEBHOOK_SIGNATURES',
    'on',
    onOff,
    'Whether signatures of events are checked.',
  ],
  eventAgeHours: [
    'SERVICE_EVENT_AGE_HOURS',
    '36',
    hours,
    'Greatest age of an event whose signature has a time. The service repeats events for over a day.',
  ],
  webhookSecret: [
    'SERVICE_WEBHOOK_SECRET',
    'none',
    secrets,
    'Signing secrets of webhooks that are registered by hand. The connection has a field for them, too.',
  ],
  portalAddress: [
    'SERVICE_PORTAL_ADDRESS',
    'none',
    orNone(address, ''),
    'Address of portals if a link is only a token. The field of the connection overrides it.',
  ],
  memory: [
    'SERVICE_MEMORY',
    'on',
    onOff,
    "Whether Zapier's cache remembers created things for seven days. If off, only the service prevents repeats.",
  ],
  timeoutSeconds: ['SERVICE_TIMEOUT_SECONDS', '20', seconds(3600), 'Time limit of one request.'],
  // At most 55, because the claim of a running step ends after 60 (client/once.ts).
  stepSeconds: [
    'SERVICE_STEP_SECONDS',
    '25',
    seconds(55),
    'Time limit of all requests of a step. Zapier ends a step after 30 seconds.',
  ],
  logBodies: [
    'SERVICE_LOG_BODIES',
    'off',
    onOff,
    "Whether Zapier's log of requests shows bodies, with the data of clients. Only for invented data.",
  ],
} as const satisfies Record<string, Row<unknown>>;
export type Setting = keyof typeof settings;
type Value<Name extends Setting> = (typeof settings)[Name][2] extends Kind<infer T> ? T : never;

/** The value of each setting. Reading an invalid one throws. */
export type Installation = { readonly [Name in Setting]: Value<Name> };

/** Environment variables and their texts. */
export type Variables = Record<string, string | undefined>;

const names = Object.keys(settings) as Setting[];

const textOf = (setting: Setting, variables: Variables): string => {
  const [env, fallback] = settings[setting];
  return variables[env] ?? fallback;
};

/** The message about an invalid setting: its name, its value and the valid values. */
function problemOf(setting: Setting, variables: Variables, instead?: string): string {
  const [env, , { takes: kind, secret }] = settings[setting] as Row<unknown>;
  const takes = instead ?? kind;
  return `The setting ${env} is ${secret ? 'not readable' : `"${textOf(setting, variables)}"`}: it takes ${takes}.`;
}

/** The error for invalid settings. */
export class SettingError extends Error {}

/** The error for a valid setting that names something unknown. */
export const wrongSetting = (setting: Setting, variables: Variables, takes: string): Error =>
  new SettingError(problemOf(setting, variables, takes));

function valueOf(setting: Setting, variables: Variables): unknown {
  const [, , { read }] = settings[setting] as Row<unknown>;
  const value = read(textOf(setting, variables).trim());
  if (value === undefined) throw new SettingError(problemOf(setting, variables));
  return value;
}

/**
 * The settings of an installation. Each is parsed when it is first read.
 * @throws SettingError on reading an invalid setting.
 */
export function readInstallation(variables: Variables): Installation {
  const values = new Map<Setting, unknown>();
  const installation = {};
  for (const name of names) {
    Object.defineProperty(installation, name, {
      enumerable: true,
      get() {
        if (!values.has(name)) values.set(name, valueOf(name, variables));
        return values.get(name);
      },
    });
  }
  return installation as Installation;
}

/** One line per invalid setting, for the build, the start and checks. */
export const settingProblems = (variables: Variables): string[] =>
  names.flatMap((name) => {
    try {
      valueOf(name, variables);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });

/** @throws SettingError that names every invalid setting. */
export function checkSettings(variables: Variables): void {
  const problems = settingProblems(variables);
  if (problems.length) throw new SettingError(problems.join('\n'));
}

/** The parts of a text between commas and white space. */
export const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
