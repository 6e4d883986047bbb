/** What an assistant calls twice: the table of repeats (test/e2e/repeats.ts), remembered by the server. */
import { repeatTable, type RepeatHost } from '../../../test/e2e/repeats.ts';
import { agree, asCall, newest, startServer } from './support.ts';

async function start(base_url: string) {
  const server = await startServer(base_url);
  const { call, close } = await newest(server.url, agree);
  return {
    call,
    async close() {
      await close();
      await server.close();
    },
  };
}
let assistant: ReturnType<typeof start> | undefined;
const stop = async () => {
  await (await assistant)?.close();
  assistant = undefined;
};
afterAll(stop);

const assistants: RepeatHost = {
  async run(key, input, base_url) {
    assistant ??= start(base_url);
    const { isError, structured, text } = await (await assistant).call(...asCall(key, input));
    if (isError) throw new Error(text);
    return structured!.result;
  },
  told: {
    T: /^Another call is doing the same .*Call it again in 10 seconds/,
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
  decision | plain   | 2/2 ++ | 3/3 +++ | 3/3 ?++ | 3/3 x++`,
);
