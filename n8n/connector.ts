/**
 * What the nodes use of the connector. The build makes a function of it, which takes the settings
 * in the place of the environment: each account of n8n may have its own.
 */
export { authHeader } from '../api/connection.ts';
export { settingProblems, settings } from '../api/settings.ts';
export { fingerprint } from '../api/transport.ts';
export { countryChoices } from '../fields/country.ts';
export { isCustomField } from '../fields/custom.ts';
export { connectionTest, formOf, methodOf, triggerMethod } from './methods.ts';
