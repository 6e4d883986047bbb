/** `npm run docs`: writes the generated references. */
import { writeFileSync } from 'node:fs';

import app from '../index.ts';
import { errorsTable } from './errors-table.ts';
import { openApiDocument } from '../sandbox/openapi.ts';
import { faultMatrix, faultMatrixPage } from './fault-matrix.ts';
import { operationsPage } from './operations-page.ts';

writeFileSync('docs/operations.md', operationsPage(app));
writeFileSync('docs/errors.md', errorsTable());
writeFileSync('docs/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`);
writeFileSync('docs/fault-matrix.md', faultMatrixPage(await faultMatrix()));
process.exit();
