/**
 * The one home of everything the specification leaves open ("not shown").
 *
 * Each entry is a default and the environment variable that replaces it
 * (`zapier-platform env:set <version> NAME=value`). docs/gaps.md has a row for each, and
 * test/settings.test.ts a case that shows its effect.
 * Values are read on every use: Zapier sets the environment per invocation.
 */
import { events, type TriggerKey } from './contract.ts';
import {
  address,
  call,
  header,
  list,
  milliseconds,
  name,
  names,
  oneOf,
  orNone,
  path,
  prefix,
  scheme,
  seconds,
  secrets,
  template,
  type Call,
  type Kind,
} from './setting-kinds.ts';

/** A setting: its environment variable, the default as it would stand there, what it takes. */
type Row<T> = readonly [env: string, fallback: string, kind: Kind<T>];

const onOff = oneOf('on', 'off');
const casePath = path(['application_id']);

const own = {
  /** Header that carries the API key. */
  authHeader: ['SERVICE_AUTH_HEADER', 'Authorization', header],
  /** Text in front of the key in that header; a scheme such as `Bearer` is set apart by a space. */
  authPrefix: ['SERVICE_AUTH_PREFIX', 'none', prefix],
  /** Path of the read that proves the key: a case that cannot exist. */
  connectionTestPath: [
    'SERVICE_CONNECTION_TEST_PATH',
    '/api/applications/connection-test',
    path([], { query: true }),
  ],
  /** `allow` lets the app on Zapier reach private addresses (10.x and the like, by VPC peering). */
  privateNetwork: ['SERVICE_PRIVATE_NETWORK', 'refuse', oneOf('refuse', 'allow')],
  /** `allow`: the Base URL may start with `http://`, for a service inside the own network. */
  plainHttp: ['SERVICE_PLAIN_HTTP', 'refuse', oneOf('refuse', 'allow')],
  /** Form of country codes on the wire. */
  countryCodes: ['SERVICE_COUNTRY_CODES', 'alpha-3', oneOf('alpha-3', 'alpha-2')],
  /**
   * Names on the wire: the path of a field in the catalogue -> its name at this service. A name with
   * `[]` behind it takes a list, one without a single value (api/wire.ts).
   */
  fieldNames: ['SERVICE_FIELD_NAMES', 'none', names],
  /** Keys of operations that are left out of a push. */
  hide: ['SERVICE_HIDE', 'none', list],
  /** Where the custom fields of the account are read; `none`: nowhere. */
  customFieldsPath: [
    'SERVICE_CUSTOM_FIELDS_PATH',
    '/api/custom_fields',
    orNone(path([], { query: true }), ''),
  ],
  /** Where the documents that the account expects are read; `none`: nowhere. */
  expectedDocumentsPath: [
    'SERVICE_EXPECTED_DOCUMENTS_PATH',
    '/api/expected_documents_configuration',
    orNone(path([], { query: true }), ''),
  ],
  /** Related parties go with the case that is made (`inline`), or each by a call of its own. */
  relatedParties: ['SERVICE_RELATED_PARTIES', 'inline', oneOf('inline', 'single')],
  /**
   * Where webhooks are registered (POST) and removed (DELETE {path}/{id}). `none` at push: the
   * service registers none, and each trigger shows an address to enter there by hand.
   */
  webhooksPath: ['SERVICE_WEBHOOKS_PATH', '/api/webhooks', orNone(path(), '')],
  /** Keys of an event without an id that differ between two attempts to deliver it. */
  eventAttemptKeys: [
    'SERVICE_EVENT_ATTEMPT_KEYS',
    'attempt,attempts,delivery,delivery_id,delivered_at,sent_at,timestamp,retry,retries,retry_count',
    list,
  ],
  /** `off`: events are taken without looking at their signature. */
  webhookSignatures: ['SERVICE_WEBHOOK_SIGNATURES', 'on', onOff],
  /** Signing secrets of webhooks that were registered by hand; several with commas or spaces. */
  webhookSecret: ['SERVICE_WEBHOOK_SECRET', 'none', secrets],
  /** How events are signed: `standard` (Standard Webhooks) or `hmac-<hash>-<hex or base64>` of the body. */
  signatureScheme: ['SERVICE_SIGNATURE_SCHEME', 'standard', scheme],
  /** Header that carries the signature of an `hmac-…` scheme; a prefix such as `sha256=` is left out. */
  signatureHeader: ['SERVICE_SIGNATURE_HEADER', 'X-Signature', header],
  /** Address of the portals; `none`: that of the service. The connection may name another. */
  portalAddress: ['SERVICE_PORTAL_ADDRESS', 'none', orNone(address, '')],
  /** Full URL of a portal whose `link` is only a token. */
  portalUrl: [
    'SERVICE_PORTAL_URL',
    '{portal_address}/portals/{link}',
    template('link', ['portal_address', 'base_url']),
  ],
  /**
   * Where a portal of an existing case is made (POST). Where it is not there, and with `none` at
   * once, POST /api/portals with `application_id`.
   */
  casePortalPath: [
    'SERVICE_CASE_PORTAL_PATH',
    '/api/applications/{application_id}/portals',
    orNone(casePath, ''),
  ],
  /** How the portal a case has already is opened again, such as `PUT /api/…`; `none`: not known. */
  portalReopenPath: [
    'SERVICE_PORTAL_REOPEN_PATH',
    'none',
    orNone<Call | null>(call(['application_id']), null),
  ],
  /** What names a document's file: `file_id` (`flat`), `document_files` (`files`), or both. */
  documentForm: ['SERVICE_DOCUMENT_FORM', 'both', oneOf('both', 'flat', 'files')],
  /** Path of decisions; tried first, the fallback only where that path is none of the API. */
  decisionsPath: ['SERVICE_DECISIONS_PATH', '/applications/{application_id}/decisions', casePath],
  decisionsFallbackPath: [
    'SERVICE_DECISIONS_FALLBACK_PATH',
    '/api/applications/{application_id}/decisions',
    casePath,
  ],
  /** Keys of the decision body. */
  decisionStatusKey: ['SERVICE_DECISION_STATUS_KEY', 'status', name],
  decisionTextKey: ['SERVICE_DECISION_TEXT_KEY', 'text', name],
  /** Suggestions in dropdowns, comma separated; other values pass. */
  reviewStatuses: ['SERVICE_REVIEW_STATUSES', 'pending,in_review,approved,rejected', list],
  executionStatuses: ['SERVICE_EXECUTION_STATUSES', 'waiting_for_user_input,done,failed', list],
  decisionStatuses: ['SERVICE_DECISION_STATUSES', 'approved,rejected', list],
  roles: ['SERVICE_ROLES', 'ACCOUNT_OWNER,DIRECTOR,UBO,SHAREHOLDER', list],
  documentTypes: [
    'SERVICE_DOCUMENT_TYPES',
    'ID,PROOF_OF_ADDRESS,REGISTRATION_CERTIFICATE,ARTICLES_OF_ASSOCIATION,BANK_STATEMENT,OTHER',
    list,
  ],
  /** Name of the multipart field that holds the file. */
  fileField: ['SERVICE_FILE_FIELD', 'file', name],
  /** Header that makes repeating a POST safe; `none`: it is not sent, and no POST is repeated. */
  idempotencyHeader: ['SERVICE_IDEMPOTENCY_HEADER', 'Idempotency-Key', orNone(header, '')],
  /** `off`: nothing is remembered in Zapier's cache; repeats then rest on the service alone. */
  memory: ['SERVICE_MEMORY', 'on', onOff],
  /** Seconds to wait after a 429 that does not say how long. */
  retryAfterSeconds: ['SERVICE_RETRY_AFTER_SECONDS', '60', seconds(86_400)],
  /** Seconds after which one request is given up. */
  timeoutSeconds: ['SERVICE_TIMEOUT_SECONDS', '20', seconds(3600)],
  /**
   * Seconds all requests of a step have together; Zapier ends a step after 30 without a word. At
   * most 55, as the claim of a running step ends after 60 (api/memory.ts).
   */
  stepSeconds: ['SERVICE_STEP_SECONDS', '25', seconds(55)],
  /** `on`: Zapier's log of requests shows bodies, client data included; for trying with made-up data. */
  logBodies: ['SERVICE_LOG_BODIES', 'off', onOff],
  /** Milliseconds before a request that failed on the way is sent once more; doubled and varied. */
  retryDelay: ['SERVICE_RETRY_DELAY_MS', '300', milliseconds(10_000)],
} as const satisfies Record<string, Row<unknown>>;

/** Names of the events, should an account use others: `SERVICE_EVENT_SUBMITTED` and the like. */
const eventNames = Object.fromEntries(
  Object.entries(events).map(([trigger, event]) => [
    trigger,
    [
      `SERVICE_EVENT_${event.replace('application.', '').replace('.', '_').toUpperCase()}`,
      event,
      name,
    ],
  ]),
) as unknown as Record<TriggerKey, Row<string>>;

export const settings = { ...own, ...eventNames };
export type Setting = keyof typeof settings;
type Value<Name extends Setting> = (typeof settings)[Name][2] extends Kind<infer T> ? T : never;
/** Settings that are a list. */
export type ListSetting = {
  [Name in Setting]: Value<Name> extends string[] ? Name : never;
}[Setting];

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
export function setting(given: TriggerKey): string;
export function setting<Name extends Setting>(given: Name): Value<Name>;
export function setting(given: Setting): unknown {
  const text = textOf(given);
  const known = latest.get(given);
  if (known?.text === text) return known.value;
  const [, , { read }] = settings[given] as Row<unknown>;
  const value = read(text.trim());
  if (value === undefined) throw wrong(problemOf(given));
  latest.set(given, { text, value });
  return value;
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
