/** `npm run check -- deploy`: lists missing things before a push to Zapier. */
import { deployProblems } from './deploy-rules.ts';

const missing = await deployProblems();
missing.forEach((line) => console.log(`missing: ${line}`));
console.log(missing.length ? `${missing.length} missing` : 'Ready to push');
process.exit(missing.length ? 1 : 0);
