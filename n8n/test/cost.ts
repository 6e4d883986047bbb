/**
 * Child process of `npm run bench -- n8n`: one node in n8n's engine. Asked for a number of steps, it
 * says how long each took, and the time of the processor for one (ms). Arguments: the node, and the
 * service's address.
 */
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { nodes, openWorkflow } from './engine.ts';

const [which, baseUrl] = process.argv.slice(2);
const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };

const body = JSON.stringify({ business });
const credential = { baseUrl: baseUrl!, apiKey: 'key' };

/** A node that does nothing but the request, by n8n's helper. */
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

/** Each node with the parameters of a step that makes a case. */
const started = {
  ours() {
    const step = { resource: 'case', operation: 'create_case', subject: 'business' };
    const workflow = openWorkflow('complianceOnboarding', credential);
    return () => workflow.execute({ ...step, ...business });
  },
  bare() {
    nodes.bare = bare;
    const workflow = openWorkflow('bare', credential);
    return () => workflow.execute({ body });
  },
  httpRequest() {
    const { HttpRequestV3 } =
      require('n8n-nodes-base/dist/nodes/HttpRequest/V3/HttpRequestV3.node.js') as {
        HttpRequestV3: new (base: object) => INodeType;
      };
    // Only under its own name may it use the credentials of others.
    const name = 'n8n-nodes-base.httpRequest';
    nodes[name] = new HttpRequestV3({ name, group: [] });
    const workflow = openWorkflow(name, credential, { typeVersion: 4.2 });
    const parameters = {
      method: 'POST',
      url: `${baseUrl}/api/applications`,
      authentication: 'predefinedCredentialType',
      nodeCredentialType: 'complianceOnboardingApi',
      sendBody: true,
      specifyBody: 'json',
      jsonBody: body,
      options: {},
    };
    return () => workflow.execute(parameters);
  },
};
const step = started[which as keyof typeof started]();

process.on('message', (steps: number) => {
  void (async () => {
    const times: number[] = [];
    const before = process.cpuUsage();
    while (times.length < steps) {
      const from = performance.now();
      await step();
      times.push(performance.now() - from);
    }
    const { user, system } = process.cpuUsage(before);
    process.send!({ times, cpu: (user + system) / 1000 / steps });
  })();
});
