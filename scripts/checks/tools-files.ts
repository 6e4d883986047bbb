/** Files of libraries through Upload Document into the sandbox: tools/files/make.mjs makes them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import app from '../../index.ts';
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { formatNamed } from '../../service/file-formats.ts';
import { installTools } from '../../tools/install.mjs';
import { listen } from '../../zapier/local/listen.ts';
import { startZapier } from '../../zapier/local/runtime.ts';
import { tsx } from '../process.ts';
import { report } from './report.ts';
import { must } from './run.ts';

const tools = 'tools/files';
const pages = [
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>',
  '<!DOCTYPE html><title>Sign in</title>',
];

/** The ending of its name -> the types with which a file arrives; `errors` are refused in its place. */
const byBytes = {
  right: 'right none generic page other',
  none: 'right none generic page',
  wrong: 'right',
  errors: ['Link expired', ...pages],
};
/** Base64 needs its name or type beside its bytes. A table has no mark, so any text may be one. */
const exceptions: Record<string, typeof byBytes> = {
  'node-forge-base64.p7m': { ...byBytes, none: 'right none generic' },
  'xlsx.csv': {
    right: 'right none generic other',
    none: 'right none generic',
    wrong: '',
    errors: pages,
  },
};

/** What a host sends for a file, and whether it is to arrive. */
function rowsOf(made: string, content: Buffer) {
  const own = formatNamed(made)!.type;
  const ownName = `file${extname(made)}`;
  const [otherName, other] = own.startsWith('image/')
    ? ['file.pdf', 'application/pdf']
    : ['file.png', 'image/png'];
  const names = { right: ownName, none: 'file', wrong: otherName };
  const generic = 'application/octet-stream';
  const types = { right: own, none: '', generic, page: 'text/html', other };
  const { errors, ...arriving } = exceptions[made] ?? byBytes;
  const inNames = Object.entries(names).flatMap(([ending, name]) => {
    const withTypes = arriving[ending as keyof typeof names].split(' ');
    return Object.entries(types).map(([kind, type]) => {
      return { name, type, content, arrives: withTypes.includes(kind) };
    });
  });
  const inPlace = errors.flatMap((error) =>
    [own, ''].map((type) => {
      return { name: ownName, type, content: Buffer.from(error), arrives: false };
    }),
  );
  return [...inNames, ...inPlace];
}

export async function files(): Promise<void> {
  installTools(tools);
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  must('Makes the files', process.execPath, [...tsx, `${tools}/make.mjs`, folder]);
  const sandbox = await createSandbox();
  const zapier = await startZapier(app, { base_url: sandbox.url, api_key: sandbox.apiKey });
  const run = (key: string, inputData: object) =>
    zapier.run<Record<string, string>>(`creates.${key}.operation.perform`, { inputData });
  /** What the host sends at each address but /go, which leads to it. */
  let sent: ReturnType<typeof rowsOf>[number];
  const host = await listen(({ path }, response) => {
    const { name, type, content } = sent;
    if (path === '/go') return response.writeHead(302, { location: `/${name}` }).end();
    return response.writeHead(200, type ? { 'content-type': type } : {}).end(content);
  });

  for (const made of readdirSync(folder)) {
    const person = { subject: 'person', last_name: made };
    const { application_id } = await run('create_case', person);
    const rows = rowsOf(made, readFileSync(join(folder, made)));
    const wrong: string[] = [];
    for (const row of rows)
      for (const path of [`/${row.name}`, '/go']) {
        sent = row;
        const about = `${row.name} as "${row.type}" at ${path}`;
        // With another name it is another document.
        const input = { application_id, type: 'OTHER', file: host.url + path, name: about };
        const end = await run('upload_document', input).catch(({ message }: Error) => message);
        if (typeof end === 'string') {
          const isRefused = !row.arrives && end.startsWith('File: ');
          if (!isRefused) wrong.push(`${about}: ${end}`);
          continue;
        }
        const page = `/back-office/cases/${application_id}/documents/${end.document_id}`;
        const answer = await fetch(sandbox.url + page);
        const isNamed = answer.headers.get('content-disposition')?.endsWith(`''${row.name}`);
        const isWhole = row.content.equals(Buffer.from(await answer.arrayBuffer()));
        if (!row.arrives || !isNamed || !isWhole) wrong.push(`${about}: attached`);
      }
    report(`${made}: ${2 * rows.length} uploads`, !wrong.length, wrong.join('\n'));
  }
  zapier.stop();
  host.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
}
