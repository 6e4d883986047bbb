/**
 * Nock for the tests of a file: a request that nobody prepared an answer for is refused, an answer
 * that nobody asked for fails its test, and nothing prepared outlives it. Other files run without
 * nock: it stands between the app and its sockets, and takes a tenth of the time.
 */
import nock from 'nock';

import { base } from './app.ts';

nock.restore();

/** The connection of a Zap. */
export const authData = { base_url: base, api_key: 'secret-key' };

/** The service: prepares the answer to one request, which must carry the key of the connection. */
export const service = () => nock(base, { reqheaders: { authorization: authData.api_key } });

/** Answers requests of this file's tests by nock. */
export function useNock() {
  const others: string[] = [];
  const note = (_: unknown, { method, path }: Record<string, string> = {}, body = '') =>
    others.push(`${method} ${path} ${body}`);
  beforeAll(() => {
    nock.activate();
    nock.disableNetConnect();
    nock.enableNetConnect('127.0.0.1');
    nock.emitter.on('no match', note);
  });
  afterEach(() => {
    const prepared = nock.pendingMocks();
    nock.cleanAll();
    const sent = others.splice(0);
    if (!prepared.length) return;
    throw new Error(
      `Nobody asked for ${prepared.join(', ')}. Sent instead: ${sent.join('\n') || 'nothing'}`,
    );
  });
  afterAll(() => {
    nock.emitter.off('no match', note);
    nock.restore();
  });
}
