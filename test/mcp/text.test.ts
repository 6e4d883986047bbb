/** Text is sent and read as by node-fetch, with which Zapier's own runtime sends. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fetch from 'node-fetch';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { requester } from '../../packages/mcp/adapter/request.ts';
import { agentFor } from '../../client/network.ts';
import type { Answered } from '../../hosts/request.ts';
import { newFiles } from '../../packages/mcp/files.ts';

const headers = {
  'user-agent': 'Zapier',
  accept: 'application/json',
  'content-type': 'application/json; charset=utf-8',
  'Idempotency-Key': 'a key',
  Authorization: 'Bearer key',
};
const size = 5000;
interface Sent {
  method: string;
  path?: string;
  body?: string;
}

let respond: (response: ServerResponse) => unknown;
let got: unknown[] = [];
const server = createServer((request, response) => {
  let content = '';
  request.on('data', (piece: Buffer) => (content += piece.toString()));
  request.on('end', () => {
    got.push([request.method, request.url, request.httpVersion, request.rawHeaders, content]);
    respond(response);
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const asked = ({ path = '/api/applications', ...sent }: Sent) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return { url, headers, size, redirect: 'manual' as const, ...sent };
};

const names = ['content-type', 'retry-after', 'x-twice', 'x-none', 'Content-Encoding'];
const shown = (answer: Pick<Answered, 'status' | 'headers'>) => [
  answer.status,
  names.map((name) => answer.headers.get(name)),
];

/** What came of it: the answer, or what an operation looks for in an error. */
const came = (answered: Promise<unknown>) =>
  answered.catch(({ type, code }: { type?: string; code?: string }) => ({
    code,
    isTooLarge: type === 'max-size',
  }));

const ways: Record<string, (sent: Sent) => Promise<unknown>> = {
  async ours(sent) {
    const send = requester(newFiles({ largest: 1, publicOnly: false }));
    const answer = (await send({ ...asked(sent), timeout: 5000 })) as Answered;
    return [...shown(answer), answer.content];
  },
  async library(sent) {
    const { url, ...init } = asked(sent);
    const agent = agentFor({ fresh: false, onCut: () => undefined });
    const answer = await fetch(url, { ...init, agent: (to) => agent(to) });
    return [...shown(answer), await answer.text()];
  },
};

/** What the service gets, and what comes of it, both ways. */
async function both(sent: Sent) {
  const outcomes: Record<string, unknown> = {};
  for (const [name, way] of Object.entries(ways)) {
    got = [];
    const outcome = await came(way(sent));
    outcomes[name] = { outcome, got };
  }
  return outcomes;
}

const json = { 'content-type': 'application/json' };
const body = '{"name":"Müller & Söhne €"}';

it.each<Sent>([
  { method: 'POST', body },
  { method: 'POST' },
  { method: 'POST', body: '' },
  { method: 'PUT', body },
  { method: 'PUT' },
  { method: 'PATCH', body },
  { method: 'PATCH' },
  { method: 'DELETE' },
  { method: 'GET' },
  { method: 'GET', path: `/api/o'brien%20|^\`{a}/ü/../b?c='d|{e}^\`\\&f=%27 g` },
  { method: 'GET', path: '/api/a?' },
])('sends %j', async (sent) => {
  respond = (response) => response.writeHead(200, json).end('{}');
  const { ours, library } = await both(sent);
  expect(ours).toEqual(library);
  expect(ours).toMatchObject({ outcome: [200, expect.anything(), '{}'] });
});

const packed = (coding: string, bytes: Buffer) => (response: ServerResponse) =>
  response.writeHead(200, { ...json, 'content-encoding': coding }).end(bytes);
const large = 'x'.repeat(size + 1);

it.each<[what: string, answer: (response: ServerResponse) => unknown]>([
  ['plain', (response) => response.end(body)],
  ['one that starts with a mark of its bytes', (response) => response.end(`\ufeff${body}`)],
  ['bytes that are no text', (response) => response.end(Buffer.from([0x22, 0xff, 0xc3, 0x22]))],
  ['in pieces', (response) => response.write(body.slice(0, 9)) && response.end(body.slice(9))],
  ['headers twice', (r) => r.writeHead(429, { 'x-twice': ['a', 'b'], 'retry-after': '3' }).end()],
  ['nothing', (response) => response.writeHead(204).end()],
  ['nothing, which is packed', packed('gzip', Buffer.alloc(0))],
  ['a redirect', (r) => r.writeHead(302, { location: '/elsewhere' }).end('moved')],
  ['not modified', (r) => r.writeHead(304, { 'content-encoding': 'gzip' }).end()],
  ['gzip', packed('gzip', gzipSync(body))],
  ['x-gzip', packed('x-gzip', gzipSync(body))],
  ['gzip without its end', packed('gzip', gzipSync(body).subarray(0, -8))],
  ['gzip that is none', packed('gzip', Buffer.from(body))],
  ['deflate', packed('deflate', deflateSync(body))],
  ['x-deflate', packed('x-deflate', deflateSync(body))],
  ['deflate without its header', packed('deflate', deflateRawSync(body))],
  ['deflate without its end', packed('deflate', deflateSync(body).subarray(0, -4))],
  ['deflate that is gzip', packed('deflate', gzipSync(body))],
  ['br', packed('br', brotliCompressSync(body))],
  ['a coding nobody knows', packed('secret', Buffer.from(body))],
  ['a coding with the name of something else', packed('__proto__', Buffer.from(body))],
  ['as large as may be', (response) => response.end('x'.repeat(size))],
  ['too large', (response) => response.end(large)],
  ['too large once it is unpacked', packed('gzip', gzipSync(large))],
  ['too large, and without an end', (response) => response.write(large)],
])('reads an answer: %s', async (_what, answer) => {
  respond = answer;
  const { ours, library } = await both({ method: 'GET' });
  expect(ours).toEqual(library);
});
