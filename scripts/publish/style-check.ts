/** Prints what breaks Zapier's style rules, by our copy of them: `validate` without an answer of Zapier. */
import { appProblems } from './deploy-rules.ts';
import { copiedIn } from './publishing-rules.ts';

const problems = await appProblems();
console.log(
  `Zapier's own style check did not run. Broken rules by our copy of ${copiedIn}: ${problems.length}`,
);
problems.forEach((problem) => console.log(`- ${problem}`));
// Exits despite a timer of the platform.
process.exit();
