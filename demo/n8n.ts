/**
 * `npm run n8n:demo [-- 1]`: a real n8n (2, or 1) runs the workflows of packages/n8n/workflows with
 * the sandbox. One execution takes a deal to its decision. An event starts a second workflow, which
 * reports another case's decision to the CRM. Then every event and deal arrives several times, at a
 * service that ignores idempotency keys.
 */
import { readFileSync } from 'node:fs';

import { listen } from '../test/support/listen.ts';
import { report } from '../test/support/report.ts';
import { createSandbox } from '../packages/sandbox/server.tsx';
import { builds, importInto, openN8n, until } from './n8n-server.ts';
import { measureCuts, measureWiping } from './n8n-faults.ts';
import { credential, measureRepeats, openCrm, repeatWorkflows } from './n8n-repeats.ts';
import { openService } from './n8n-service.ts';

const { verified } = builds;
const n8n = await openN8n(process.argv[2] ?? '2', verified.folder);
console.log(`n8n ${n8n.version}`);
const sandbox = await createSandbox();
const decided: { deal?: string; decision?: string }[] = [];
const crm = await listen(({ content }, response) => {
  decided.push(JSON.parse(content) as object);
  response.end('{}');
});

const [service, counter] = [await openService(), await openCrm()];
const { cases, subscriptions, workflow } = sandbox.services;
const fileOf = (name: string) =>
  readFileSync(`packages/n8n/workflows/${name}.json`, 'utf8').replace(
    'https://crm.example',
    crm.url,
  );

await importInto(
  n8n,
  {
    complianceOnboarding: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
    [credential]: { baseUrl: service.url, apiKey: 'key' },
  },
  {
    demo: fileOf('demo'),
    'decision-to-deal': fileOf('decision-to-deal'),
    ...repeatWorkflows(verified.node, counter.url),
  },
);

await n8n.cli('execute', '--id=coDemo');
const [made] = cases.list({}, 1);
report(
  `Deal to decision: case ${made?.application_id} for ${made?.external_reference} is ${made?.status_review}`,
  made?.external_reference === 'deal-10482' && made.status_review === 'approved',
);

const main = await n8n.start('start');
/** The request of the editor for a node's options. */
const loaded = (kind: string, methodName: string, currentNodeParameters: object) =>
  n8n.ask(`/dynamic-node-parameters/${kind}`, {
    path: 'parameters.any',
    methodName,
    currentNodeParameters,
    nodeTypeAndVersion: { name: verified.node, version: 2 },
    credentials: { complianceOnboardingApi: { id: 'complianceOnboarding', name: '' } },
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

const row = (what: string, sent: string, came: string, isGood: boolean) =>
  report(`${what}: ${sent} -> ${came}`, isGood);
const place = { n8n, service, crm: counter, most: { deal: 1, event: 1 } };
await n8n.switch('repeatDeals', true);
await n8n.switch('repeatEvents', true);
await until(() => service.webhooks.size === 1, 30);
await measureRepeats(
  place,
  {
    'each twice at once': { count: 50, copies: 2 },
    'one after the other': { count: 10, copies: 2, apart: true },
  },
  {
    'five copies at once': { count: 5, copies: 5 },
    'four copies 2.5 s apart': { count: 2, copies: 4, apart: true },
  },
  row,
);
await measureWiping(place, main, row);
await measureCuts(place, row);
await n8n.switch('repeatEvents', false);
await until(() => service.webhooks.size === 0, 30);
report('Switched off, its webhook is gone', service.webhooks.size === 0);

await n8n.close();
crm.close();
counter.close();
service.close();
await sandbox.close();
process.exit();
