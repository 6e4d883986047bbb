/** Cases as resources that a person can attach to a conversation, in the form of Find Case. */
import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
} from '@modelcontextprotocol/server';

import { recentCases, recentIds } from '../../client/recent-cases.ts';
import { progressOf } from '../../fields/progress.ts';
import { clientName } from '../../service/contract.ts';
import { messageOf } from './adapter/words.ts';
import { find } from './call.ts';
import { decoded, escaped, visible, withoutSecrets } from './data.ts';
import { answer } from './result.ts';
import type { Shared } from './shared.ts';
import type { Tool } from './tools/tool-list.ts';

const address = 'onboarding://cases/{application_id}';
const mimeType = 'application/json';

/**
 * @param tool the tool that reads a case.
 * @returns a function that adds the resource to a server.
 */
export function caseResource(shared: Shared, tool: Tool): (server: McpServer) => void {
  const { newRun, secrets } = shared;
  const template = new ResourceTemplate(address, {
    async list() {
      const resources = (await recentCases(newRun())).map((found) => {
        const { application_id: id } = found;
        const title = clientName(found).replace(/\s+/g, ' ') || id;
        const { status_text } = progressOf(found);
        return {
          uri: address.replace('{application_id}', encodeURIComponent(id)),
          ...visible(withoutSecrets({ name: title, title, description: status_text }, secrets)),
          mimeType,
        };
      });
      return { resources };
    },
    complete: {
      application_id: async (start) =>
        (await recentIds(newRun())).filter((id) => id.startsWith(start)),
    },
  });
  return (server) =>
    server.registerResource(
      'Case',
      template,
      { title: 'Case', description: tool.description, mimeType },
      async (uri, { application_id }) => {
        const input = { application_id: decoded(String(application_id)) };
        const found = await find({ shared, tool, input }).catch((error: unknown) => {
          throw new Error(escaped(withoutSecrets(messageOf(error), secrets)));
        });
        if (!found.length) throw new ResourceNotFoundError(uri.href);
        const { text } = answer(tool, found, secrets).content[0] as { text: string };
        return { contents: [{ uri: uri.href, mimeType, text }] };
      },
    );
}
