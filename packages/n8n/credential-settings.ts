/** A credential's connection, and the dialect and settings of its account. */
import type { IDataObject } from 'n8n-workflow';

import { halt } from '../../client/basics/errors.ts';
import type { Connection } from '../../client/exchange/run.ts';
import { problemOf, readInstallation, settings, type Installation } from '../../host/settings.ts';
import { readDialect, type Dialect } from '../../service/dialect.ts';
import { textsIn } from './installation.ts';

export const credentialName = 'complianceOnboardingApi';

/** A credential's fields -> the connection of the operations. */
export const connectionOf = (credential: IDataObject): Connection => ({
  base_url: String(credential.baseUrl ?? ''),
  api_key: String(credential.apiKey ?? ''),
  webhook_secret: String(credential.webhookSecret ?? ''),
  portal_address: String(credential.portalAddress ?? ''),
});

export interface Account {
  dialect: Dialect;
  installation: Installation;
}

/**
 * The dialect and settings in a credential.
 * @throws OperationError with the label of an invalid field.
 */
export function accountOf(credential: IDataObject): Account {
  const variables: Record<string, string> = {};
  for (const { setting, label, text } of textsIn(credential)) {
    const problem = problemOf(setting, text);
    if (problem) throw halt(`${label} ${problem}.`);
    variables[settings[setting].env] = text;
  }
  try {
    const dialect = readDialect(String(credential.dialect ?? ''));
    return { dialect, installation: readInstallation(variables) };
  } catch (error) {
    throw halt(`Dialect: ${(error as Error).message}`);
  }
}
