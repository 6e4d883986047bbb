/** The settings of n8n itself, in the environment or in the file that `…_FILE` names. */
import { readFileSync } from 'node:fs';

/** @returns an empty text where n8n has none. */
export function hostSetting(name: string): string {
  const file = process.env[`${name}_FILE`];
  return process.env[name] ?? (file ? readFileSync(file, 'utf8').trim() : '');
}
export const isOn = (name: string): boolean => hostSetting(name).toLowerCase() === 'true';

/** A package that n8n itself has installed. @throws an error that says so where it has none. */
export function packageOfHost<T>(name: string, load: () => unknown): T {
  try {
    return load() as T;
  } catch (cause) {
    throw new Error(`this n8n has no package "${name}"`, { cause });
  }
}
