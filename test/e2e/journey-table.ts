/** The table of the journey: each flow in each tool, on the sandbox and on the known service. */
import { flows, withoutAlarms, type Host } from '../support/journey.ts';
import { startKnownService } from '../support/known-service.ts';
import { startSandboxService } from './sandbox-service.ts';

/** What a tool needs of a service: its account, the text of its dialect, the host of its portals. */
export interface Account {
  url: string;
  key: string;
  dialect: string;
  portalAddress: string;
}
export type OpenHost = (account: Account) => Promise<Host & { close?(): unknown }>;

const services = {
  'the sandbox': async () => ({ dialect: '', portalHost: '', ...(await startSandboxService()) }),
  'the known service': async () => ({ dialect: 'ondorse', ...(await startKnownService()) }),
};

/** The tests of tools, each by its name, on these services. */
export function itGoesTheWholeWay(
  hosts: Record<string, OpenHost>,
  names = Object.keys(services) as (keyof typeof services)[],
): void {
  describe.each(Object.entries(hosts))('%s', (_tool, open) => {
    describe.each(names)('on %s', (name) => {
      const start = services[name];
      let service: Awaited<ReturnType<typeof start>>;
      let host: Awaited<ReturnType<OpenHost>>;
      beforeAll(async () => {
        service = await start();
        const { url, key, dialect, portalHost: portalAddress } = service;
        host = await open({ url, key, dialect, portalAddress });
      });
      afterAll(async () => {
        await host.close?.();
        await service.close();
      });

      it.each(Object.entries(flows))('%s', async (_flow, flow) => {
        expect.hasAssertions();
        await flow({ host: withoutAlarms(host), service });
      });
    });
  });
}
