/**
 * A service, or a host of files, that does not answer or breaks off is told as such. What goes wrong
 * besides is the same for each platform: test/client/faults.test.ts, test/client/files.test.ts.
 */
import type { ServerResponse } from 'node:http';

import { answerJson, listen } from '../../../zapier/local/listen.ts';
import { callAt, startServer } from './support.ts';

const late = 'did not answer in time.';

/** How an answer goes wrong, what is told of the service, and what of the host of a file. */
const wrongs: [what: string, answer: (response: ServerResponse) => unknown, ...told: string[]][] = [
  [
    'switches to another protocol',
    (response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end(),
    late,
    late,
  ],
  [
    'breaks off its answer',
    (response) => {
      response.writeHead(200, { 'content-length': '500' }).write('{"a":');
      // Whether the bytes before it are still read is a matter of time.
      setTimeout(() => response.destroy(), 20);
    },
    'broke off its answer.',
    'of 500 bytes.',
  ],
  [
    // A file is looked for there, a request never sent on: it carries the key.
    'leads to another one, where nobody is',
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1' }).end(),
    'answered with another address.',
    'cannot be reached',
  ],
];

describe.each(wrongs)('a host that %s', (_what, answer, ofService, ofFile) => {
  let host: Awaited<ReturnType<typeof listen>>;
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    // Only where no answer comes is the time to run out.
    process.env.SERVICE_TIMEOUT_SECONDS = ofService === late ? '0.2' : '5';
    // The case is there: a document for an unknown one is not uploaded.
    host = await listen(({ path }, response) =>
      path === '/api/applications/app_1'
        ? answerJson(response, 200, { application_id: 'app_1' })
        : answer(response),
    );
    server = await startServer(host.url, { files: { largest: 1000, publicOnly: false } });
  });
  afterAll(async () => {
    delete process.env.SERVICE_TIMEOUT_SECONDS;
    await server.close();
    host.close();
  });

  it.each([
    ['the service', 'start_onboarding', { subject: 'person', last_name: 'Ferrer' }, ofService],
    ['a file', 'upload_document', { application_id: 'app_1', type: 'ID' }, ofFile],
  ])('as %s', async (_of, tool, input, told) => {
    const file = tool === 'upload_document' ? { file: `${host.url}/passport.txt` } : {};
    const { isError, text } = await callAt(server.url, tool, { ...input, ...file });
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining(told!) });
  });
});
