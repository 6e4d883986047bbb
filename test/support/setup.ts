import { delays } from '../../client/time.ts';
import { liftMemoryLimit } from './memory-limit.ts';

delays.retry = 1;
delays.poll = 2;
delays.polls = 1;
liftMemoryLimit();
