import { delays } from '../../client/time.ts';
import { liftMemoryLimit } from './memory-limit.ts';

delays.retry = 1;
liftMemoryLimit();
