/**
 * The exports of the package. scripts/publish/n8n.ts makes the files from which n8n loads each
 * class.
 */
export { ComplianceOnboardingApi } from './credentials/ComplianceOnboardingApi.credentials.ts';
export { ComplianceOnboarding } from './nodes/ComplianceOnboarding/ComplianceOnboarding.node.ts';
export { ComplianceOnboardingTrigger } from './nodes/ComplianceOnboarding/ComplianceOnboardingTrigger.node.ts';
