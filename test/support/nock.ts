/**
 * Nock, as `import nock from 'nock'` gives it to the tests (jest.config.js): a request that nobody
 * prepared an answer for is refused, and nothing prepared outlives its test. Files that do not name
 * it run without it: it stands between the app and its sockets, and takes a tenth of the time.
 */
import type Nock from 'nock';

import type { Example } from './examples.ts';
import { base } from './app.ts';

const nock = jest.requireActual<typeof Nock>('nock/index.js');
export default nock;

nock.disableNetConnect();
nock.enableNetConnect('127.0.0.1');
afterEach(() => nock.cleanAll());
// A file that leaves nock active makes the next one fail.
afterAll(() => nock.restore());

/** Prepares the answers to what follows the first request. */
export function expectRest({ requests: [, ...rest] }: Example) {
  for (const { method, path, answer } of rest) {
    nock(base)
      .intercept(path, method)
      .reply(200, answer as Nock.Body);
  }
}
