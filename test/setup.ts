import { liftMemoryLimit } from '../testing/memory-limit.ts';

process.env.SERVICE_RETRY_DELAY_MS = '1';
liftMemoryLimit();
