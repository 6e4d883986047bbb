/** What the registry knows of a business arrives later: it is waited for, and that it came is sure. */
import { openCore, type Reply } from '../support/core.ts';

const { service, perform } = openCore();
const aCase = { id: 'app_1', persons: [] as object[], businesses: [] };
const officer = { id: 'per_1', last_name: 'Ferrer' };

it.each<[string, Reply, boolean]>([
  ['an officer', [200, { ...aCase, persons: [officer] }], true],
  ['nothing new', [200, aCase], false],
  ['a look that fails', [500, {}], false],
])('after %s', async (_, later, hasArrived) => {
  const looks: Reply[] = [[200, aCase], later];
  service.serve({
    'GET /api/applications/app_1': () => looks.shift() ?? later,
    'POST /api/applications/app_1/enrich': [200, {}],
  });
  const enriched = await perform('enrich_case', { application_id: 'app_1' });
  expect(enriched).toMatchObject({
    has_arrived: hasArrived,
    not_yet_text: hasArrived ? null : expect.stringContaining('Find Related Persons in a later'),
    persons: hasArrived ? [expect.objectContaining({ id: 'per_1' })] : [],
  });
});
