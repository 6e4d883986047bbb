/** Prints what breaks Zapier's style rules, by our copy of them: `validate` without an answer of Zapier. */
import { dialectToBuild } from './app-bundle.ts';
import { copiedIn, publishingProblems } from './publishing-rules.ts';

process.env.SERVICE_DIALECT = dialectToBuild();
const { default: app } = await import('../../index.ts');
const problems = await publishingProblems(app);
console.log(
  `Zapier's own style check did not run. Broken rules by our copy of ${copiedIn}: ${problems.length}`,
);
problems.forEach((problem) => console.log(`- ${problem}`));
// Exits despite a timer of the platform.
process.exit();
