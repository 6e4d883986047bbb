/** The journey of a deal through each tool, on the sandbox. */
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { submitPortal, type Client } from '../../demo/client.ts';
import { specified } from '../known-service/choices.ts';
import { flows, withoutAlarms, type Host, type Item, type Service } from '../support/journey.ts';

/** Repeats and waits of the sandbox take a five hundredth of their time. */
const factor = 0.002;

/** What the client knows besides what is in the case. */
const client: Client = {
  id: '1',
  subject: 'business',
  input: { organization_name: 'Lumen Studio SAS' },
};

/** Starts the sandbox as a service of the journey: its API, its portal and its back office. */
async function startSandboxService() {
  const sandbox = await createSandbox({ deliveryFactor: factor });
  const stored = async (id: string) => {
    const headers = { authorization: sandbox.apiKey };
    const answer = await fetch(`${sandbox.url}/api/applications/${id}`, { headers });
    return (await answer.json()) as Item;
  };
  /** The case that fits. */
  async function caseWith(isMeant: (one: Item) => boolean): Promise<Item | undefined> {
    const ids = sandbox.act.cases().map(({ application_id }) => application_id);
    return (await Promise.all(ids.map(stored))).find(isMeant);
  }
  const service: Service = {
    choices: { ...specified, casePortal: 'under the case' },
    stored,
    async contents(document) {
      const isMeant = ({ documents }: Item) =>
        documents.some(({ document_id }: Item) => document_id === document);
      const { application_id } = (await caseWith(isMeant))!;
      const page = `${sandbox.url}/back-office/cases/${application_id}/documents/${document}`;
      return [await (await fetch(page)).text()];
    },
    async caseBehind(link) {
      const opened = await fetch(link);
      if (!opened.ok) throw new Error(`${link} is no portal.`);
      return (await caseWith(({ portals }) => portals?.link === link))?.application_id;
    },
    submit: (link) => submitPortal(link, client),
    async requestInformation(id) {
      sandbox.act.ask(id, { reason: 'Please correct the number' });
    },
    enterWebhook() {
      throw new Error('The sandbox registers webhooks.');
    },
  };
  return {
    ...service,
    url: sandbox.url,
    key: sandbox.apiKey,
    close: () => sandbox.close(),
  };
}

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
