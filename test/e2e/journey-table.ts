/** The journey of a deal through each tool, on the sandbox. */
import { flows, withoutAlarms, type Host } from '../support/journey.ts';
import { startSandboxService } from './sandbox-service.ts';

/** What a tool needs of a service. */
export interface Account {
  url: string;
  key: string;
}
type OpenHost = (account: Account) => Promise<Host & { close?(): unknown }>;

/** The tests of tools, each by its name. */
export function itGoesTheWholeWay(hosts: Record<string, OpenHost>): void {
  describe.each(Object.entries(hosts))('%s on the sandbox', (_tool, open) => {
    let service: Awaited<ReturnType<typeof startSandboxService>>;
    let host: Awaited<ReturnType<OpenHost>>;
    beforeAll(async () => {
      service = await startSandboxService();
      host = await open(service);
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
}
