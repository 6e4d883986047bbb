/** Two calls at once for one deal make one case, and a server on stdio knows it after a restart. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { lenient } from '../../../test/known-service/choices.ts';
import { startService } from '../../../test/known-service/service.ts';
import { bundled } from '../../../test/support/commands.ts';
import { agree, asCall, callAt, newest, startServer } from './support.ts';

const external_reference = 'deal-1';
const deal = {
  subject: 'business',
  organization_name: 'Lumen Studio SAS',
  external_reference,
};

it('makes one case of two calls at once', async () => {
  const service = await startService(lenient);
  const server = await startServer(service.url);
  const { call, close } = await newest(server.url, agree);
  service.hold();
  const both = [1, 2].map(() => call(...asCall('create_case', deal)));
  // The one that gets the lock waits for the service, the other one ends.
  const busy = await Promise.race(both);
  expect([busy.isError, busy.text]).toEqual([
    true,
    expect.stringMatching(/^Another call is doing the same .*Call it again in 10 seconds/),
  ]);
  service.release();
  await Promise.all(both);
  expect(service.cases.size).toBe(1);
  await close();
  await server.close();
  service.close();
});

it('says how far back it knows cases by their references', async () => {
  const server = await startServer('http://127.0.0.1:9');
  const { structured } = await callAt(server.url, 'find_case', { external_reference });
  expect(structured!.note).toMatch(
    'This server knows no case with this reference that it made since its start. The service may have one, but cannot be searched by reference: ask the person for the ID of the case, or to look there.',
  );
  await server.close();
});

it('knows a case after a restart on stdio, until its memory is emptied', async () => {
  const service = await startService(lenient);
  const HOME = mkdtempSync(join(tmpdir(), 'mcp-home-'));
  const env = { HOME, SERVICE_BASE_URL: service.url, SERVICE_API_KEY: 'key' };
  const call = async (name: string, input: object, ...more: string[]) => {
    const args = [bundled('packages/mcp/main.ts'), '--allow=write', ...more];
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    const { structuredContent } = await client.callTool({ name, arguments: { ...input } });
    await client.close();
    return structuredContent as Record<string, any>;
  };
  const { application_id } = (await call(...asCall('create_case', deal))).result;
  const { results } = await call('find_case', { external_reference });
  expect(results).toMatchObject([{ application_id }]);
  const { note } = await call('find_case', { external_reference }, '--fresh');
  expect(note).toMatch('no case with this reference that it made in the last seven days');
  service.close();
});
