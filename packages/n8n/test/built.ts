/**
 * The built package as Node loads it: anew, whenever this module is loaded. `npm run coverage` puts
 * the sources in its place.
 */
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
const path = load.resolve('../dist/index.js');
delete load.cache[path];

export const { ComplianceOnboarding, ComplianceOnboardingTrigger, ComplianceOnboardingApi } = load(
  path,
) as typeof import('../index.ts');
