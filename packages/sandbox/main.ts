/** The sandbox alone; `npm start` has the server for assistants beside it. */
import { readArguments } from './options.ts';
import { start } from './start.ts';

await start(readArguments);
