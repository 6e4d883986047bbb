/** `npm start`: starts the sandbox and mounts the server for assistants at /mcp. */
import { readArguments } from '../packages/sandbox/options.ts';
import { start } from '../packages/sandbox/start.ts';

await start(readArguments, {
  // Loaded with the first request: few users need an assistant.
  '/mcp': async (request, sandbox) =>
    (await import('../packages/mcp/mock.ts')).serveMock(request, sandbox),
});
