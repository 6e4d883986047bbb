/** `npm run docs`: writes the generated references that changed. `-- --check` only compares. */
import { format } from 'prettier';

import app from '../index.ts';
import { chains, recipePages, recipes } from '../demo/recipes/recipes.ts';
import { openApiDocument } from '../packages/sandbox/api/openapi.ts';
import { errorsTable } from './pages/errors-table.ts';
import { dialectPage } from './pages/dialect-page.ts';
import { writePage } from './pages/markdown.ts';
import { operationsPage } from './pages/operations-page.ts';
import { statesPage } from './pages/states-page.ts';
import { labelsOfApp, recipeIndex, recipePage } from './pages/recipe-pages.ts';

const labels = await labelsOfApp(app);

/** Path -> content: a text, or an object to write as JSON. */
const pages: Record<string, string | object> = {
  'docs/operations.md': await operationsPage(app),
  'docs/errors.md': errorsTable(),
  'docs/dialect.md': dialectPage(),
  'docs/openapi.json': openApiDocument(),
  'docs/states.md': statesPage(),
  'docs/recipes/README.md': recipeIndex(recipePages, recipes, chains),
};
for (const one of recipePages) {
  pages[`docs/recipes/${one.key}.md`] = recipePage(one, recipes, labels);
}

for (const [path, page] of Object.entries(pages)) {
  // Formatted like `npm run format`.
  const asJson = () => format(JSON.stringify(page), { parser: 'json', printWidth: 100 });
  writePage(path, typeof page === 'string' ? page : await asJson());
}
// Exits despite a timer of the platform.
process.exit();
