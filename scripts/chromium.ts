/** Debian's Chromium through playwright-core. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The path of the browser: CHROMIUM_PATH or a usual place; undefined if there is none. */
export const chromiumPath = () =>
  [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => path && existsSync(path));

export const launch = () =>
  chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
