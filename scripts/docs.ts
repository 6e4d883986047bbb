/** `npm run docs`: writes the generated references that changed. `-- --check` only compares. */
import { format } from 'prettier';

import app from '../index.ts';
import { crmNames } from '../demo/recipes/recipes.ts';
import { openApiDocument } from '../packages/sandbox/api/openapi.ts';
import { errorsTable } from './pages/errors-table.ts';
import { dialectPage } from './pages/dialect-page.ts';
import { withList, writePage } from './pages/markdown.ts';
import { operationLists } from './pages/operation-lists.ts';
import { operationsPage } from './pages/operations-page.ts';
import { statesPage } from './pages/states-page.ts';
import { crmGuide, lettersPage, ownAppGuide } from './pages/guides.ts';
import { labelsOfApp } from './pages/recipe-tables.ts';

const labels = await labelsOfApp(app);

/** Path -> content: a text, or an object to write as JSON. */
const pages: Record<string, string | object> = {
  'docs/operations.md': await operationsPage(app),
  'docs/errors.md': errorsTable(),
  'docs/dialect.md': dialectPage(),
  'docs/openapi.json': openApiDocument(),
  'docs/states.md': statesPage(),
  'docs/own-app.md': ownAppGuide(labels),
  'docs/letters.md': lettersPage(),
};
for (const name of crmNames) pages[`docs/${name}.md`] = crmGuide(name, labels);
for (const [path, list] of Object.entries(operationLists(app))) {
  pages[path] = withList(path, list);
}

for (const [path, page] of Object.entries(pages)) {
  // Formatted like `npm run format`.
  const formatted = (text: string) =>
    format(text, { filepath: path, singleQuote: true, printWidth: 100 });
  writePage(path, typeof page === 'string' ? page : await formatted(JSON.stringify(page)));
}
// Exits despite a timer of the platform.
process.exit();
