import { delays } from '../../client/time.ts';
import { liftMemoryLimit } from './memory-limit.ts';

delays.retry = 1;
delays.look = 2;
delays.looks = 1;
liftMemoryLimit();
