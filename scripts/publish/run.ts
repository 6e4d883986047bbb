/** Runs without a platform, for functions that only read them. */
import { newRun, type Connection, type Run } from '../../client/exchange/run.ts';
import { readInstallation } from '../../host/settings.ts';
import type { Http } from '../../host/host.ts';
import { readDialect } from '../../service/dialect.ts';

const noRequest = async (): Promise<never> => {
  throw new Error('Nothing is sent here.');
};

/** A run of a connection with the requests of `http`; the default sends none. */
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
        claim: async () => true,
        delete: async () => undefined,
      },
      inWords: (text) => text,
      clock: { wait: async () => undefined, within: (_, work) => work },
    },
  });

/** A run without a connection. */
export const noAccount = (): Run => runWith({});
