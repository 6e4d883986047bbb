/**
 * The built package, as n8n loads it. For `npm run coverage` its sources, because the coverage of
 * the built file says nothing about them.
 */
const { ComplianceOnboarding, ComplianceOnboardingTrigger, ComplianceOnboardingApi } = require(
  process.env.N8N_NODES === 'sources' ? '../index.ts' : '../dist/index.js',
) as typeof import('../index.ts');

export { ComplianceOnboarding, ComplianceOnboardingTrigger, ComplianceOnboardingApi };
