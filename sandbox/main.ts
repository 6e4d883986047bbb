/** The sandbox alone; `npm start` has the server for assistants beside it. */
import { start } from './start.ts';

await start();
