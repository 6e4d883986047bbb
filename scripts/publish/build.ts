/** Builds dist/index.js, unless a setting cannot be right. */
import { settingProblems } from '../../api/settings.ts';
import { bundleApp } from '../../testing/app-bundle.ts';

// What the settings say decides how the triggers are built.
const problems = settingProblems();
if (problems.length) {
  console.error(problems.join('\n'));
  process.exit(1);
}

await bundleApp();
