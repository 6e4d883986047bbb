/** Runs of operations without a platform, for what only looks at them. */
import { newRun, type Connection, type Run } from '../../client/run.ts';
import { readInstallation } from '../../client/settings.ts';
import type { Http } from '../../host.ts';
import { readDialect } from '../../service/dialect.ts';

const noRequest = async (): Promise<never> => {
  throw new Error('Nothing is sent here.');
};

/** A run of a connection, with the requests of `http`; by default none. */
export const runWith = (connection: Connection, http: Partial<Http> = {}): Run =>
  newRun({
    connection,
    dialect: readDialect(process.env.SERVICE_DIALECT),
    installation: readInstallation(process.env),
    host: {
      http: { send: noRequest, open: noRequest, ...http },
      store: {
        get: async () => undefined,
        set: async () => undefined,
        claim: async () => undefined,
        delete: async () => undefined,
        onOutage: 'open',
      },
      inWords: (text) => text,
      clock: { wait: async () => undefined, within: (_, work) => work },
    },
  });

/** A run before there is a connection. */
export const noAccount = (): Run => runWith({});
