/**
 * The one home of everything the specification leaves open ("not shown").
 *
 * Each entry is a default and the environment variable that replaces it
 * (`zapier-platform env:set <version> NAME=value`). docs/gaps.md has a row for each.
 * Values are read on every use: Zapier sets the environment per invocation.
 */
const settings = {
  /** Header that carries the API key. */
  authHeader: ['SERVICE_AUTH_HEADER', 'Authorization'],
  /** Text in front of the key in that header; may be empty. */
  authPrefix: ['SERVICE_AUTH_PREFIX', 'Bearer '],
  /** Path of the read that proves the key: a case that cannot exist. */
  connectionTestPath: ['SERVICE_CONNECTION_TEST_PATH', '/api/applications/connection-test'],
  /** Where webhooks are registered (POST) and removed (DELETE {path}/{id}). */
  webhooksPath: ['SERVICE_WEBHOOKS_PATH', '/api/webhooks'],
  /** Names of the three events, should an account use others. */
  submittedEvent: ['SERVICE_EVENT_SUBMITTED', 'application.submitted'],
  reviewUpdatedEvent: ['SERVICE_EVENT_REVIEW_UPDATED', 'application.review_updated'],
  collectOpenedEvent: ['SERVICE_EVENT_COLLECT_OPENED', 'collect.opened'],
  /** Signing secret (Standard Webhooks) for webhooks that were registered by hand. */
  webhookSecret: ['SERVICE_WEBHOOK_SECRET', ''],
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
  /** Header that makes repeating a POST safe. */
  idempotencyHeader: ['SERVICE_IDEMPOTENCY_HEADER', 'Idempotency-Key'],
  /** Seconds to wait after a 429 that does not say how long. */
  retryAfterSeconds: ['SERVICE_RETRY_AFTER_SECONDS', '60'],
  /** Seconds after which a request is given up; Zapier ends a step after 30. */
  timeoutSeconds: ['SERVICE_TIMEOUT_SECONDS', '20'],
  /** Milliseconds before a request that failed on the way is sent once more; doubled and varied. */
  retryDelay: ['SERVICE_RETRY_DELAY_MS', '300'],
} as const satisfies Record<string, readonly [env: string, fallback: string]>;

export type Setting = keyof typeof settings;

/** Every setting with its environment variable and default, for docs and tests. */
export const profileSettings: Record<Setting, readonly [env: string, fallback: string]> = settings;

/** The value of a setting: the environment variable, or the default. */
export function profile(setting: Setting): string {
  const [env, fallback] = settings[setting];
  return process.env[env] ?? fallback;
}

/** A comma separated setting as a list. */
export function profileList(setting: Setting): string[] {
  return profile(setting)
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
