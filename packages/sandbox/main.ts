/** The sandbox alone: the package's command. `npm start` adds the server for assistants. */
import { readArguments } from './options.ts';
import { start } from './start.ts';

await start(readArguments);
