/** `npm run check -- changed`: what a change may break. */
import { runAll, typesAndLint } from '../commands.ts';

runAll([...typesAndLint, 'npx jest --onlyChanged']);
