/**
 * Child process of `npm run bench -- n8n`: one node in n8n's engine. Asked for a number of steps, it
 * says what one took of the processor (ms). Arguments: the node, and the
 * service's address.
 */
import type { INodeType } from 'n8n-workflow';

import { nodes, openWorkflow } from './engine.ts';

const [which, baseUrl] = process.argv.slice(2);
const business = { organization_name: 'Lumen Studio SAS', country: 'FR' };

const body = JSON.stringify({ business });
const credential = { baseUrl: baseUrl!, apiKey: 'key' };

/** Each node with the parameters of a step that makes a case. */
const started = {
  ours() {
    const step = { resource: 'case', operation: 'create_case', subject: 'business' };
    const workflow = openWorkflow('complianceOnboarding', credential);
    const parameters = { ...step, ...business };
    return () => workflow.execute(parameters);
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
    const before = process.cpuUsage();
    for (let done = 0; done < steps; done++) await step();
    const { user, system } = process.cpuUsage(before);
    process.send!((user + system) / 1000 / steps);
  })();
});
