/** `npm run docs`: writes the generated references, where they changed. */
import app from '../../index.ts';
import { recipes } from '../../recipes/recipes.ts';
import { openApiDocument } from '../../sandbox/api/openapi.ts';
import { errorsTable } from './errors-table.ts';
import { badCells, faultMatrix, faultMatrixPage } from './fault-matrix.ts';
import { writePage } from './markdown.ts';
import { operationsPage } from './operations-page.ts';
import { recipeIndex, recipePage } from './recipe-pages.ts';

writePage('docs/operations.md', await operationsPage(app));
writePage('docs/errors.md', errorsTable());
writePage('docs/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`);
writePage('docs/recipes/README.md', recipeIndex(recipes));
for (const recipe of recipes) writePage(`docs/recipes/${recipe.key}.md`, recipePage(recipe));

const cells = await faultMatrix();
writePage('docs/fault-matrix.md', faultMatrixPage(cells));
const bad = badCells(cells);
bad.forEach((cell) => console.error(cell));
// The platform keeps a timer running.
process.exit(bad.length ? 1 : 0);
