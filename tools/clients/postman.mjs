/**
 * Imports docs/openapi.json as Postman does, and runs every request of the collection on a sandbox, as
 * it stands but for IDs, which are those of a case that exists.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import newman from 'newman';
import postman from 'openapi-to-postmanv2';

import { createSandbox } from '../../packages/sandbox/server.tsx';

const sandbox = await createSandbox();
const folder = mkdtempSync(join(tmpdir(), 'postman-'));
const src = join(folder, 'register.pdf');
writeFileSync(src, '%PDF-1.4');

/** Sends a body, and returns the answer. */
async function post(path, body) {
  const headers = { authorization: sandbox.apiKey };
  const sent = body instanceof FormData ? body : JSON.stringify(body);
  return (await fetch(sandbox.url + path, { method: 'POST', headers, body: sent })).json();
}
const business = { organization_name: 'Lumen Studio SAS', country: 'FRA' };
const { application_id } = await post('/api/applications', { business, is_draft: true });
const form = new FormData();
form.set('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'register.pdf');
const { file_id } = await post('/api/files', form);
const document = await post('/api/documents', { application_id, file_id, type: 'ID' });
const hook = await post('/api/webhooks', { url: sandbox.url, events: ['collect.opened'] });

const data = readFileSync('docs/openapi.json', 'utf8')
  .replaceAll('app_7Hc2Lw9QyT3k', application_id)
  .replaceAll('fil_8sT5uNq1Lc7d', file_id)
  .replaceAll('doc_5eR3wGh0Jb2f', document.document_id)
  .replaceAll('wh_k3J8s0PqLm2x', hook.id);
const options = { requestParametersResolution: 'Example', folderStrategy: 'Tags' };
const { output } = await promisify(postman.convert)({ type: 'string', data }, options);
const collection = JSON.parse(JSON.stringify(output[0].data), (key, value) =>
  key === 'formdata' ? value.map((part) => ({ ...part, src })) : value,
);
const { run } = await promisify(newman.run)({
  collection,
  envVar: [
    { key: 'baseUrl', value: sandbox.url },
    { key: 'apiKey', value: sandbox.apiKey },
  ],
});
const refused = run.executions.filter(({ response }) => !(response?.code < 300));
for (const { item, response } of refused)
  console.log(item.name, response?.code, `${response?.text()}`);
console.log(`${run.executions.length} requests, ${refused.length} refused`);
rmSync(folder, { recursive: true });
await sandbox.close();
process.exit(refused.length || run.executions.length === 0 ? 1 : 0);
