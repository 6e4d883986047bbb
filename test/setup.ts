import nock from 'nock';

process.env.SERVICE_RETRY_DELAY_MS = '1';

beforeAll(() => {
  // The platform ends a process that holds much memory; a test worker holds far more than a Lambda.
  const usage = { rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 };
  process.memoryUsage = Object.assign(() => usage, { rss: () => 0 });

  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  nock.enableNetConnect('127.0.0.1');
});
afterEach(() => nock.cleanAll());
// A file that leaves nock active makes the next one fail.
afterAll(() => nock.restore());
