/** Files of libraries, through Upload Document into the sandbox: tools/files/make.mjs makes them. */
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
const errors = [
  'Link expired',
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>',
  '<!DOCTYPE html><title>Sign in</title>',
];

/** The ending of its name -> the types with which a file arrives. With any other it is refused. */
type Arriving = Record<'right' | 'none' | 'wrong', string>;
const byBytes: Arriving = {
  right: 'right none generic page other',
  none: 'right none generic page',
  wrong: 'right',
};
/** The bytes of these prove less: those of base64 with its name or type alone, those of a table nothing. */
const exceptions: Record<string, Arriving> = {
  'node-forge-base64.p7m': { ...byBytes, none: 'right none generic' },
  'xlsx.csv': { right: 'right none generic other', none: 'right none generic', wrong: '' },
};

export async function files(): Promise<void> {
  installTools(tools);
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  must('Makes the files', process.execPath, [...tsx, `${tools}/make.mjs`, folder]);
  const sandbox = await createSandbox();
  const zapier = await startZapier(app, { base_url: sandbox.url, api_key: sandbox.apiKey });
  /** What the host sends at each address but /go, which leads to `name`. */
  const sent = { name: '', type: '', content: Buffer.alloc(0) };
  const host = await listen(({ path }, response) => {
    if (path === '/go') return response.writeHead(302, { location: `/${sent.name}` }).end();
    return response
      .writeHead(200, sent.type ? { 'content-type': sent.type } : {})
      .end(sent.content);
  });
  let uploads = 0;
  /** The file at the service after the host sent this one; undefined if the step refused it. */
  async function uploaded(application_id: string, path: string) {
    const file = host.url + path;
    // With another name it is another document.
    const inputData = { application_id, type: 'OTHER', file, name: `Upload ${++uploads}` };
    const step = zapier.run<{ document_id: string }>('creates.upload_document.operation.perform', {
      inputData,
    });
    const document = await step.catch((error: Error) => {
      if (!error.message.startsWith('File: ')) throw error;
    });
    if (!document) return undefined;
    const page = `${sandbox.url}/back-office/cases/${application_id}/documents/${document.document_id}`;
    const answer = await fetch(page);
    const [, name = ''] = answer.headers.get('content-disposition')!.split("''");
    return { name: decodeURIComponent(name), content: Buffer.from(await answer.arrayBuffer()) };
  }

  for (const made of readdirSync(folder)) {
    const content = readFileSync(join(folder, made));
    const { type } = formatNamed(made)!;
    const [ending, otherType] = /image/.test(type)
      ? ['.pdf', 'application/pdf']
      : ['.png', 'image/png'];
    const endings = { right: extname(made), none: '', wrong: ending };
    const generic = 'application/octet-stream';
    const types = { right: type, none: '', generic, page: 'text/html', other: otherType };
    const inputData = { subject: 'person', last_name: made };
    const created = await zapier.run<{ application_id: string }>(
      'creates.create_case.operation.perform',
      { inputData },
    );
    const problems: string[] = [];
    const before = uploads;
    for (const [named, end] of Object.entries(endings))
      for (const [typed, contentType] of Object.entries(types))
        for (const path of [`/file${end}`, '/go']) {
          const about = `name ${named}, type ${typed}, at ${path}`;
          Object.assign(sent, { name: `file${end}`, type: contentType, content });
          const got = await uploaded(created.application_id, path);
          const arrives = (exceptions[made] ?? byBytes)[named as keyof Arriving].split(' ');
          const isSame = got?.name === sent.name && content.equals(got.content);
          if (arrives.includes(typed) ? !isSame : got) problems.push(`${about}: ${got?.name}`);
        }
    for (const error of errors)
      for (const contentType of [type, ''])
        for (const path of [`/file${extname(made)}`, '/go']) {
          const name = `file${extname(made)}`;
          Object.assign(sent, { name, type: contentType, content: Buffer.from(error) });
          const got = await uploaded(created.application_id, path);
          if (got) problems.push(`${error}, type ${contentType}, at ${path}: attached`);
        }
    report(`${made}: ${uploads - before} uploads`, !problems.length, problems.join('\n'));
  }
  zapier.stop();
  host.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
}
