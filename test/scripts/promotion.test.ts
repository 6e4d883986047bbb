/**
 * Zapier compares a version with the last one when it is promoted, and refuses these changes within a
 * major version: https://docs.zapier.com/integrations/news/2026/version-promotion-guardrails
 */
import app from '../../index.ts';
import { brokenSince, releaseOf, type Release } from '../../scripts/publish/promotion.ts';
import release from '../../scripts/publish/release.json' with { type: 'json' };

const now = releaseOf(app);
/** This version with a change. */
const changed = (change: (copy: Release) => unknown): Release => {
  const copy = structuredClone(now);
  change(copy);
  return copy;
};
const [major] = now.version.split('.');
const next = (version: string, change: (copy: Release) => unknown) =>
  changed((copy) => {
    copy.version = version;
    change(copy);
  });

it('breaks nothing of the last release (scripts/publish/release.json)', () =>
  expect(brokenSince(release, now)).toEqual([]));

/** The changes in the words of Zapier's page, and how each is said here. */
const refused: [what: string, change: (copy: Release) => unknown, said: RegExp][] = [
  [
    'removed triggers, actions, or searches',
    (copy) => delete copy.operations.collect_opened,
    /^collect_opened: it is removed/,
  ],
  [
    'authentication type change',
    (copy) => (copy.authentication.type = 'oauth2'),
    /^authentication: its type is oauth2, it was custom/,
  ],
  [
    'trigger type change',
    (copy) => (copy.operations.case_submitted!.kind = 'triggers, polling'),
    /^case_submitted: it is one of triggers, polling, it was one of triggers, hook/,
  ],
  [
    'removed searchOrCreate keys',
    (copy) => copy.searchOrCreates.pop(),
    /^searchOrCreates: find_case is removed/,
  ],
  [
    'removed input field keys',
    (copy) => delete copy.operations.create_case!.input.country,
    /^create_case: country is removed/,
  ],
  [
    'removed input field keys, in line items',
    (copy) =>
      delete copy.operations.start_onboarding!.input['related_persons.related_person_email'],
    /^start_onboarding: related_persons\.related_person_email is removed/,
  ],
  [
    'optional input field made required without a default',
    (copy) => (copy.operations.create_case!.input.country = 'string required'),
    /^create_case: country is required now/,
  ],
  [
    'removing an auth field',
    (copy) => delete copy.authentication.fields.webhook_secret,
    /^authentication: webhook_secret is removed/,
  ],
  [
    'adding a new required auth field',
    (copy) => (copy.authentication.fields.region = 'string required'),
    /^authentication: region is required now/,
  ],
  [
    "changing an auth field's type",
    (copy) => (copy.authentication.fields.api_key = 'string required'),
    /^authentication: api_key is string, it was password/,
  ],
  [
    'input field type changes (string to list)',
    (copy) => (copy.operations.create_case!.input.country = 'string list'),
    /^create_case: country is string list, it was string/,
  ],
  [
    'JSON field schema changes',
    (copy) => (copy.operations.call_api!.input.body = 'json {"type":"object"}'),
    /^call_api: body is json \{"type":"object"\}, it was code/,
  ],
];

it.each(refused)('within a major version it refuses: %s', (_, change, said) => {
  expect(brokenSince(now, next(`${major}.99.0`, change))).toEqual([expect.stringMatching(said)]);
  expect(brokenSince(now, next(`${Number(major) + 1}.0.0`, change))).toEqual([]);
});

it('refuses an output that Zaps map and that is gone', () =>
  expect(
    brokenSince(
      now,
      changed(({ operations }) => operations.find_case!.output.shift()),
    ),
  ).toEqual(['find_case: output: id is removed']));

it('takes what is added, and what is no longer required', () =>
  expect(
    brokenSince(
      now,
      changed(({ authentication, operations }) => {
        operations.new_one = { kind: 'creates', input: { a: 'string required' }, output: [] };
        operations.create_case!.input.more = 'string';
        operations.create_case!.output.push('more');
        authentication.fields.base_url = 'string';
      }),
    ),
  ).toEqual([]));

it('reads type, list, schema and default of a field', () => {
  const inputFields = [
    { key: 'plain' },
    { key: 'many', type: 'integer', list: true },
    { key: 'must', required: true },
    { key: 'preset', required: true, default: 'a' },
    { key: 'json', type: 'json', schema: { type: 'object' } },
    { key: 'lines', children: [{ key: 'name', required: true }] },
    () => [{ key: 'asked' }],
  ];
  const one = { key: 'one', operation: { inputFields, sample: { id: 1 } } };
  const small = {
    version: '1.0.0',
    authentication: { type: 'custom', fields: [] },
    resources: {},
    triggers: { one },
    creates: {},
    searches: {},
  };
  expect(releaseOf(small).operations).toEqual({
    one: {
      kind: 'triggers, polling',
      input: {
        plain: 'string',
        many: 'integer list',
        must: 'string required',
        preset: 'string',
        json: 'json {"type":"object"}',
        lines: 'string',
        'lines.name': 'string required',
        asked: 'string',
      },
      output: ['id'],
    },
  });
});
