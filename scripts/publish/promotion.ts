/**
 * The part of the definition that Zapier compares when a version is promoted (since May 2026): it
 * must not break within a major version. scripts/publish/release.json contains the last release.
 */
import semver from 'semver';

import {
  compiled,
  formFieldsOf,
  kinds,
  type Field,
  type Operation,
} from '../../test/support/definition.ts';

/** Key of a field -> its type, whether it is a list, and whether it is required. */
type Forms = Record<string, string>;

export interface Release {
  version: string;
  authentication: { type: string; fields: Forms };
  searchOrCreates: string[];
  operations: Record<string, { kind: string; input: Forms; output: string[] }>;
}

const required = ' required';

function formOf({ type = 'string', list, required: isRequired, default: preset, ...rest }: Field) {
  const { schema } = rest as { schema?: object };
  const inner = schema ? ` ${JSON.stringify(schema)}` : '';
  const mustBeEntered = isRequired && preset === undefined;
  return `${type}${list ? ' list' : ''}${inner}${mustBeEntered ? required : ''}`;
}

/** The keys of line items follow the key of their group. */
const formsOf = (fields: Field[], group = ''): Forms =>
  Object.fromEntries(
    fields.flatMap((field) => [
      [group + field.key, formOf(field)] as const,
      ...Object.entries(formsOf(field.children ?? [], `${group}${field.key}.`)),
    ]),
  );

/** The compared part of an app. */
export function releaseOf(definition: Record<string, any>): Release {
  const app = compiled(definition);
  const operations = kinds.flatMap((kind) =>
    Object.values<Operation>(app[kind]).map((operation) => {
      const { type = 'polling', sample = {} } = operation.operation;
      const group = kind === 'triggers' ? `triggers, ${String(type)}` : kind;
      const input = formsOf(formFieldsOf(operation));
      return [operation.key, { kind: group, input, output: Object.keys(sample) }] as const;
    }),
  );
  const { version, authentication, searchOrCreates = {} } = app;
  return {
    version,
    authentication: { type: authentication.type, fields: formsOf(authentication.fields) },
    searchOrCreates: Object.keys(searchOrCreates),
    operations: Object.fromEntries(operations),
  };
}

/** The missing keys of a release. */
const removed = (before: string[], now: string[]) =>
  before.filter((key) => !now.includes(key)).map((key) => `${key} is removed`);

function brokenForms(before: Forms, now: Forms): string[] {
  const isRequired = (form = '') => form.endsWith(required);
  const typeOf = (form: string) => form.replace(required, '');
  return [
    ...removed(Object.keys(before), Object.keys(now)),
    ...Object.entries(now).flatMap(([key, form]) => {
      const earlier = before[key];
      const isRetyped = earlier !== undefined && typeOf(earlier) !== typeOf(form);
      return [
        ...(isRetyped ? [`${key} is ${typeOf(form)}, it was ${typeOf(earlier)}`] : []),
        ...(isRequired(form) && !isRequired(earlier)
          ? [`${key} is required now and has no default`]
          : []),
      ];
    }),
  ];
}

/** Changes that break Zaps of a release, one line each; empty for a higher major version. */
export function brokenSince(release: Release, now: Release): string[] {
  if (semver.major(now.version) > semver.major(release.version)) return [];
  const within = (place: string, problems: string[]) =>
    problems.map((problem) => `${place}: ${problem}`);
  const [{ authentication: before }, { authentication }] = [release, now];
  return [
    ...(before.type === authentication.type
      ? []
      : [`authentication: its type is ${authentication.type}, it was ${before.type}`]),
    ...within('authentication', brokenForms(before.fields, authentication.fields)),
    ...within('searchOrCreates', removed(release.searchOrCreates, now.searchOrCreates)),
    ...Object.entries(release.operations).flatMap(([key, { kind, input, output }]) => {
      const operation = now.operations[key];
      if (operation?.kind !== kind) {
        const is = operation ? `it is one of ${operation.kind}` : 'it is removed';
        return [`${key}: ${is}, it was one of ${kind}`];
      }
      return within(key, [
        ...brokenForms(input, operation.input),
        ...within('output', removed(output, operation.output)),
      ]);
    }),
  ];
}
