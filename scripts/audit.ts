/**
 * `npm run audit`: licences of what ships, and known vulnerabilities where the audit service
 * answers; "not checked" where it does not, with exit status 2 unless --offline-ok is given.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const paths = execFileSync('npm', ['ls', '--all', '--omit=dev', '--parseable'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .slice(1);
const licences = new Map<string, string[]>();
for (const path of paths) {
  const { name, license = 'none given' } = JSON.parse(
    readFileSync(join(path, 'package.json'), 'utf8'),
  ) as { name: string; license?: string };
  licences.set(license, [...(licences.get(license) ?? []), name]);
}
console.log(`${paths.length} packages ship:`);
for (const [licence, names] of [...licences].sort()) {
  console.log(`  ${licence}: ${names.length}${names.length < 4 ? ` (${names.join(', ')})` : ''}`);
}

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const answer = ((): { metadata?: { vulnerabilities: Record<string, number> } } => {
  try {
    return JSON.parse(stdout) as object;
  } catch {
    return {};
  }
})();
if (!answer.metadata) {
  console.log('Known vulnerabilities: not checked, the audit service does not answer.');
  process.exit(process.argv.includes('--offline-ok') ? 0 : 2);
}
const { total = 0 } = answer.metadata.vulnerabilities;
console.log(`Known vulnerabilities: ${total}`);
process.exit(total ? 1 : 0);
