/**
 * Prints what a step costs in n8n's engine: `create_case` of the node, and a node that does nothing
 * but the same request (ms each). `npm run bench -- n8n` runs it; argument: the service's address.
 */
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { nodes, openWorkflow } from './engine.ts';

const baseUrl = process.argv[2]!;
const rounds = 40;
const perRound = 25;

const bare = {
  description: {
    ...nodes.complianceOnboarding!.description,
    name: 'bare',
    properties: [{ displayName: 'Body', name: 'body', type: 'json', default: '{}' }],
  },
  async execute(this: IExecuteFunctions) {
    const json = await this.helpers.httpRequestWithAuthentication.call(
      this,
      'complianceOnboardingApi',
      {
        method: 'POST',
        url: `${baseUrl}/api/applications`,
        body: this.getNodeParameter('body', 0) as object,
        json: true,
      },
    );
    return [[{ json, pairedItem: { item: 0 } }]];
  },
} as unknown as INodeType;
nodes.bare = bare;

const credential = { baseUrl, apiKey: 'key' };
const ours = openWorkflow('complianceOnboarding', credential);
const floor = openWorkflow('bare', credential);
const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };
const step = {
  resource: 'case',
  operation: 'create_case',
  subject: 'business',
  optional: business,
};

async function time(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  for (let call = 0; call < perRound; call++) await work();
  return (performance.now() - from) / perRound;
}

const result: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
void (async () => {
  for (let round = -3; round < rounds; round++) {
    const mine = await time(() => ours.execute(step));
    const theirs = await time(() => floor.execute({ body: JSON.stringify({ business }) }));
    // The first rounds warm up.
    if (round < 0) continue;
    result.ours.push(mine);
    result.floor.push(theirs);
  }
  console.log(JSON.stringify(result));
  process.exit();
})();
