/** Waits are short: of tests, and of `npm run contract`. */
import { delays } from '../../client/basics/time.ts';

delays.retry = 1;
delays.poll = 2;
delays.polls = 1;
