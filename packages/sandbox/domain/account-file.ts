/**
 * The set-up of the account as one JSON file for a team's repository: custom fields, expected
 * documents, portal, webhooks, and strictness of the API. It contains no API key and no
 * secret of a webhook.
 */
import * as z from 'zod/mini';

import {
  defaultSettings,
  fieldOwners,
  fieldTypes,
  rules,
  type AccountSettings,
  type CustomField,
  type ExpectedDocument,
} from './account.ts';
import { attachments } from './open.ts';
import { oneOf, Problem, strict, valid, type Place } from './problem.ts';
import type { Parts } from './services.ts';
import { NewWebhook } from './subscriptions.ts';

const flag = z.boolean('must be true or false');
const [on, off] = [z._default(flag, true), z._default(flag, false)];
const list = <Item extends z.ZodMiniType>(item: Item) => z.array(item, 'must be a list');
// Checked without a pattern in the schema: generators of clients misread \p.
const line = z.string('must be text').check(
  z.trim(),
  z.minLength(1, 'must not be empty'),
  z.maxLength(200, 'must have at most 200 characters'),
  z.refine((text) => !/\p{Cc}/u.test(text), 'must be one line'),
);
const isKey = (text: string) => /^[\p{L}\p{N}_.-]*$/u.test(text);
const key = line.check(z.refine(isKey, 'must contain only letters, digits, "_", "-" and "."'));

export const Field = strict({
  id: z.optional(line),
  name: key,
  display_name: z.optional(line),
  type: z._default(oneOf(fieldTypes), 'text'),
  accepted_values: z._default(list(line), []),
  description: z.nullish(
    z.string('must be text').check(z.maxLength(1000, 'must have at most 1000 characters')),
  ),
  is_required: off,
  display_in_portal: off,
  required_in_portal: off,
  display_order_in_portal: z.optional(z.number('must be a number')),
  attached_to: z.optional(oneOf(fieldOwners)),
});
export const Expected = strict({
  id: z.optional(line),
  name: line,
  slug: z.optional(key),
  attached_to: oneOf(attachments),
  is_mandatory: on,
  is_required_in_onboarding_portal: z.optional(flag),
  onboarding_document: on,
});
const noColour = 'must be a colour such as #1f5fbf';
const colour = z.refine<string>((text) => /^#([0-9a-f]{3}){1,2}$/i.test(text), noColour);
const link = z.refine<string>(
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  'must be an address such as https://www.example.com',
);
export const Look = strict({
  name: z.optional(line),
  color: z.optional(z.string(noColour).check(colour)),
  logo_url: z.nullish(z.string('must be text').check(link)),
  redirect_url: z.nullish(z.string('must be text').check(link)),
});
const Webhook = strict({
  ...NewWebhook.shape,
  events: NewWebhook.shape.events.check(z.minLength(1, 'must name an event')),
});

const AccountFile = strict({
  unknown_fields: z.optional(oneOf(rules.unknown_fields)),
  external_reference: z.optional(oneOf(rules.external_reference)),
  country_codes: z.optional(oneOf(rules.country_codes)),
  custom_fields: z.optional(list(Field)),
  expected_documents: z.optional(list(Expected)),
  portal: z.optional(Look),
  webhooks: z.optional(list(Webhook)),
});

/** `Proof of address` -> `PROOF_OF_ADDRESS`; a name without such letters is its own slug. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .toUpperCase() || name;

const wholeField = (input: z.infer<typeof Field>, index: number): CustomField => ({
  id: `cf_${input.name}`,
  display_name: input.name,
  display_order_in_portal: index + 1,
  ...input,
  description: input.description || null,
});

function wholeDocument(input: z.infer<typeof Expected>): ExpectedDocument {
  const { slug = slugOf(input.name), attached_to, is_mandatory } = input;
  return {
    id: `exp_${slug.toLowerCase()}_${attached_to.toLowerCase()}`,
    is_required_in_onboarding_portal: is_mandatory,
    ...input,
    slug,
  };
}

type Entry = { loc: Place; msg: string; type: string };
const entry = (loc: Place, msg: string): Entry => ({
  loc: ['body', ...loc],
  msg,
  type: 'value_error',
});

/** Entries that repeat an earlier value of a field. */
const twice = <T>(where: string, items: T[], field: keyof T & string): Entry[] =>
  items.flatMap((item, index) =>
    items.findIndex((other) => other[field] === item[field]) < index
      ? [entry([where, index, field], `is used twice: ${String(item[field])}`)]
      : [],
  );

/**
 * Checks a file and fills in the defaults.
 * @throws Problem 422 with the place of each mistake.
 */
export function checkedAccount(content: unknown) {
  const input = valid(AccountFile, content);
  const { custom_fields, expected_documents, portal, webhooks = [], ...set } = input;
  const settings: Partial<AccountSettings> = {
    ...set,
    ...(custom_fields && { custom_fields: custom_fields.map(wholeField) }),
    ...(expected_documents && { expected_documents: expected_documents.map(wholeDocument) }),
    ...(portal && {
      portal: { ...defaultSettings.portal, ...portal },
    }),
  };
  const fields = settings.custom_fields ?? [];
  const problems = [
    ...twice('custom_fields', fields, 'name'),
    ...fields.flatMap(({ type, accepted_values }, index) =>
      type.startsWith('dropdown') && !accepted_values.length
        ? [
            entry(
              ['custom_fields', index, 'accepted_values'],
              'must name the values to choose from',
            ),
          ]
        : [],
    ),
    ...twice('expected_documents', settings.expected_documents ?? [], 'id'),
  ];
  if (problems.length) throw new Problem(422, problems);
  return { settings, webhooks };
}

/**
 * Sets the account up from a file. Parts and webhooks that the file does not name stay as they are.
 * @throws Problem 422 without any change.
 */
export function takeAccount(
  { account, subscriptions, store }: Parts<'account' | 'subscriptions' | 'store'>,
  content: unknown,
): void {
  const { settings, webhooks } = checkedAccount(content);
  store.atomic(() => {
    for (const webhook of webhooks) subscriptions.add(webhook);
    account.change(settings);
  });
}

/** The set-up as a file. */
export function accountFile({
  account,
  subscriptions,
}: Parts<'account' | 'subscriptions'>): object {
  const webhooks = subscriptions.all().map(({ url, events }) => ({ url, events }));
  return { ...account.read(), ...(webhooks.length && { webhooks }) };
}

/** `custom_fields[1].type must be one of text, …`: one sentence per mistake. */
export function placesOf({ detail, message }: Problem): string {
  if (!Array.isArray(detail)) return message;
  const mistakes = (detail as Entry[]).map(({ loc, msg }) => {
    const path = loc
      .slice(1)
      .map((part, index) => (typeof part === 'number' ? `[${part}]` : index ? `.${part}` : part))
      .join('');
    return `${path || 'The account'} ${msg}`;
  });
  return mistakes.join('; ');
}

/** The JSON of a file. @throws Problem 400 with the mistake. */
export function readJson(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Problem(400, `This is not JSON: ${(error as Error).message}`);
  }
}
