/**
 * The journey with the default dialect, on services that differ in one point from the specification:
 * each step works, or its error names the key of the dialect, or the doctor that finds it. With the
 * dialect that the doctor finds, the whole journey works.
 */
import { readDialect } from '../../../service/dialect.ts';
import { examine } from '../examine.ts';
import { dialectOf } from '../visit.ts';
import { all, runs } from '../../../test/support/amount.ts';
import { loadApp } from '../../../test/support/dialect.ts';
import { startCache, type Cache } from '../../../zapier/local/cache.ts';
import {
  choicesOf,
  specified,
  variants,
  type Choices,
} from '../../../test/known-service/choices.ts';
import { startService } from '../../../test/known-service/service.ts';
import { failuresOn, type Failure } from '../../../test/known-service/journey.ts';

let cache: Cache;
let app: object;
beforeAll(async () => {
  cache = await startCache();
  // @ts-expect-error The bundle has no types.
  ({ default: app } = (await import('../../../dist/app.cjs')) as { default: object });
});
afterAll(() => cache.close());

/** Keys of the dialect that say in what services of another choice differ. */
const keys: Partial<Record<keyof Choices, string[]>> = {
  key: ['auth_header', 'auth_prefix'],
  countries: ['countries'],
  givenNames: ['names'],
  lastName: ['names'],
  birthDate: ['names'],
  nationality: ['names'],
  nationalityForm: ['names'],
  addressNames: ['names'],
  legalType: ['names'],
  documents: ['documents'],
  documentTypes: ['document_types'],
  decisions: ['decisions'],
  decisionStatus: ['decision_status_key'],
  decisionText: ['decision_text_key'],
  states: ['review_statuses', 'decision_statuses'],
  roles: ['roles'],
  webhooks: ['webhooks'],
  customFields: ['custom_fields'],
  expectedDocuments: ['expected_documents'],
};

/** Checks in which nothing shows the difference: an answer is as another service's would be. */
const unseen: Partial<Record<keyof Choices, string[]>> = {
  // The form has one field for all custom fields, and any type of document.
  customFields: [
    'shows the custom fields of the account in the form',
    'fills in the custom fields of a related person',
  ],
  expectedDocuments: ['offers the documents the account expects'],
  // The service dropped a part of the name, and the message names the field.
  givenNames: ['says which case has the reference of another subject'],
  lastName: ['says which case has the reference of another subject'],
};

/** Where a service that drops what it does not know differs from one that refuses it. */
const ofFields = ['names', 'documents', 'decision_status_key', 'decision_text_key'];
const isOfFields = (choice: keyof Choices) => ofFields.includes(keys[choice]?.[0] ?? '');

/** The services: each differs in one choice, and drops or refuses fields that it does not know. */
type Difference = [
  choice: keyof typeof variants,
  value: string,
  unknownFields: Choices['unknownFields'],
];
const differences = (Object.keys(variants) as (keyof typeof variants)[]).flatMap((choice) =>
  // How long the registry takes is no matter of a dialect.
  choice === 'enrichment'
    ? []
    : variants[choice]
        .filter((value) => value !== specified[choice])
        .flatMap((value) =>
          (isOfFields(choice) ? variants.unknownFields : (['refused'] as const)).map(
            (unknownFields): Difference => [choice, value, unknownFields],
          ),
        ),
);
function names({ error, notes }: Failure, choice: keyof Choices): boolean {
  const text = [error.message, ...notes].join(' ');
  const isKey = (key: string) => new RegExp(`\\b${key}\\b`).test(text) && /\bdialect\b/.test(text);
  return text.includes('npm run doctor') || (keys[choice] ?? []).some(isKey);
}

/** The checks that fail on a service that differs so. */
async function failuresWith(different: Partial<Choices>) {
  const service = await startService({ ...specified, ...different });
  const waits = 'enriches a case, and waits for its related persons';
  const failures = await failuresOn(service, app, cache, [waits]);
  service.close();
  return failures;
}

/** Without `TESTS=all`, every tenth. */
const tried = differences.filter((_, index) => all || index % 10 === 0);

it.each(tried)('%s: %s, unknown fields %s', async (choice, value, unknownFields) => {
  const failures = await failuresWith({ unknownFields, [choice]: value });
  const silent = Object.entries(failures)
    .filter(([check, failure]) => !names(failure, choice) && !unseen[choice]?.includes(check))
    .map(([check, { error }]) => `${check}: ${error.message}`);
  expect(silent).toEqual([]);
});

/** Services of a hundred seeds with `SEEDS=100`. */
const seeds = Array.from({ length: Number(process.env.SEEDS ?? runs(10)) }, (_, seed) => seed);

const environment = process.env;

it.each(seeds)('makes the journey on service %i with the dialect of the doctor', async (seed) => {
  const service = await startService(choicesOf(seed));
  try {
    const visit = await examine({
      base: service.url,
      key: service.key,
      write: true,
      decide: true,
      portalAddress: service.choices.portalHost === 'own' ? service.portalHost : undefined,
      seconds: 10,
      progress: () => {},
    });
    const dialect = JSON.stringify(dialectOf(visit));
    expect({ dialect, problems: visit.problems, unclear: visit.unclear }).toEqual({
      dialect,
      problems: [],
      unclear: [],
    });
    expect(() => readDialect(dialect)).not.toThrow();
    process.env = { ...environment, SERVICE_DIALECT: dialect };
    const ofDialect = await loadApp();
    expect({ dialect, failures: await failuresOn(service, ofDialect, cache) }).toEqual({
      dialect,
      failures: {},
    });
  } finally {
    process.env = environment;
    service.close();
  }
});
