/** `npm start`: the sandbox, with the server for assistants mounted at /mcp. */
import { readArguments } from '../packages/sandbox/options.ts';
import { start } from '../packages/sandbox/start.ts';

await start(readArguments, {
  // Loaded with the first request: most who start the sandbox use no assistant.
  '/mcp': async (request, sandbox) =>
    (await import('../packages/mcp/mock.ts')).serveMock(request, sandbox),
});
