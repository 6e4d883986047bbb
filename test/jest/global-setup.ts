/** Runs once before all tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { bundleApp } from '../../scripts/publish/app-bundle.ts';
import { bundleCommands } from '../support/commands.ts';

/**
 * Bundles the app and the commands from the files of this moment, and makes one temporary folder
 * for all tests and their child processes, which goes with the run.
 */
export default async function setUp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await Promise.all([bundleApp(), bundleCommands()]);
}
