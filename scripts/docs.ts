/** `npm run docs`: writes the generated references. */
import { mkdirSync, writeFileSync } from 'node:fs';

import app from '../index.ts';
import { errorsTable } from './errors-table.ts';
import { openApiDocument } from '../sandbox/openapi.ts';
import { badCells, faultMatrix, faultMatrixPage } from './fault-matrix.ts';
import { recipes } from '../recipes/recipes.ts';
import { recipeIndex, recipePage } from './recipe-pages.ts';
import { operationsPage } from './operations-page.ts';

writeFileSync('docs/operations.md', await operationsPage(app));
writeFileSync('docs/errors.md', errorsTable());
writeFileSync('docs/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`);

mkdirSync('docs/recipes', { recursive: true });
writeFileSync('docs/recipes/README.md', recipeIndex(recipes));
for (const recipe of recipes) writeFileSync(`docs/recipes/${recipe.key}.md`, recipePage(recipe));

const cells = await faultMatrix();
writeFileSync('docs/fault-matrix.md', faultMatrixPage(cells));
const bad = badCells(cells);
console.log(`Fault matrix: ${cells.length} cells, ${bad.length} bad`);
bad.forEach((cell) => console.error(cell));
// The platform keeps a timer running.
process.exit(bad.length ? 1 : 0);
