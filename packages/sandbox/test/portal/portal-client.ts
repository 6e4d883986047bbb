/** A client of the portal over HTTP: what the pages show, and what the forms do. */
import type { Sandbox } from '../../server.tsx';
import { apiOf, send, type Form, type NewCase } from '../visitor.ts';

const all = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, found]) => found!);

/** The version that the last form of a page carries. */
export const versionOn = (page: string): string =>
  all(page, /name="version" value="([^"]*)"/g).at(-1)!;

/** The documents that a page asks for: the value that their form sends, and their headings. */
export const slotsOn = (page: string) => {
  const headings = all(page, /<li id="slot-.*?<h2 dir="auto">(.*?)<\/h2>/gs);
  return all(page, /name="type" value="([^"]*)"/g).map((value, index) => {
    const heading = headings[index]!;
    return {
      value,
      owner: /\((?!optional)(.*?)\)/.exec(heading)?.[1] ?? '',
      isMissing: heading.startsWith('Still needed'),
    };
  });
};

export function portalClient(sandbox: () => Sandbox) {
  const program = apiOf(sandbox);
  const { api, showCase } = program;
  const read = async (link: string, query = '') => (await fetch(link + query)).text();
  const post = (link: string, path: string, form: Form) => send(sandbox(), `${link}/${path}`, form);
  return {
    ...program,
    read,
    post,
    newCase: (body: object) =>
      showCase(sandbox().act.create({ is_draft: true, ...body } as NewCase).application_id),
    newLink: async (id: string, steps: object[] = []): Promise<string> =>
      (await api('POST', `/api/applications/${id}/portals`, { configuration: { steps } })).link,
    ask: (id: string, request: object) =>
      sandbox().act.ask(id, { reason: 'More, please', ...request }),
    submit: (link: string) => post(link, 'submit', { confirm: 'yes' }),
    /** What is on the page that a form leads to. */
    follow: ({ to }: { to: string }) => read(new URL(to, sandbox().url).href),
    slots: async (link: string) => slotsOn(await read(link, '?step=documents')),
    /** The sections that something is missing in. */
    gaps: async (link: string) => [
      ...new Set(all(await read(link, '?step=review'), /<li><a href="[^"]*\?step=(\w+)#/g)),
    ],
  };
}
