/** The embedded mail server: accepts every message and stores it in the mailbox. */
import { SMTPServer } from 'smtp-server';

import type { Parts } from '../domain/services.ts';
import { insertMail, readMessage } from './mails.ts';

const largestMail = 5 * 1024 * 1024;

const tooLarge = () =>
  Object.assign(new Error('The message is larger than 5 MB.'), { responseCode: 552 });

/** The message; undefined above the size limit. */
async function boundedBuffer(stream: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= largestMail) chunks.push(chunk);
  }
  return size > largestMail ? undefined : Buffer.concat(chunks);
}

/** Starts the server on the loopback interface. `port` 0 picks a free one. */
export async function startMailServer(services: Parts<'store' | 'clock'>, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: largestMail,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      boundedBuffer(stream)
        .then((raw) => {
          if (!raw) return done(tooLarge());
          return readMessage(raw, to).then((mail) => {
            insertMail(services, mail);
            done();
          });
        })
        .catch(done);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
