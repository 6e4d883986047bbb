/**
 * The dialect: each point that the specification leaves open ("not shown") and that depends on the
 * service. Each key has a meaning, a default and evidence; docs/dialect.md is generated from them. The
 * defaults are the specification plus public facts about the one known service. [P]: its
 * documentation says it. [C]: a public client sends it. [I]: inferred.
 */
import * as z from 'zod/mini';

import { rowAt } from './catalogue.ts';
import { normalOf } from './kinds.ts';
import { statesWith } from './states.ts';

/** The texts of a key in docs/dialect.md. */
interface Meaning {
  /** The open point of the specification. */
  open: string;
  meaning: string;
  /** Absent if there is no evidence. */
  evidence?: string;
}

/** A key with its default. Its kind is made when a dialect is read, which the built app seldom does. */
const key = <T extends z.ZodMiniType>(kind: () => T, value: z.input<T>, meaning: Meaning) => ({
  kind,
  value,
  ...meaning,
});

const matching = (pattern: RegExp, takes: string) => () =>
  z.string(takes).check(z.regex(pattern, takes));
const passing = (fits: (text: string) => boolean, takes: string) => () =>
  z.string(takes).check(z.refine(fits, takes));
const oneOf =
  <const Value extends string>(...values: Value[]) =>
  () =>
    z.enum(values, `takes ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`);
const orNull =
  <T extends z.ZodMiniType>(kind: () => T) =>
  () =>
    z.nullable(kind());

/** The name of a header (RFC 9110, "token"). */
const header = matching(/^[\w!#$%&'*+.^`|~-]+$/, 'takes the name of a header, such as X-Api-Key');
const word = matching(
  /^[^\s"'`,;:/\\{}[\]()<>]+$/,
  'takes a name without spaces, quotes or commas',
);
const prefix = matching(/^[ -~]*$/, 'takes the text in front of the key, such as Bearer');
const signature = matching(
  /^(standard|hmac-(md5|sha1|sha224|sha256|sha384|sha512)-(hex|base64))$/,
  'takes standard, or hmac-<hash>-<hex or base64> such as hmac-sha256-hex',
);
const listTakes = 'takes a list of texts, such as ["approved","rejected"]';
const filled = matching(/^\S(.*\S)?$/, listTakes);
const list = () => z.array(filled(), listTakes);

/** True if the only placeholder of a text is this one. The empty text stands for none. */
const hasOnly = (placeholder: string, text: string) =>
  [...text.matchAll(/\{([^}]*)\}/g)].map(([, found]) => found).join() === placeholder;

/** True for a path of the service with this placeholder, which may contain a query. */
const isPath = (text: string, placeholder = '') =>
  /^\/(?![/\\])[^\s#\\]*$/.test(text) && !/\/\.\.?(\/|$)/.test(text) && hasOnly(placeholder, text);
const isBarePath = (text: string, placeholder = '') =>
  isPath(text, placeholder) && !text.includes('?');
const isCasePath = (text: string) => isBarePath(text, 'application_id');

const pathTakes = 'takes a path such as /api/custom_fields';
/** The path of a read request, which may contain a query. */
const readPath = passing((text) => isPath(text), pathTakes);
const hookPath = passing((text) => isBarePath(text), pathTakes);
const casePath = passing(isCasePath, 'takes a path with {application_id} in it');
const caseCall = passing(
  (text) => isCasePath(/^(?:POST|PUT|PATCH) (\S+)$/.exec(text)?.[1] ?? ''),
  'takes POST, PUT or PATCH, a space and a path with {application_id} in it',
);

const webAddress = passing((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return `${url?.origin}${url?.pathname}`.replace(/\/$/, '') === text;
}, 'takes a web address without a slash at its end, such as https://app.example.com');

/** A web address with this placeholder, which may start with one of the others. */
const addressWith = (placeholder: string, ...starts: string[]) =>
  passing(
    (text) => {
      const start = starts.find((one) => text.startsWith(one)) ?? '';
      const address = (start && 'https://app.example.com') + text.slice(start.length);
      return /^https?:\/\/[^/\s@]\S*$/.test(address) && hasOnly(placeholder, address);
    },
    `takes a web address with {${placeholder}} in it, which may start with ${starts.join(' or ')}`,
  );

const portalLink = addressWith('link', '{portal_address}', '{base_url}');

const namesTakes = 'takes fields and their names, such as {"person.given_names":"first_name"}';
/** Path of a field in the catalogue -> its name at the service. `[]` at the end marks a list. */
const checkNames = (context: z.core.ParsePayload<Record<string, string>>) => {
  const problem = (field: string, message: string) =>
    context.issues.push({ code: 'custom', path: [field], message, input: context.value });
  const fields = new Map<string, string>();
  for (const [field, name] of Object.entries(context.value)) {
    const place = `${field.slice(0, field.lastIndexOf('.'))}.${name.replace('[]', '')}`;
    const other = fields.get(place);
    fields.set(place, field);
    if (!rowAt(field)) problem(field, 'is not a field. A field is named like person.given_names');
    else if (name.includes('.'))
      problem(field, 'takes a name without dots. A field stays in its object');
    else if (!/^[^[\]\s]+(\[\])?$/.test(name)) problem(field, 'takes a name, with [] for a list');
    else if (other) problem(field, `has the same name as ${other}`);
    else if (rowAt(place) && place !== field && !Object.hasOwn(context.value, place)) {
      problem(field, `has the name of the field ${place}`);
    }
  }
};
const fieldNames = () => z.record(z.string(), z.string(namesTakes), namesTakes).check(checkNames);

const documentTypes = [
  'ID',
  'PROOF_OF_ADDRESS',
  'REGISTRATION_CERTIFICATE',
  'ARTICLES_OF_ASSOCIATION',
  'BANK_STATEMENT',
  'OTHER',
];

const rows = {
  auth_header: key(header, 'Authorization', {
    open: 'The header or other means by which the API key is sent',
    meaning: 'Header that carries the API key.',
    evidence: '[C], [P]',
  }),
  auth_prefix: key(prefix, '', {
    open: 'The header or other means by which the API key is sent',
    meaning: 'Text in front of the key. The connector adds a space after a scheme such as Bearer.',
    evidence: '[C]',
  }),
  base_url: key(orNull(webAddress), null, {
    open: 'The base address ({base_url})',
    meaning: 'Base URL that the form of a new connection starts with.',
    evidence: 'https://app.ondorse.co [I]',
  }),
  portal_addresses: key(
    () => z.record(webAddress(), webAddress()),
    { 'https://app.ondorse.co': 'https://collect.ondorse.co' },
    {
      open: "Form of a portal's link",
      meaning: 'Base URL -> address of its portals. Portal Address of the connection overrides it.',
      evidence: '[P]; or a domain of the customer',
    },
  ),
  portal_link: key(portalLink, '{portal_address}/portals/{link}', {
    open: "Form of a portal's link",
    meaning: 'Address of a portal whose link is only a token.',
    evidence: '[P]',
  }),
  countries: key(oneOf('alpha-3', 'alpha-2'), 'alpha-3', {
    open: 'Allowed values of country',
    meaning: 'Form of country codes in requests (ISO 3166-1). Answers may have both.',
    evidence: '[C], [P]; no source shows alpha-2',
  }),
  names: key(
    fieldNames,
    {},
    {
      open: 'Fields of Business, of Person and of Application',
      meaning:
        'Path of a field in service/catalogue.ts -> its name at the service. A name with [] is sent as a list.',
      evidence: "[C]; names in addresses are those of Ondorse's export [P] and registry [C]",
    },
  ),
  custom_fields: key(orNull(readPath), '/api/custom_fields', {
    open: 'Custom fields of the account (no endpoint)',
    meaning:
      'Path that lists the custom fields of the account with their types. A step that names one reads it. With null, each value keeps its own type.',
    evidence: '[C]',
  }),
  expected_documents: key(orNull(readPath), '/api/expected_documents_configuration', {
    open: 'Documents the account expects (no endpoint)',
    meaning: 'Path that lists the documents that the account asks for.',
    evidence: '[C]',
  }),
  webhooks: key(orNull(hookPath), '/api/webhooks', {
    open: 'Delivery, registration, signing and retry behaviour of webhooks: registration',
    meaning:
      'Path that registers webhooks (POST) and removes them (DELETE {path}/{id}). With null, you enter an address by hand.',
    evidence: 'entered by hand [P]',
  }),
  signature: key(signature, 'standard', {
    open: 'Delivery, registration, signing and retry behaviour of webhooks: signing',
    meaning: 'How events are signed: Standard Webhooks, or an HMAC of the body.',
    evidence: 'not mentioned [P]',
  }),
  signature_header: key(header, 'X-Signature', {
    open: 'Delivery, registration, signing and retry behaviour of webhooks: signing',
    meaning: 'Header that carries an hmac-… signature. A prefix such as sha256= is ignored.',
    evidence: 'not mentioned [P]',
  }),
  related_parties: key(oneOf('single', 'inline'), 'single', {
    open: 'Related parties in the call that makes the case',
    meaning: 'Whether Start Onboarding sends related parties with the case or in separate calls.',
    evidence: 'persons and businesses may go with the case [P]',
  }),
  case_portal: key(orNull(casePath), '/api/applications/{application_id}/portals', {
    open: 'Portal of an existing case',
    meaning:
      'Path that makes a portal of an existing case (POST). With null, or after 404, 405 or a web page, a step uses POST /api/portals with application_id.',
    evidence: '[P]',
  }),
  portal_reopen: key(orNull(caseCall), null, {
    open: 'Portal of an existing case: a portal that exists',
    meaning:
      'Call that opens the portal of a case again. With null, its link is read from the case.',
    evidence: '"Edit Portal By Application Id" reopens; its path is not known [P]',
  }),
  case_page: key(orNull(addressWith('application_id', '{base_url}')), null, {
    open: 'Page of a case for reviewers',
    meaning:
      'Address of the page on which reviewers see a case. With null, *Case URL* is empty. The sandbox has `{base_url}/back-office/cases/{application_id}`.',
    evidence: 'not known',
  }),
  deal_field: key(word, 'deal_id', {
    open: 'Custom fields of the account (no endpoint)',
    meaning:
      'Custom field of cases for the ID of the deal. Create Portal Link fills it in, and events bring it back.',
    evidence: 'each account names its own custom fields [P]',
  }),
  documents: key(oneOf('both', 'flat', 'files'), 'both', {
    open: 'Fields of Document',
    meaning:
      'Fields of a document in requests: file_id and type (flat), document_files and name (files), or both. With both, a step tries the other form after a 422.',
    evidence: 'document_files, name and expected_document_id [C]',
  }),
  decisions: key(casePath, '/applications/{application_id}/decisions', {
    open: 'Path of decisions (no /api in front)',
    meaning:
      'Path that records a decision (POST). A path outside /api is tried again below /api after 404, 405, 301, 307, 308 or a web page.',
    evidence: 'outside /api is the web application, which may answer 200 with a page [I]',
  }),
  decision_status_key: key(word, 'status', {
    open: 'Body of a decision',
    meaning: 'Key of the decision in the body.',
  }),
  decision_text_key: key(word, 'text', {
    open: 'Body of a decision',
    meaning: 'Key of the reason in the body.',
  }),
  idempotency_header: key(orNull(header), 'Idempotency-Key', {
    open: 'Safe repetition of a POST',
    meaning: 'Header with the key of a POST. A repeat has the same key. With null, no key is sent.',
  }),
  idempotency_keys: key(oneOf('ignored', 'honoured'), 'ignored', {
    open: 'Safe repetition of a POST',
    meaning:
      'Whether a second POST with the same key gets the first answer (honoured). A POST whose answer was lost is then sent again.',
  }),
  review_statuses: key(list, statesWith('isSuggested'), {
    open: 'Values of status_review',
    meaning: 'Suggestions.',
    evidence: '[P]',
  }),
  execution_statuses: key(list, ['waiting_for_user_input', 'done', 'failed'], {
    open: 'Values of status_execution',
    meaning: 'Suggestions.',
    evidence: '[P]',
  }),
  decision_statuses: key(list, statesWith('isDecided'), {
    open: 'Body of a decision',
    meaning: 'Suggestions. A case with one of them is decided.',
    evidence: '[P]',
  }),
  roles: key(list, ['ACCOUNT_OWNER', 'DIRECTOR', 'UBO', 'SHAREHOLDER'], {
    open: 'Allowed values of Document type and of roles',
    meaning: 'Suggestions.',
    evidence: '[P]',
  }),
  document_types: key(list, documentTypes, {
    open: 'Allowed values of Document type and of roles',
    meaning: 'Suggestions.',
    evidence: 'the specification shows only ID',
  }),
};
export type DialectKey = keyof typeof rows;
type KindOf<Key extends DialectKey> = ReturnType<(typeof rows)[Key]['kind']>;
export type Dialect = { [Key in DialectKey]: z.output<KindOf<Key>> };

const makeSchema = () => {
  const shape = Object.entries(rows).map(([name, { kind, value }]) => [
    name,
    z.prefault<z.ZodMiniType>(kind(), value),
  ]);
  return z.strictObject(
    Object.fromEntries(shape) as Record<DialectKey, z.ZodMiniType>,
    'takes a JSON object',
  );
};
let made: ReturnType<typeof makeSchema> | undefined;
const schema = () => (made ??= makeSchema());

/** True for a status of a case that is a decision. */
export const isDecision = ({ decision_statuses }: Dialect, status: unknown): boolean =>
  decision_statuses.some((one) => normalOf('text', one) === normalOf('text', status));

/** The values that differ from a preset. */
export type Difference = { [Key in DialectKey]?: z.input<KindOf<Key>> } & { extends?: string };

/** Named dialects: their differences from the defaults. */
export const presets = {
  standard: {},
  ondorse: {
    base_url: 'https://app.ondorse.co',
    webhooks: null,
    related_parties: 'inline',
  },
} as const satisfies Record<string, Difference>;

/** These keys decide which forms Zapier shows, so a change needs a push. */
const shaping = [
  'base_url',
  'review_statuses',
  'execution_statuses',
  'decision_statuses',
  'roles',
  'document_types',
] as const satisfies DialectKey[];

/** The keys that change the forms and differ between two dialects. */
export const shapingDifferences = (one: Dialect, other: Dialect): DialectKey[] => [
  ...((one.webhooks === null) === (other.webhooks === null) ? [] : (['webhooks'] as const)),
  ...shaping.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])),
];

const presetNames = Object.keys(presets).join(' or ');

/** The differences in a text: a preset's name, or JSON. @throws an error that says what it takes. */
function differenceIn(text: string): Record<string, unknown> {
  if (Object.hasOwn(presets, text)) return { extends: text };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // The error below explains it.
  }
  throw new Error(
    `The dialect takes ${presetNames}, or a JSON object such as {"extends":"ondorse","countries":"alpha-2"}.`,
  );
}

/**
 * Reads a dialect: the name of a preset, or JSON with differences from the preset in `extends`. An
 * empty text gives the defaults.
 * @throws an error with the path of each wrong key and its valid values.
 */
export function readDialect(text = ''): Dialect {
  const { extends: preset = 'standard', ...keys } = text.trim() ? differenceIn(text.trim()) : {};
  if (typeof preset !== 'string' || !Object.hasOwn(presets, preset)) {
    throw new Error(`The dialect cannot be read: "extends" takes ${presetNames}.`);
  }
  const result = z.safeParse(schema(), { ...presets[preset as keyof typeof presets], ...keys });
  if (result.success) return result.data as Dialect;
  const problems = result.error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return `${issue.keys.join(', ')} is not a key of the dialect`;
    }
    const takesNull = z.safeParse(rows[issue.path[0] as DialectKey].kind(), null).success;
    return `${issue.path.join('.')} ${issue.message}${takesNull ? ', or null' : ''}`;
  });
  throw new Error(`The dialect cannot be read: ${problems.join('; ')}.`);
}

/** The JSON Schema of a dialect: its keys, their values and defaults. */
export const dialectSchema = () =>
  z.toJSONSchema(schema(), { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;

/** The rows of docs/dialect.md: each key with its default. */
export const dialectTable = (): ({ key: DialectKey; value: unknown } & Meaning)[] =>
  (Object.keys(rows) as DialectKey[]).map((name) => ({ key: name, ...rows[name] }));
