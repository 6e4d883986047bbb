/** The workflows to import: complete, and our steps run as they stand in the file. */
import { readdirSync, readFileSync } from 'node:fs';
import { NodeHelpers, type IDataObject, type INode } from 'n8n-workflow';

import { createSandbox, type Sandbox } from '../../packages/sandbox/server.tsx';
import { action, actionOn, completed, trigger } from './engine.ts';

interface File {
  name: string;
  nodes: INode[];
  connections: Record<string, { main: { node: string }[][] }>;
}
const files = readdirSync('n8n/workflows').map((file): [string, File] => [
  file,
  JSON.parse(readFileSync(`n8n/workflows/${file}`, 'utf8')) as File,
]);
const prefix = 'n8n-nodes-compliance-onboarding.';
const own = ({ nodes }: File) => nodes.filter(({ type }) => type.startsWith(prefix));

/** What a CRM hands over. */
const deal = {
  id: '10482',
  company: 'Lumen Studio SAS',
  country: 'France',
  registration_number: '552100554',
  email: 'finance@lumen.example',
};

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox()));
afterAll(() => sandbox.close());

describe.each(files)('%s', (name, file) => {
  it('names only nodes that are there, and only parameters that the nodes have', () => {
    const names = file.nodes.map((node) => node.name);
    expect(new Set(names).size).toBe(names.length);
    for (const [from, { main }] of Object.entries(file.connections)) {
      expect(names).toEqual(expect.arrayContaining([from, ...main.flat().map(({ node }) => node)]));
    }
    for (const node of own(file)) {
      const type = node.type.endsWith('Trigger') ? trigger : action;
      const known = completed(type, node.parameters as IDataObject, node);
      const menus = ['resource', 'operation', 'event'];
      const given = Object.entries(node.parameters).filter(([key]) => !menus.includes(key));
      for (const [key, value] of given) expect([key, known?.[key]]).toEqual([key, value]);
      expect(
        NodeHelpers.getNodeParametersIssues(type.description.properties, node, type.description),
      ).toBeNull();
    }
  });

  it('runs its steps one after the other', async () => {
    sandbox.reset();
    let json: IDataObject = deal;
    for (const { type, parameters } of own(file)) {
      if (type.endsWith('Trigger')) continue;
      const [item] = await actionOn(sandbox.url).execute(parameters as IDataObject, [{ json }]);
      json = item!.json;
      expect(json.application_id ?? json.portal_link).toBeDefined();
    }
    const [stored] = sandbox.services.cases.list({}, 1);
    if (name === 'portal-first.json') {
      // The client's submission makes the case.
      expect(json.portal_link).toMatch(/^http/);
      expect(stored).toBeUndefined();
      return;
    }
    if (json !== deal) expect(stored!.external_reference).toBe('deal-10482');
    if (name === 'demo.json') expect(stored!.status_review).toBe('approved');
  });
});
