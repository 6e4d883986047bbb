/** The settings of n8n itself, in the environment or in the file that `…_FILE` names. */
import { readFileSync } from 'node:fs';

/** @returns an empty text where n8n has none. */
export function hostSetting(name: string): string {
  const file = process.env[`${name}_FILE`];
  return process.env[name] ?? (file ? readFileSync(file, 'utf8').trim() : '');
}
export const isOn = (name: string): boolean => hostSetting(name).toLowerCase() === 'true';

/** Commands of n8n that there are in queue mode alone. */
const commandsOfQueue = ['worker', 'webhook'];

/** Whether this n8n works in queue mode, which only its main process needs to be told. */
export const hasQueue = (): boolean =>
  hostSetting('EXECUTIONS_MODE') === 'queue' ||
  commandsOfQueue.some((command) => process.argv.includes(command));

/** Whether n8n keeps its own data in PostgreSQL. */
export const hasPostgres = (): boolean => hostSetting('DB_TYPE') === 'postgresdb';

/** A package that n8n itself has installed. @throws an error that says so where it has none. */
export function packageOfHost<T>(name: string, load: () => unknown): T {
  try {
    return load() as T;
  } catch (cause) {
    throw new Error(`this n8n has no package "${name}"`, { cause });
  }
}
