/**
 * `npm run bench`: compares what a user waits for with the same work done otherwise, and writes
 * docs/performance.md. Exits with 1 if a goal is missed.
 */
import { startService } from './processes.ts';
import { isMet, writePage, type Row } from './report.ts';
import { cold } from './rows/cold.ts';
import { events } from './rows/events.ts';
import { trips } from './rows/trips.ts';
import { upload } from './rows/upload.ts';
import { warm } from './rows/warm.ts';

const service = await startService();
const rows: Row[] = [];
try {
  for (const measure of [cold, warm, upload, events, trips])
    rows.push(...(await measure(service.url)));
} finally {
  await service.close();
}
writePage(rows);
// Exits despite a timer of the platform.
process.exit(rows.every(isMet) ? 0 : 1);
