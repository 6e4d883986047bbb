/** The configuration of Jest for the coverage of all tests together: `npm run coverage`. */
import { join } from 'node:path';

import unit from '../../jest.config.js';
import nodes from '../../packages/n8n/test/jest.config.mjs';
import browser from '../../packages/sandbox/test/browser/jest.config.js';

const rootDir = join(import.meta.dirname, '../..');

/** A configuration without the options that belong to the whole run. */
function project(configuration) {
  const { maxWorkers: _, reporters: __, ...options } = configuration;
  return { ...options, rootDir };
}

export default {
  rootDir,
  projects: [unit, browser, nodes].map(project),
  reporters: unit.reporters,
  // Jest takes the time of a test from the whole run alone.
  testTimeout: browser.testTimeout,
  coverageDirectory: 'node_modules/.cache/coverage',
  coverageReporters: ['text-summary', 'html', 'json-summary'],
  collectCoverageFrom: [
    '*.ts',
    '{client,host,creates,fields,searches,service,triggers,zapier}/**/*.ts',
    'packages/**/*.{ts,tsx}',
    '!packages/*/test/**',
    // Tests start these as processes of their own, whose coverage nobody sees.
    '!packages/*/{main,start}.ts',
    '!packages/sandbox/tool/**',
    // These need Redis and PostgreSQL: `npm run n8n:real` runs them.
    '!packages/n8n-self-hosted/{redis,postgres,host-setting}.ts',
  ],
  coverageThreshold: {
    global: { branches: 92 },
    './packages/doctor/': { branches: 85 },
    './packages/mcp/': { branches: 85 },
    './packages/n8n/': { branches: 85 },
    './packages/n8n-self-hosted/': { branches: 85 },
    './packages/sandbox/': { branches: 85 },
  },
};
