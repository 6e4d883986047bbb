/** The sandbox as a service of the journey: its API, its portal and its back office. */
import { createSandbox } from '../../packages/sandbox/server.tsx';
import { submitPortal, type Client } from '../../demo/client.ts';
import type { Item, Service } from '../support/journey.ts';
import { specified } from '../known-service/choices.ts';

/** Repeats and waits of the sandbox take a five hundredth of their time. */
const factor = 0.002;

/** What the client knows besides what is in the case. */
const client: Client = {
  id: '1',
  subject: 'business',
  input: { organization_name: 'Lumen Studio SAS' },
};

/** Starts one; `sandbox` is all of it. */
export async function startSandboxService() {
  const sandbox = await createSandbox({ deliveryFactor: factor });
  const { documents, portals } = sandbox.services;
  const service: Service = {
    choices: { ...specified, casePortal: 'under the case' },
    async stored(id) {
      const headers = { authorization: sandbox.apiKey };
      const answer = await fetch(`${sandbox.url}/api/applications/${id}`, { headers });
      return (await answer.json()) as Item;
    },
    contents(document) {
      const { application_id } = documents.find(document);
      return [Buffer.from(documents.file(application_id, document, 0).content).toString()];
    },
    async caseBehind(link) {
      const opened = await fetch(link);
      const { application_id } = portals.find(link.split('/').at(-1)!)!;
      if (!opened.ok) throw new Error(`${link} is no portal.`);
      return application_id ?? undefined;
    },
    submit: (link) => submitPortal(link, client),
    async requestInformation(id) {
      const ask = { reason: 'Please correct the number', fields: [], documents: [] };
      portals.requestInformation('Reviewer', id, ask);
    },
    enterWebhook() {
      throw new Error('The sandbox registers webhooks.');
    },
  };
  return {
    ...service,
    sandbox,
    url: sandbox.url,
    key: sandbox.apiKey,
    close: () => sandbox.close(),
  };
}
