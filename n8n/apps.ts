/** One app for each set of settings: those of an account stand in its credential. */
import type { IDataObject } from 'n8n-workflow';

import makeApp from './generated/connector.cjs';

export type App = ReturnType<typeof makeApp>;

/** An error of what was entered, as the operations have it. */
class InputError extends Error {
  override name = 'HaltedError';
}

export const standardApp = makeApp({});
const known = new Set(Object.values(standardApp.settings).map(([name]) => name as string));

const unquoted = (value: string) => value.replace(/^(["'])(.*)\1$/, '$2');

/**
 * `SERVICE_…=value`, one a line, as the doctor prints them -> settings by their names.
 * @throws InputError naming the line that is none.
 */
export function settingsIn(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => line.trim());
  return Object.fromEntries(
    lines
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => {
        const [, name = '', value = ''] = /^(?:export\s+)?(\w+)\s*=\s*(.*)$/.exec(line) ?? [];
        if (known.has(name)) return [name, unquoted(value)];
        throw new InputError(
          name
            ? `Settings of Your Service: there is no setting "${name}". Copy the lines from the guide or from the doctor's output.`
            : `Settings of Your Service: "${line.slice(0, 40)}" is no setting. Write one a line, for example SERVICE_AUTH_HEADER=X-Api-Key.`,
        );
      }),
  );
}

/** As many accounts as one n8n may have, and then some. */
const most = 100;
const apps = new Map<string, App>();

/** The app with the settings of a credential. @throws InputError for one that cannot be right. */
export function appFor({ settings, allowHttp }: IDataObject): App {
  const given = String(settings ?? '').trim();
  const text = allowHttp === true ? `${given}\nSERVICE_PLAIN_HTTP=allow`.trim() : given;
  if (!text) return standardApp;
  const kept = apps.get(text);
  if (kept) return kept;
  const app = makeApp(settingsIn(text));
  const [problem] = app.settingProblems();
  if (problem) throw new InputError(`Settings of Your Service: ${problem}`);
  if (apps.size >= most) apps.delete(apps.keys().next().value!);
  apps.set(text, app);
  return app;
}
