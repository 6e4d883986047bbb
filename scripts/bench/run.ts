/**
 * `npm run bench [-- row …]`: compares our app with the floor. A run of all rows writes
 * docs/performance.md. Exits with 1 if a goal is missed.
 */
import { startService, type Service } from './processes.ts';
import { openReport, type Report } from './report.ts';
import { cold } from './rows/cold.ts';
import { events } from './rows/events.ts';
import { peer } from './rows/peer.ts';
import { trips } from './rows/trips.ts';
import { upload } from './rows/upload.ts';
import { warm } from './rows/warm.ts';

const rows: Record<string, (report: Report, service: Service) => Promise<void>> = {
  cold,
  warm,
  upload,
  events,
  trips,
  peer,
};

const args = process.argv.slice(2);
const service = await startService();
try {
  const unknown = args.filter((name) => !rows[name]);
  if (unknown.length)
    throw new Error(`There is no row ${unknown.join(', ')}. Rows: ${Object.keys(rows).join(', ')}`);
  const report = openReport();
  for (const name of args.length ? args : Object.keys(rows)) await rows[name]!(report, service);
  if (!args.length) report.write();
  process.exitCode = report.end() ? 1 : 0;
} finally {
  await service.close();
}
// Exits despite a timer of the platform.
process.exit();
