/** Cases to read: the case itself, its related parties, and what is known of its course. */
import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceTemplateCallback,
} from '@modelcontextprotocol/server';

import { messageOf, runTool } from './adapter/step.ts';
import type { Host } from './call.ts';
import { dataNotice, withoutSecrets } from './data.ts';
import { nextAction } from './next-action.ts';
import { asList } from './result.ts';
import type { Tool } from './tools/catalogue.ts';

type Case = Record<string, unknown>;

/** Keys of a case that say when something happened. */
const times = (found: Case) =>
  Object.fromEntries(Object.entries(found).filter(([key]) => /_(at|date)$/.test(key)));

const views: Record<
  string,
  { title: string; description: string; of: (found: Case, host: Host) => object }
> = {
  '': {
    title: 'Case',
    description: 'A case as the service has it now: status, risk, data of the client.',
    of: (found) => ({ case: found, ...nextAction([found]) }),
  },
  '/related-parties': {
    title: 'Related Parties',
    description: 'The persons and businesses related to a case.',
    of: ({ application_id, persons = [], businesses = [] }) => ({
      application_id,
      persons,
      businesses,
    }),
  },
  '/timeline': {
    title: 'Timeline',
    description: 'The state of a case, and what this server saw of its course while it ran.',
    of: (found, { known }) => ({
      application_id: found.application_id,
      now: { status_review: found.status_review, is_draft: found.is_draft, ...times(found) },
      seen: known.find(String(found.application_id))?.seen ?? [],
      note: 'The service shows no list of past events: earlier ones are not in here.',
    }),
  },
};

const root = 'onboarding://cases/{application_id}';

/** @param findCase the tool that reads a case. @returns what adds the resources to a server. */
export function resourcesOf(host: Host, findCase: Tool): (server: McpServer) => void {
  const complete = {
    application_id: (start: string) =>
      host.known
        .ids()
        .filter((id) => id.startsWith(start))
        .slice(0, 100),
  };
  const made = Object.entries(views).map(([path, { title, description, of }]) => {
    const list = () => ({
      resources: host.known.ids().map((id) => ({
        uri: root.replace('{application_id}', encodeURIComponent(id)) + path,
        name: `${title} ${id}`,
        mimeType: 'application/json',
      })),
    });
    const template = new ResourceTemplate(root + path, { list, complete });
    const config = {
      title,
      description: `${description} ${dataNotice}`,
      mimeType: 'application/json',
    };
    const read: ReadResourceTemplateCallback = async (uri, { application_id }) => {
      const input = { application_id: decodeURIComponent(String(application_id)) };
      const [found] = asList(
        await runTool(findCase.action, host.account, input, host.files).catch((error) => {
          throw new Error(messageOf(error));
        }),
      );
      if (!found) throw new ResourceNotFoundError(uri.href);
      host.known.note(findCase.name, found);
      const shown = { notice: dataNotice, ...of(found, host) };
      const text = JSON.stringify(withoutSecrets(shown, host.secrets), null, 1);
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
    };
    return (server: McpServer) => server.registerResource(title, template, config, read);
  });
  return (server) => made.forEach((add) => add(server));
}
