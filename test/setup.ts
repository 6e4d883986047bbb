import { delays } from '../api/time.ts';
import { liftMemoryLimit } from '../testing/memory-limit.ts';

delays.retry = 1;
liftMemoryLimit();
