/** Each tool of the server for assistants once, from a company to a decision, with documents. */
import { Client, type Transport } from '@modelcontextprotocol/client';
import Ajv from 'ajv/dist/2020.js';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';

import type { Sandbox } from '../../packages/sandbox/server.tsx';
import { listen } from '../../zapier/local/listen.ts';

/** A file of each kind that the server knows by its first bytes. */
export const documents = resolve('scripts/checks/documents');
const names = readdirSync(documents);

const types: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};

/** A host of these files on the web. */
const fileHost = () =>
  listen(({ path }, response) => {
    const content = readFileSync(resolve(documents, path.slice(1)));
    response
      .writeHead(200, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'content-length': content.length,
      })
      .end(content);
  });

/** The tools that lead to a submitted case. */
const onTheWay = [
  'start_onboarding',
  'add_related_person',
  'add_related_business',
  'upload_document',
  'submit_case',
];

type Values = Record<string, any>;

/** The first text of an answer. */
const textOf = ({ content }: { content: unknown[] }) => (content[0] as { text: string }).text;

/** Tools that check the arguments first, as some clients do. */
async function openTools(client: Client) {
  const { tools } = await client.listTools();
  const ajv = new Ajv({ strict: true });
  const uncalled = new Set(tools.map(({ name }) => name));
  const read = new Map<string, string>();
  const schemas = new Map(
    tools.map(({ name, inputSchema }) => [name, ajv.compile<Values>(inputSchema)]),
  );
  return {
    uncalled,
    /** The last answer of each tool as some clients hand it to their model: its text and structure. */
    read,
    /** @returns the results. @throws Error with what the schema or the server said. */
    async call(name: string, input: Values): Promise<Values[]> {
      const isValid = schemas.get(name);
      if (!isValid?.(input)) throw new Error(`${name}: ${ajv.errorsText(isValid?.errors)}`);
      uncalled.delete(name);
      const answer = await client.callTool({ name, arguments: input });
      if (answer.isError) throw new Error(`${name}: ${textOf(answer)}`);
      const { result, results } = answer.structuredContent as Values;
      read.set(name, textOf(answer) + JSON.stringify(answer.structuredContent));
      return (results ?? [result]) as Values[];
    },
  };
}

/** Sends each file, from the folder and from the web, and looks at what the case has then. */
async function sendFiles(page: string, upload: (file: string) => Promise<Values[]>): Promise<void> {
  const host = await fileHost();
  for (const name of names) {
    for (const file of [name, `${host.url}/${name}`]) {
      const [document] = await upload(file);
      const stored = await fetch(`${page}/documents/${document!.document_id}`);
      const content = Buffer.from(await stored.arrayBuffer());
      if (!readFileSync(resolve(documents, name)).equals(content)) {
        throw new Error(`${file}: other bytes arrived.`);
      }
    }
  }
  host.close();
}

/**
 * Calls each tool. @returns what a model may read of the results on the way to a submitted case.
 * @throws Error with the first thing that is wrong.
 */
export async function callEachTool(transport: Transport, sandbox: Sandbox): Promise<string> {
  sandbox.reset();
  const client = new Client(
    { name: 'check', version: '1' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', () => ({
    action: 'accept' as const,
    content: { agree: true },
  }));
  await client.connect(transport);
  const { call, uncalled, read } = await openTools(client);

  const [company] = await call('search_companies', { country: 'France', q: 'Lumen' });
  const { country, registration_number } = company!;
  const [found] = await call('get_company', { country, registration_number });
  const { organization_name } = found!;
  const business = { subject: 'business', organization_name, country, registration_number };
  const [made] = await call('start_onboarding', {
    ...business,
    is_draft: true,
    external_reference: 'deal-1',
    related_persons: [{ related_person_last_name: 'Ferrer' }],
  });
  const { application_id } = made!;
  await call('start_onboarding', { subject: 'person', last_name: 'Morel', portal: false });
  await call('create_portal', { application_id });
  const [person] = await call('add_related_person', { application_id, last_name: 'Morel' });
  await call('add_related_business', { application_id, organization_name: 'Morel SARL' });
  await call('enrich_case', { application_id });
  const { person_id } = person!;
  await sendFiles(`${sandbox.url}/back-office/cases/${application_id}`, (file) =>
    call('upload_document', { person_id, type: 'ID', file }),
  );
  const vat_number = 'FR12345678901';
  await call('update_case', {
    application_id,
    details: [{ name: 'vat_number', value: vat_number }],
  });
  await call('submit_case', { application_id });
  await call('record_decision', { application_id, decision: 'approved' });
  await call('call_api', { method: 'GET', path: `/api/applications/${application_id}` });
  const persons = await call('find_related_persons', { application_id });
  const [decided] = await call('find_case', { external_reference: 'deal-1' });

  const { isError, ...refusal } = await client.callTool({
    name: 'start_onboarding',
    arguments: { country: 'Atlantis' },
  });
  await client.close();
  const problems = [
    uncalled.size > 0 && `Never called: ${[...uncalled].join(', ')}.`,
    persons.length < 2 && `Of the persons, ${persons.length} came.`,
    decided?.status_review !== 'approved' && `The case is ${decided?.status_review}.`,
    !(isError && textOf(refusal).startsWith('Subject is empty')) && textOf(refusal),
  ].filter(Boolean);
  if (problems.length) throw new Error(problems.join('\n'));
  return onTheWay.map((name) => read.get(name)).join('\n');
}
