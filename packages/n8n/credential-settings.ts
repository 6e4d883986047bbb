/** A credential's connection, and the dialect and settings of its account. */
import type { IDataObject } from 'n8n-workflow';

import { halt } from '../../client/exchange/errors.ts';
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

/** @throws OperationError with the label of the field. */
function readAccount(text: string, texts: ReturnType<typeof textsIn>): Account {
  const variables: Record<string, string> = {};
  for (const { setting, label, text: value } of texts) {
    const problem = problemOf(setting, value);
    if (problem) throw halt(`${label} ${problem}.`);
    variables[settings[setting].env] = value;
  }
  try {
    return { dialect: readDialect(text), installation: readInstallation(variables) };
  } catch (error) {
    throw halt(`Dialect: ${(error as Error).message}`);
  }
}

/** More accounts than one n8n normally has. */
const most = 100;
const accounts = new Map<string, Account>();

/**
 * The dialect and settings in a credential. Each credential is parsed once.
 * @throws OperationError for an invalid field.
 */
export function accountOf(credential: IDataObject): Account {
  const dialect = String(credential.dialect ?? '').trim();
  const texts = textsIn(credential);
  const name = JSON.stringify([dialect, texts]);
  const existing = accounts.get(name);
  if (existing) return existing;
  const account = readAccount(dialect, texts);
  if (accounts.size >= most) accounts.delete(accounts.keys().next().value!);
  accounts.set(name, account);
  return account;
}
