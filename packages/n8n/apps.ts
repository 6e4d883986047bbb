/** One app for each dialect and set of settings: those of an account stand in its credential. */
import type { IDataObject } from 'n8n-workflow';

import makeApp from './generated/connector.cjs';
import { textsIn } from './installation.ts';

export type App = ReturnType<typeof makeApp>;

/** An error of what was entered, as the operations have it. */
class InputError extends Error {
  override name = 'HaltedError';
}

export const standardApp = makeApp({});

/** What the credential says in place of environment variables. @throws InputError by the field. */
function environmentOf(credential: IDataObject): Record<string, string> {
  const dialect = String(credential.dialect ?? '').trim();
  const problem = standardApp.dialectProblem(dialect);
  if (problem) throw new InputError(`Dialect: ${problem}`);
  const environment: Record<string, string> = dialect ? { SERVICE_DIALECT: dialect } : {};
  for (const { setting, label, text } of textsIn(credential)) {
    const [name, , { read, takes }] = standardApp.settings[setting];
    if (read(text) === undefined) throw new InputError(`${label} takes ${takes}.`);
    environment[name] = text;
  }
  return environment;
}

/** As many accounts as one n8n may have, and then some. */
const most = 100;
const apps = new Map<string, App>();

/** The app in the dialect of a credential. @throws InputError for a field that cannot be right. */
export function appFor(credential: IDataObject): App {
  const environment = environmentOf(credential);
  if (!Object.keys(environment).length) return standardApp;
  const name = JSON.stringify(environment);
  const existing = apps.get(name);
  if (existing) return existing;
  const app = makeApp(environment);
  if (apps.size >= most) apps.delete(apps.keys().next().value!);
  apps.set(name, app);
  return app;
}
