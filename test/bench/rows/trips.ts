/** The number of consecutive round trips to a service and a cache that answer after 100 ms. */
import app from '../../../index.ts';
import { startCache } from '../../../zapier/local/cache.ts';
import { examples, id, type Example } from '../../support/examples.ts';
import { runner } from '../../../zapier/local/runner.ts';
import { lenient } from '../../known-service/choices.ts';
import { startService } from '../../known-service/service.ts';
import type { Row } from '../report.ts';

/** Milliseconds before each answer. Our own code takes little in comparison. */
const delay = 100;

const persons = ['A', 'B', 'C', 'D', 'E'];
const businesses = ['X', 'Y'];
const lines = (names: string[], key: string) => names.map((name) => ({ [key]: name }));

/** Five persons and two businesses, sent with the case or one by one. */
const { bundle, requests: steps, ...onboarding } = examples.start_onboarding!;
const deal: Example = {
  ...onboarding,
  bundle: {
    inputData: {
      ...bundle.inputData,
      related_persons: lines(persons, 'related_person_last_name'),
      related_businesses: lines(businesses, 'related_business_organization_name'),
    },
  },
  requests: [
    {
      ...steps[0],
      answer: {
        ...(steps[0].answer as object),
        persons: lines(persons, 'last_name'),
        businesses: lines(businesses, 'organization_name'),
      },
    },
    { method: 'POST', path: `/api/applications/${id}/persons`, answer: { id: 'per_1' } },
    { method: 'POST', path: `/api/applications/${id}/businesses`, answer: { id: 'biz_1' } },
    { method: 'POST', path: `/api/applications/${id}/portals`, answer: { link: 'token' } },
  ],
};

/**
 * Runs a step twice on a service that answers as its example says. The second run is warm.
 * @returns the number of consecutive round trips.
 */
async function tripsOf(example: Example) {
  const service = await startService(lenient);
  const cache = await startCache();
  const run = runner(app, cache.event, { authData: { base_url: service.url, api_key: 'key' } });
  let milliseconds = 0;
  for (let count = 0; count < 2; count++) {
    service.follow(example.requests);
    cache.clear();
    cache.slow(delay);
    service.slow(delay);
    const begun = performance.now();
    await run(example.run, example.bundle);
    milliseconds = performance.now() - begun;
  }
  service.close();
  cache.close();
  return milliseconds / delay;
}

const rowOf = async (wait: string, example: Example, fewest: number): Promise<Row> => ({
  wait,
  beside: 'the fewest',
  ours: [await tripsOf(example)],
  other: [fewest],
  unit: 'trips',
  // Our own code takes a fraction of a trip.
  goal: 1.2,
});

export const trips = async () => [
  await rowOf('Create Case, in round trips', examples.create_case!, 3),
  await rowOf('A case with seven parties', deal, 5),
];
