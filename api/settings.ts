/**
 * The one home of everything the specification leaves open ("not shown").
 *
 * Each entry is a default and the environment variable that replaces it
 * (`zapier-platform env:set <version> NAME=value`). docs/gaps.md has a row for each, and
 * test/settings.test.ts a case that shows its effect.
 * Values are read on every use: Zapier sets the environment per invocation.
 */
import { events, type TriggerKey } from './contract.ts';

const own = {
  /** Header that carries the API key. */
  authHeader: ['SERVICE_AUTH_HEADER', 'Authorization'],
  /** Text in front of the key in that header; may be empty. */
  authPrefix: ['SERVICE_AUTH_PREFIX', 'Bearer '],
  /** Path of the read that proves the key: a case that cannot exist. */
  connectionTestPath: ['SERVICE_CONNECTION_TEST_PATH', '/api/applications/connection-test'],
  /** `allow` lets the app on Zapier reach private addresses (10.x and the like, by VPC peering). */
  privateNetwork: ['SERVICE_PRIVATE_NETWORK', 'refuse'],
  /**
   * Where webhooks are registered (POST) and removed (DELETE {path}/{id}). `none` at push: the
   * service registers none, and each trigger shows an address to enter there by hand.
   */
  webhooksPath: ['SERVICE_WEBHOOKS_PATH', '/api/webhooks'],
  /** Keys of an event without an id that differ between two attempts to deliver it. */
  eventAttemptKeys: [
    'SERVICE_EVENT_ATTEMPT_KEYS',
    'attempt,attempts,delivery,delivery_id,delivered_at,sent_at,timestamp,retry,retries,retry_count',
  ],
  /** `off`: events are taken without looking at their signature. */
  webhookSignatures: ['SERVICE_WEBHOOK_SIGNATURES', 'on'],
  /** Signing secrets of webhooks that were registered by hand; several with commas or spaces. */
  webhookSecret: ['SERVICE_WEBHOOK_SECRET', ''],
  /** How events are signed: `standard` (Standard Webhooks) or `hmac-<hash>-<hex or base64>` of the body. */
  signatureScheme: ['SERVICE_SIGNATURE_SCHEME', 'standard'],
  /** Header that carries the signature of an `hmac-…` scheme; a prefix such as `sha256=` is left out. */
  signatureHeader: ['SERVICE_SIGNATURE_HEADER', 'X-Signature'],
  /** Full URL of a portal whose `link` is only a token. */
  portalUrl: ['SERVICE_PORTAL_URL', '{base_url}/portals/{link}'],
  /** Path of decisions; tried first, the fallback only after 404 or 405. */
  decisionsPath: ['SERVICE_DECISIONS_PATH', '/applications/{application_id}/decisions'],
  decisionsFallbackPath: [
    'SERVICE_DECISIONS_FALLBACK_PATH',
    '/api/applications/{application_id}/decisions',
  ],
  /** Keys of the decision body. */
  decisionStatusKey: ['SERVICE_DECISION_STATUS_KEY', 'status'],
  decisionTextKey: ['SERVICE_DECISION_TEXT_KEY', 'text'],
  /** Suggestions in dropdowns, comma separated; other values pass. */
  reviewStatuses: ['SERVICE_REVIEW_STATUSES', 'pending,in_review,approved,rejected'],
  decisionStatuses: ['SERVICE_DECISION_STATUSES', 'approved,rejected'],
  roles: ['SERVICE_ROLES', 'ACCOUNT_OWNER,DIRECTOR,UBO,SHAREHOLDER,LEGAL_REPRESENTATIVE'],
  documentTypes: [
    'SERVICE_DOCUMENT_TYPES',
    'ID,PROOF_OF_ADDRESS,REGISTRATION_CERTIFICATE,ARTICLES_OF_ASSOCIATION,BANK_STATEMENT,OTHER',
  ],
  /** Name of the multipart field that holds the file. */
  fileField: ['SERVICE_FILE_FIELD', 'file'],
  /** Header that makes repeating a POST safe; `none`: it is not sent, and no POST is repeated. */
  idempotencyHeader: ['SERVICE_IDEMPOTENCY_HEADER', 'Idempotency-Key'],
  /** `off`: nothing is remembered in Zapier's cache; repeats then rest on the service alone. */
  memory: ['SERVICE_MEMORY', 'on'],
  /** Seconds to wait after a 429 that does not say how long. */
  retryAfterSeconds: ['SERVICE_RETRY_AFTER_SECONDS', '60'],
  /** Seconds after which one request is given up. */
  timeoutSeconds: ['SERVICE_TIMEOUT_SECONDS', '20'],
  /** Seconds all requests of a step have together; Zapier ends a step after 30 without a word. */
  stepSeconds: ['SERVICE_STEP_SECONDS', '25'],
  /** `on`: Zapier's log of requests shows bodies, client data included; for trying with made-up data. */
  logBodies: ['SERVICE_LOG_BODIES', 'off'],
  /** Milliseconds before a request that failed on the way is sent once more; doubled and varied. */
  retryDelay: ['SERVICE_RETRY_DELAY_MS', '300'],
} as const satisfies Record<string, readonly [env: string, fallback: string]>;

/** Names of the events, should an account use others: `SERVICE_EVENT_SUBMITTED` and the like. */
const eventNames = Object.fromEntries(
  Object.entries(events).map(([trigger, name]) => [
    trigger,
    [`SERVICE_EVENT_${name.replace('application.', '').replace('.', '_').toUpperCase()}`, name],
  ]),
) as unknown as Record<TriggerKey, readonly [env: string, fallback: string]>;

export const settings = { ...own, ...eventNames };
export type Setting = keyof typeof settings;

/** The value of a setting: the environment variable, or the default. */
export function setting(name: Setting): string {
  const [env, fallback] = settings[name];
  return process.env[env] ?? fallback;
}

/** The parts of a text with commas or white space between them. */
export const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** A comma separated setting as a list. */
export function settingList(name: Setting): string[] {
  return setting(name)
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
