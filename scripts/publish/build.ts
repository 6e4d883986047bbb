/** Builds the app into dist with the service's dialect. Stops at an invalid dialect or setting. */
import { settingProblems } from '../../host/settings.ts';
import { bundleApp, dialectToBuild } from './app-bundle.ts';

try {
  const problems = settingProblems(process.env);
  if (problems.length) throw new Error(problems.join('\n'));
  await bundleApp(dialectToBuild());
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
