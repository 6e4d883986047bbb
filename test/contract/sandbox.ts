/** The sandbox for other projects: `createSandbox` of its package, and the control plane. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

import { createSandbox } from '../../packages/sandbox/server.tsx';
import { formsOfValue } from './forms.ts';

/** The declarations of a file, one line each, without comments. */
function declarationsIn(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const printer = ts.createPrinter({ removeComments: true });
  return file.statements
    .filter((statement) => !ts.isImportDeclaration(statement))
    .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, file))
    .map((text) => text.replace(/\s+/g, ' '));
}

/** A call of each route, with every field that its body takes. Of the seconds one is enough. */
const calls: [call: string, body?: object][] = [
  ['GET /health'],
  ['GET /cases'],
  ['POST /cases', { person: { last_name: 'Ferrer' }, is_draft: true }],
  [
    'POST /cases/:id/request',
    { reason: 'Why', fields: ['email'], documents: ['ID'], due_at: '2030-01-01' },
  ],
  ['POST /cases/:id/submit'],
  ['POST /cases/:id/expire'],
  ['POST /cases/:id/close'],
  ['POST /cases/:id/decision', { status: 'approved', text: 'All is well.' }],
  [
    'POST /faults',
    {
      method: 'PUT',
      path: '/api/nothing',
      skip: 1,
      times: 1,
      delay: 1,
      status: 503,
      headers: { 'retry-after': '1' },
      body: 'Busy',
      kind: 'drop',
      rate: 1,
    },
  ],
  ['GET /faults'],
  ['DELETE /faults'],
  ['POST /webhooks/:webhook/recover'],
  [
    'POST /deliveries',
    {
      copies: 1,
      reorder: true,
      faults: [
        {
          event: 'application.submitted',
          webhook_id: ':webhook',
          times: 1,
          delay: 60_000,
          status: 503,
          kind: 'hang-up',
          until: '2030-01-01T00:00:00Z',
        },
      ],
    },
  ],
  ['POST /events', { application_id: ':id', type: 'application.submitted' }],
  ['GET /events'],
  ['POST /deliveries/wait', { seconds: 30 }],
  ['GET /deliveries'],
  ['GET /requests?method=POST&path=/api&status=201&text=nobody'],
  ['GET /clock'],
  ['POST /clock', { seconds: 1 }],
  ['DELETE /clock'],
  ['GET /mails'],
  ['GET /counts'],
  ['POST /reset', { seed: 'showcase' }],
];

async function controlPlane() {
  const { url, apiKey, routes, close } = await createSandbox();
  const call = async (line: string, body?: object) => {
    const [method, path] = line.split(' ');
    const headers = { authorization: apiKey, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const made = async (path: string, body: object) =>
    (await call(`POST /api/${path}`, body)).body as { id: string; application_id: string };
  const person = { last_name: 'Ferrer', email: 'ana@client.example' };
  const { application_id } = await made('applications', { person });
  await made(`applications/${application_id}/portals`, {});
  const events = ['application.submitted'];
  const { id: webhook } = await made('webhooks', { url: `${url}/nobody`, events });
  const filledIn = (text: string) =>
    text.replace(':id', application_id).replace(':webhook', webhook);
  const answers: Record<string, object> = {};
  for (const [line, body] of calls) {
    const [method, path] = line.split(' ');
    const text = JSON.stringify(body, (key, value) => (key === 'seconds' ? 1 : (value as unknown)));
    const sent = body && (JSON.parse(filledIn(text)) as object);
    const answer = await call(filledIn(`${method} /_sandbox${path}`), sent);
    const answered = formsOfValue(answer.body);
    answers[line] = { ...(body && { body }), status: answer.status, answered };
  }
  await close();
  const own = routes.filter(
    ({ path, method }) => path.startsWith('/_sandbox/') && method !== 'ALL',
  );
  return { routes: own.map(({ method, path }) => `${method} ${path}`).sort(), answers };
}

export const sandbox = async () => ({
  declarations: ['tool/index.d.ts', 'domain/account-types.d.ts'].flatMap((path) =>
    declarationsIn(`packages/sandbox/${path}`),
  ),
  control: await controlPlane(),
});
