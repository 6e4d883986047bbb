/**
 * Nock for the tests of a file: a request that nobody prepared an answer for is refused, and nothing
 * prepared outlives its test. Other files run without it: it stands between the app and its sockets,
 * and takes a tenth of the time.
 */
import nock from 'nock';

import type { Example } from './examples.ts';
import { base } from './app.ts';

nock.restore();

/** Answers requests of this file's tests by nock. */
export function useNock() {
  beforeAll(() => {
    nock.activate();
    nock.disableNetConnect();
    nock.enableNetConnect('127.0.0.1');
  });
  afterEach(() => nock.cleanAll());
  afterAll(() => nock.restore());
}

/** Prepares the answers to what follows the first request. */
export function expectRest({ requests: [, ...rest] }: Example) {
  for (const { method, path, answer } of rest) {
    nock(base)
      .intercept(path, method)
      .reply(200, answer as nock.Body);
  }
}
