import nock from 'nock';

import { liftMemoryLimit } from '../testing/memory-limit.ts';

process.env.SERVICE_RETRY_DELAY_MS = '1';

beforeAll(() => {
  liftMemoryLimit();
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  nock.enableNetConnect('127.0.0.1');
});
afterEach(() => nock.cleanAll());
// A file that leaves nock active makes the next one fail.
afterAll(() => nock.restore());
