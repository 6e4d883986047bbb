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
  beforeAll(() => {
    nock.activate();
    nock.disableNetConnect();
    nock.enableNetConnect('127.0.0.1');
  });
  afterEach(() => {
    const unasked = nock.pendingMocks();
    nock.cleanAll();
    expect(unasked).toEqual([]);
  });
  afterAll(() => nock.restore());
}
