/**
 * What the nodes use of the connector. The build makes a function of it, which takes dialect
 * and settings in the place of the environment: each account of n8n may have its own.
 */
import { readDialect } from '../../service/dialect.ts';

export { authHeader } from '../../client/connection.ts';
export { settings } from '../../client/settings.ts';
export { fingerprint } from '../../client/transport.ts';
export { countryChoices } from '../../fields/country.ts';
export { isCustomField } from '../../fields/custom.ts';
export { registrationsAt } from '../../triggers/hook.ts';
export { connectionTest, formOf, methodOf, triggerMethod } from './methods.ts';

/** Why a text is no dialect; undefined for one that is. */
export function dialectProblem(text: string): string | undefined {
  try {
    readDialect(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
