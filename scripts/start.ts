/** `npm start`: the sandbox with the account of the guides, and the server for assistants at /mcp. */
import { readArguments } from '../packages/sandbox/options.ts';
import { start } from '../packages/sandbox/start.ts';
import { account } from '../demo/recipes/account.ts';

await start(readArguments, {
  newAccount: account,
  mounts: {
    // Loaded with the first request: few users need an assistant.
    '/mcp': async (request, sandbox) =>
      (await import('../packages/mcp/mock.ts')).serveMock(request, sandbox),
  },
});
