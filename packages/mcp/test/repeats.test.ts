/** What an assistant calls twice: the table of repeats (test/e2e/repeats.ts), remembered by the server. */
import { repeatTable, type RepeatHost } from '../../../test/e2e/repeats.ts';
import { agree, clients, startServer } from './support.ts';

let server: ReturnType<typeof startServer> | undefined;
const stop = async () => {
  await (await server)?.close();
  server = undefined;
};
afterAll(stop);

const assistants: RepeatHost = {
  async run(key, input, base_url) {
    server ??= startServer(base_url);
    const assistant = await clients[0]![1]((await server).url, agree);
    const { isError, structured, text } = await assistant.call(key, input);
    await assistant.close();
    if (isError) throw new Error(text);
    return structured!.result;
  },
  told: {
    T: /^Another call is creating the same thing .*Call it again in a few seconds/,
    R: /The service may have carried out the request: look for the External Reference "deal-1" in the service before/,
    '?': /The service may have carried out the request: look in the service before/,
  },
  // A server that starts again remembers nothing.
  restart: stop,
  clear: stop,
};

repeatTable(
  () => assistants,
  `
  what     | service | again  | at once | lost    | killed
  case     | plain   | 1/1 += | 1/1 +T= | 2/2 R+= | 2/2 x+=
  case     | keys    | 1/1 += | 1/1 +T= | 2/1 +== | 2/1 x==
  party    | plain   | 1/1 += | 1/1 +T= | 2/2 ?+= | 2/2 x+=
  decision | plain   | 2/2 ++ | 3/3 +++ | 3/3 ?++ | 3/3 x++`,
);
