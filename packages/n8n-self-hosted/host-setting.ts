/** Reads n8n's own settings from the environment, or from the file in `…_FILE`. */
import { readFileSync } from 'node:fs';

/** @returns an empty text if n8n does not set it. */
export function hostSetting(name: string): string {
  const file = process.env[`${name}_FILE`];
  return process.env[name] ?? (file ? readFileSync(file, 'utf8').trim() : '');
}
export const isOn = (name: string): boolean => hostSetting(name).toLowerCase() === 'true';

/** These commands of n8n exist in queue mode only. */
const commandsOfQueue = ['worker', 'webhook'];

/** True if n8n runs in queue mode. Only its main process needs a setting for that. */
export const hasQueue = (): boolean =>
  hostSetting('EXECUTIONS_MODE') === 'queue' ||
  commandsOfQueue.some((command) => process.argv.includes(command));

/** True if n8n stores its data in PostgreSQL. */
export const hasPostgres = (): boolean => hostSetting('DB_TYPE') === 'postgresdb';

/**
 * A package from n8n's own installation.
 * @throws an error that names the package if n8n lacks it.
 */
export function packageOfHost<T>(name: string, load: () => unknown): T {
  try {
    return load() as T;
  } catch (cause) {
    throw new Error(`this n8n has no package "${name}"`, { cause });
  }
}
