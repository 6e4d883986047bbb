/** Runs before each test file: waits are short, and Zapier's platform is that of environment.js. */
import { delays } from '../../client/basics/time.ts';

delays.retry = 1;
delays.poll = 2;
delays.polls = 1;

declare const loadPlatform: () => object;
jest.mock('zapier-platform-core', () => loadPlatform());
