/**
 * Runs n8n's scanner of community packages on a packed package and its sources, as n8n does for
 * packages on npm. Arguments: the folder of the unpacked package, the folder of sources.
 */

import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const scanner = resolve('tools/n8n-scan/node_modules/@n8n/scan-community-package/scanner');

const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(
  pathToFileURL(join(scanner, 'scanner.mjs')).href
);

const [packed, sources] = process.argv.slice(2);
for (const [folder, patterns] of [
  [packed, ['**/*.js', 'package.json']],
  [sources, SOURCE_FILE_PATTERNS],
]) {
  const { passed, message, details } = await analyzePackage(resolve(folder), patterns);
  if (passed) continue;
  console.error(`${folder}: ${message}\n${details ?? ''}`);
  process.exitCode = 1;
}
