/**
 * Settings of an installation: environment variables for where and how the integration runs
 * (`zapier-platform env:set <version> NAME=value`). The dialect says how the service speaks
 * (service/dialect.ts).
 */
import * as z from 'zod/mini';

/** A text without blanks around it. Each message is the end of the sentence "The setting … it …". */
const line = z.string().check(z.trim());
const matching = (pattern: RegExp, takes: string) =>
  z.string().check(z.trim(), z.regex(pattern, takes));

const oneOf = <const Value extends string>(...values: Value[]) =>
  z.pipe(line, z.enum(values, `takes ${values.map((value) => `"${value}"`).join(' or ')}`));

const number = (unit: string, least: number, most: number) => {
  const takes = `takes a number of ${unit} from ${least} to ${most}, without a unit`;
  return z.pipe(
    matching(/^\d+(\.\d+)?$/, takes),
    z.pipe(z.transform(Number), z.number().check(z.gte(least, takes), z.lte(most, takes))),
  );
};
const seconds = (most: number) => number('seconds', 0.001, most);

const isWebAddress = (url: string) =>
  URL.canParse(url) && /^https?:\/\/[^/\s@]+/i.test(url) && !/[\s?#{}]/.test(url);
const addressTakes = 'takes a web address such as https://portal.example.com, or none';
/**
 * An address without a final slash. A host alone gets `https://`. `none` stands for an empty value,
 * because some tools cannot store an empty text.
 */
const address = z.union(
  [
    z.pipe(
      z.pipe(line, z.enum(['', 'none'])),
      z.transform(() => ''),
    ),
    z.pipe(
      z.pipe(
        matching(/[.:]|localhost/, addressTakes),
        z.transform((url) =>
          (/^[a-z]+:/i.test(url) && !/^[\w.-]+:\d+/.test(url) ? url : `https://${url}`).replace(
            /\/+$/,
            '',
          ),
        ),
      ),
      z.string().check(z.refine(isWebAddress, addressTakes)),
    ),
  ],
  addressTakes,
);

interface Row {
  /** The environment variable. */
  env: string;
  /** The default, as a text. */
  fallback: string;
  kind: z.ZodMiniType<unknown, string>;
  meaning: string;
}

export const settings = {
  plainHttp: {
    env: 'SERVICE_PLAIN_HTTP',
    fallback: 'refuse',
    kind: oneOf('refuse', 'allow'),
    meaning: 'Whether the Base URL may start with http://, for a service inside your own network.',
  },
  webhookSignatures: {
    env: 'SERVICE_WEBHOOK_SIGNATURES',
    fallback: 'on',
    kind: oneOf('on', 'off'),
    meaning: 'Whether signatures of events are checked.',
  },
  eventAgeHours: {
    env: 'SERVICE_EVENT_AGE_HOURS',
    fallback: '36',
    kind: number('hours', 0.01, 8760),
    meaning:
      'Greatest age of an event whose signature has a time. The service repeats events for over a day.',
  },
  portalAddress: {
    env: 'SERVICE_PORTAL_ADDRESS',
    fallback: 'none',
    kind: address,
    meaning:
      'Address of portals if a link is only a token. The field of the connection overrides it.',
  },
  memory: {
    env: 'SERVICE_MEMORY',
    fallback: 'on',
    kind: oneOf('on', 'off'),
    meaning:
      "Whether Zapier's cache remembers created things for seven days. If off, only the service prevents repeats.",
  },
  timeoutSeconds: {
    env: 'SERVICE_TIMEOUT_SECONDS',
    fallback: '20',
    kind: seconds(3600),
    meaning: 'Time limit of one request.',
  },
  // At most 55, because the claim of a running step ends after 60 (client/once.ts).
  stepSeconds: {
    env: 'SERVICE_STEP_SECONDS',
    fallback: '25',
    kind: seconds(55),
    meaning: 'Time limit of all requests of a step. Zapier ends a step after 30 seconds.',
  },
} satisfies Record<string, Row>;
export type Setting = keyof typeof settings;

/** The value of each setting. Reading an invalid one throws. */
export type Installation = {
  readonly [Name in Setting]: z.output<(typeof settings)[Name]['kind']>;
};

/** Environment variables and their texts. */
type Variables = Record<string, string | undefined>;

/** What a setting takes instead of this text, as the end of a sentence; undefined if it fits. */
export const problemOf = (setting: Setting, value: string): string | undefined =>
  z.safeParse(settings[setting].kind, value).error?.issues[0]?.message;

const names = Object.keys(settings) as Setting[];

const textOf = (setting: Setting, variables: Variables): string => {
  const { env, fallback } = settings[setting];
  return variables[env] ?? fallback;
};

/** The message about an invalid setting: its name, its value and the valid values. */
function messageOf(setting: Setting, variables: Variables, takes: string): string {
  const { env } = settings[setting];
  return `The setting ${env} is "${textOf(setting, variables)}": it ${takes}.`;
}

/** The error for invalid settings. */
export class SettingError extends Error {}

function valueOf(setting: Setting, variables: Variables): unknown {
  const kind: Row['kind'] = settings[setting].kind;
  const { data, error } = z.safeParse(kind, textOf(setting, variables));
  if (error) throw new SettingError(messageOf(setting, variables, error.issues[0]!.message));
  return data;
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
