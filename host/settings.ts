/**
 * Settings of an installation: environment variables for where and how the integration runs
 * (`zapier-platform env:set <version> NAME=value`). The dialect says how the service speaks
 * (service/dialect.ts).
 */

interface Format<Value> {
  /** The valid texts, as the end of the sentence "The setting … it …". */
  takes: string;
  /** The value of a text without blanks around it; undefined for an invalid text. */
  read: (text: string) => Value | undefined;
}

const oneOf = <const Value extends string>(...values: Value[]): Format<Value> => ({
  takes: `takes ${values.map((value) => `"${value}"`).join(' or ')}`,
  read: (text) => values.find((value) => value === text),
});

const number = (unit: string, least: number, most: number): Format<number> => ({
  takes: `takes a number of ${unit} from ${least} to ${most}, without a unit`,
  read(text) {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : undefined;
  },
});
const seconds = (most: number) => number('seconds', 0.001, most);

interface Row {
  env: string;
  /** The default, as a text. */
  fallback: string;
  format: Format<unknown>;
  meaning: string;
}

export const settings = {
  plainHttp: {
    env: 'SERVICE_PLAIN_HTTP',
    fallback: 'refuse',
    format: oneOf('refuse', 'allow'),
    meaning: 'Whether the Base URL may start with http://, for a service inside your own network.',
  },
  webhookSignatures: {
    env: 'SERVICE_WEBHOOK_SIGNATURES',
    fallback: 'on',
    format: oneOf('on', 'off'),
    meaning: 'Whether signatures of events are checked.',
  },
  eventAgeHours: {
    env: 'SERVICE_EVENT_AGE_HOURS',
    fallback: '36',
    format: number('hours', 0.01, 8760),
    meaning:
      'Greatest age of an event whose signature has a time. The service repeats events for over a day.',
  },
  memory: {
    env: 'SERVICE_MEMORY',
    fallback: 'on',
    format: oneOf('on', 'off'),
    meaning:
      "Whether Zapier's cache remembers created things for seven days. If off, only the service prevents repeats.",
  },
  timeoutSeconds: {
    env: 'SERVICE_TIMEOUT_SECONDS',
    fallback: '20',
    format: seconds(3600),
    meaning: 'Time limit of one request.',
  },
  stepSeconds: {
    env: 'SERVICE_STEP_SECONDS',
    fallback: '25',
    format: seconds(55),
    meaning: 'Time limit of all requests of a step. Zapier ends a step after 30 seconds.',
  },
} satisfies Record<string, Row>;
export type Setting = keyof typeof settings;

type ValueOf<K> = K extends Format<infer Value> ? Value : never;
/** The value of each setting. Reading an invalid one throws. */
export type Installation = {
  readonly [Name in Setting]: ValueOf<(typeof settings)[Name]['format']>;
};

/** Environment variables and their texts. */
type Variables = Record<string, string | undefined>;

/** What a setting takes instead of this text, as the end of a sentence; undefined if it fits. */
export function problemOf(setting: Setting, text: string): string | undefined {
  const { format }: Row = settings[setting];
  return format.read(text.trim()) === undefined ? format.takes : undefined;
}

export class SettingError extends Error {}

/** The text of a setting, and the sentence about it if it is invalid, with the valid ones. */
function textOf(setting: Setting, variables: Variables) {
  const { env, fallback }: Row = settings[setting];
  const text = variables[env] ?? fallback;
  const problem = problemOf(setting, text);
  return { text, mistake: problem && `The setting ${env} is "${text}": it ${problem}.` };
}

const names = Object.keys(settings) as Setting[];

/**
 * The settings of an installation. A form opens even if one that it does not read is invalid.
 * @throws SettingError on reading an invalid setting.
 */
export function readInstallation(variables: Variables): Installation {
  const installation = {};
  for (const name of names) {
    const get = () => {
      const { text, mistake } = textOf(name, variables);
      if (mistake) throw new SettingError(mistake);
      return settings[name].format.read(text.trim());
    };
    Object.defineProperty(installation, name, { enumerable: true, get });
  }
  return installation as Installation;
}

/** One line per invalid setting, for the build, the start and checks. */
export const settingProblems = (variables: Variables): string[] =>
  names.flatMap((name) => textOf(name, variables).mistake ?? []);

/** @throws SettingError that names every invalid setting. */
export function checkSettings(variables: Variables): void {
  const problems = settingProblems(variables);
  if (problems.length) throw new SettingError(problems.join('\n'));
}
