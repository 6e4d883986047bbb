/**
 * Nock for the tests of a file: a request that nobody prepared an answer for is refused, an answer
 * that nobody asked for fails its test, and nothing prepared outlives it. Other files run without
 * nock: it stands between the app and its sockets, and takes a tenth of the time.
 */
import nock from 'nock';

import { base } from './app.ts';

nock.restore();

/** What nock lets through. */
const local = '127.0.0.1';

/** The connection of a Zap. */
export const authData = { base_url: base, api_key: 'secret-key' };

/** A request. */
interface Request {
  method: string;
  path: unknown;
  authorization?: unknown;
  body?: unknown;
}

/** The requests that a test prepared an answer to by `service`. */
const prepared: { request: Request; scope: nock.Scope }[] = [];
/** The requests that nock refused. */
const refused: Request[] = [];

/** The service: prepares the answer to one request, which must carry the key of the connection. */
export function service(): nock.Scope {
  const authorization = authData.api_key;
  const scope = nock(base, { reqheaders: { authorization } });
  const intercept = scope.intercept.bind(scope);
  // Each method, such as `post`, calls it.
  scope.intercept = (path, method = 'GET', body, options) => {
    prepared.push({ request: { method, path, authorization, body }, scope });
    return intercept(path, method, body, options);
  };
  return scope;
}

/** A text of JSON as its value, and any other as it is. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}

/** What nock tells of a request that it refuses; of another host before it has read it. */
interface Options {
  method: string;
  path: string;
  hostname: string;
  headers?: Record<string, unknown>;
}

const note = (first: Options, second?: Options, body = '') => {
  const { method, path, hostname, headers } = second ?? first;
  if (hostname === local) return;
  refused.push({
    method,
    path: second ? path : hostname + path,
    authorization: headers?.authorization,
    body: valueOf(body),
  });
};

/** @throws Error with the first refused request beside the one that the test prepared instead. */
function checkRequests(): void {
  const sent = refused[0];
  if (!sent) return;
  const pending = prepared.filter(({ scope }) => !scope.isDone()).map(({ request }) => request);
  const isSame = ({ method, path }: Request) => method === sent.method && path === sent.path;
  const expected = pending.find(isSame) ?? pending[0];
  // An answer that was prepared without a body is for each body.
  if (expected) expect(expected.body ? sent : { ...sent, body: undefined }).toEqual(expected);
  throw new Error(`No answer is prepared for this request: ${JSON.stringify(sent)}`);
}

/** A step or a test tool that fails with the request that nock refuses, not with what it says of it. */
export const withRefusals = <Run extends (...args: any[]) => Promise<unknown>>(run: Run) =>
  (async (...args) => {
    try {
      return await run(...args);
    } finally {
      checkRequests();
    }
  }) as Run;

/** Answers requests of this file's tests by nock. */
export function useNock() {
  beforeAll(() => {
    nock.activate();
    nock.disableNetConnect();
    nock.enableNetConnect(local);
    nock.emitter.on('no match', note);
  });
  afterEach(() => {
    // A refused request has said it already.
    const pending = refused.length ? [] : nock.pendingMocks();
    nock.cleanAll();
    prepared.length = 0;
    refused.length = 0;
    if (pending.length) throw new Error(`Nobody asked for ${pending.join(', ')}.`);
  });
  afterAll(() => {
    nock.emitter.off('no match', note);
    nock.restore();
  });
}
