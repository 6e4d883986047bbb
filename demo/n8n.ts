/**
 * `npm run n8n:demo [-- 1]`: a real n8n (2, or 1) runs the workflows of packages/n8n/workflows against the
 * sandbox. One execution takes a deal to its decision; a second workflow, started by the service's
 * event, hands the decision of another case to the CRM. Then every event and every deal comes twice
 * and more, on a service that ignores keys of repetition.
 */
import { readFileSync } from 'node:fs';

import { listen } from '../testing/listen.ts';
import { report } from '../testing/report.ts';
import { createSandbox } from '../packages/sandbox/server.tsx';
import { importInto, isReady, openN8n, until } from './n8n-server.ts';
import {
  credentials,
  keysIgnored,
  measureRepeats,
  openCrm,
  ours,
  repeatWorkflows,
} from './n8n-repeats.ts';

const n8n = await openN8n(process.argv[2] ?? '2', 'n8n');
console.log(`n8n ${n8n.version}`);
const sandbox = await createSandbox();
const decided: { deal?: string; decision?: string }[] = [];
const crm = await listen(({ content }, response) => {
  decided.push(JSON.parse(content) as object);
  response.end('{}');
});
const counter = await openCrm();

const { cases, subscriptions, workflow } = sandbox.services;
const fileOf = (name: string) =>
  readFileSync(`packages/n8n/workflows/${name}.json`, 'utf8').replace(
    'https://crm.example',
    crm.url,
  );

await importInto(
  n8n,
  { baseUrl: sandbox.url, apiKey: sandbox.apiKey, webhookSecret: '', dialect: keysIgnored },
  {
    demo: fileOf('demo'),
    'decision-to-deal': fileOf('decision-to-deal'),
    ...repeatWorkflows(counter.url),
  },
);

await n8n.cli('execute', '--id=coDemo');
const [made] = cases.list({}, 1);
report(
  `Deal to decision: case ${made?.application_id} for ${made?.external_reference} is ${made?.status_review}`,
  made?.external_reference === 'deal-10482' && made.status_review === 'approved',
);

await n8n.start('start');
await until(() => isReady(n8n));
/** What the editor loads for a node of ours. */
const loaded = (kind: string, methodName: string, currentNodeParameters: object) =>
  n8n.ask(`/dynamic-node-parameters/${kind}`, {
    path: 'parameters.any',
    methodName,
    currentNodeParameters,
    nodeTypeAndVersion: { name: ours, version: 2 },
    credentials,
  });
const { custom_fields, expected_documents } = sandbox.services.account.read('main');
const { fields } = (await loaded('resource-mapper-fields', 'getCustomFields', {
  operation: 'create_case',
  subject: 'business',
})) as { fields: { displayName: string; type: string }[] };
report(
  `The editor offers the account's custom fields: ${fields.map((one) => `${one.displayName} (${one.type})`).join(', ')}`,
  fields.length > 0 && fields.length === custom_fields.length,
);
const { results } = (await loaded('resource-locator-results', 'findExpectedDocuments', {
  operation: 'upload_document',
})) as { results: { name: string }[] };
report(
  `And its expected documents: ${results.map(({ name }) => name).join(', ')}`,
  results.length > 0 && results.length === expected_documents.length,
);

await n8n.switch('coDecisionToDeal', true);
const webhooks = (count: number) => until(() => subscriptions.list('main', 9).length === count, 30);
report('The trigger registered its webhook', await webhooks(1));
const body = {
  business: { organization_name: 'Harbour & Pine Ltd' },
  external_reference: 'deal-2',
};
const { application_id } = workflow.create('main', body, 'API');
workflow.decide('main', application_id, { status: 'rejected' }, 'Reviewer');
await until(() => decided.length > 0);
report(
  `Decision back to the deal: ${JSON.stringify(decided)}`,
  decided.length === 1 && decided[0]!.deal === 'deal-2' && decided[0]!.decision === 'rejected',
);
await n8n.switch('coDecisionToDeal', false);
report('Switched off, its webhook is gone', await webhooks(0));

await n8n.switch('repeatDeals', true);
await n8n.switch('repeatEvents', true);
await webhooks(1);
await measureRepeats(
  { n8n, sandbox, crm: counter },
  {
    'each twice at once': { count: 50, copies: 2 },
    'each twice, one after the other': { count: 10, copies: 2, apart: true },
  },
  {
    'four copies more at once': { count: 5, copies: 4 },
    'three copies more 2.5 s apart': { count: 2, copies: 3, apart: true },
  },
  (what, sent, came, isGood) => report(`${what}: ${sent} -> ${came}`, isGood),
);
await n8n.switch('repeatEvents', false);
report('Switched off, its webhook is gone', await webhooks(0));

await n8n.close();
crm.close();
counter.close();
await sandbox.close();
process.exit();
