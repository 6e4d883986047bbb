/** Our steps of every recipe, through the built app against the sandbox. */
// @ts-expect-error The bundle has no types.
import app from '../dist/index.js';
import { mapped, recipes } from '../recipes/recipes.ts';
import { createSandbox, type Sandbox } from '../sandbox/server.tsx';
import { runner } from './support.ts';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());
const zapier = runner(app);

/** A trigger's step: the event of a case as the sandbox has it. */
function event(operation: string, authData: object, input: object) {
  const { cases, portals, workflow } = sandbox.services;
  const body = {
    business: { organization_name: 'Lumen Studio SAS' },
    external_reference: 'deal-1',
    custom_fields: { deal_id: '1', email: 'client@example.com' },
  };
  const { application_id } = cases.create('main', body, 'API');
  const isRequest = operation.endsWith('collect_opened');
  const asked = { reason: 'Why', fields: ['vat_number'], documents: [] };
  if (isRequest) portals.requestInformation('main', application_id, asked);
  else workflow.decide('main', application_id, { status: 'approved' }, 'Reviewer');
  const type = isRequest ? 'collect.opened' : 'application.review_updated';
  const cleanedRequest = {
    event_id: 'evt_1',
    type,
    data: { object: { application_id, portals: { link: 'token' } } },
  };
  return zapier<object[]>(`${operation}.operation.perform`, {
    authData,
    inputData: input,
    rawRequest: { headers: {}, content: '' },
    cleanedRequest,
  });
}

it.each(recipes.map((recipe) => [recipe.key, recipe] as const))('%s', async (_, { steps }) => {
  const authData = { base_url: sandbox.url, api_key: sandbox.apiKey };
  const results: unknown[] = [];
  for (const { operation, input = {}, sample } of steps) {
    const inputData = mapped(input, results) as object;
    if (!operation) results.push(sample ?? {});
    else if (operation.startsWith('triggers.'))
      results.push((await event(operation, authData, inputData))[0]);
    else {
      const result = await zapier<unknown>(`${operation}.operation.perform`, {
        authData,
        inputData,
      });
      results.push([result].flat()[0]);
    }
    expect(results.at(-1)).toBeDefined();
  }
});
