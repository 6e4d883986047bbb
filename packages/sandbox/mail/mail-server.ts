/** The embedded mail server: accepts every message and stores it in the mailbox. */
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

import type { Parts } from '../domain/services.ts';
import { insertMail, readMessage } from './mails.ts';

const largestMail = 5 * 1024 * 1024;

const tooLarge = () =>
  Object.assign(new Error('The message is larger than 5 MB.'), { responseCode: 552 });

/** Starts the server on the loopback interface. `port` 0 picks a free one. */
export async function startMailServer(services: Parts<'store' | 'clock'>, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: largestMail,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then(async (raw) => {
          if (stream.sizeExceeded) throw tooLarge();
          insertMail(services, await readMessage(raw, to), { raw });
          done();
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
