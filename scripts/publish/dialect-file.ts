/** The dialect that an integration is built with. */
import { existsSync, readFileSync } from 'node:fs';

import { readDialect } from '../../api/dialect.ts';

/**
 * The text of SERVICE_DIALECT, else that of dialect.json beside package.json, else none.
 * @throws DialectError for one that cannot be read.
 */
export function dialectToBuild(): string {
  const own = process.env.SERVICE_DIALECT;
  const file = existsSync('dialect.json') ? readFileSync('dialect.json', 'utf8') : '';
  const text = own || file;
  readDialect(text);
  return text;
}
