/** `npm run build [-- sandbox mcp n8n]`: builds the app for Zapier, or these packages. */
import { builds } from './commands.ts';

const names = process.argv.slice(2).filter((one) => !one.startsWith('-'));
for (const name of names.length ? names : ['app']) {
  if (!Object.hasOwn(builds, name)) {
    throw new Error(`${name} is none of ${Object.keys(builds).join(', ')}.`);
  }
  await import(`./${builds[name]}`);
}
