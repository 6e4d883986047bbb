/** `npm run check-deals`: runs the command, or says what to correct. */
import { checkDeals } from './check-deals.ts';

try {
  checkDeals(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
