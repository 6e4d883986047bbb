/** Runs before each test file: waits are short. */
import { delays } from '../../client/basics/time.ts';

delays.retry = 1;
delays.poll = 2;
delays.polls = 1;
