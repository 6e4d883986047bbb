/** `npm run docs`: writes the generated references, where they changed; `-- --check` only compares. */
import { format } from 'prettier';

import app from '../../index.ts';
import { chains, recipes } from '../../recipes/recipes.ts';
import { openApiDocument } from '../../sandbox/api/openapi.ts';
import { openApi30, swagger20 } from '../../sandbox/api/openapi-dialects.ts';
import {
  powerAutomateDefinition,
  powerAutomateProperties,
} from '../../sandbox/api/openapi-power-automate.ts';
import keys from '../../test/keys.json' with { type: 'json' };
import { editorForms, editorPage } from './editor-page.ts';
import { errorsTable } from './errors-table.ts';
import { badCells, faultMatrix, faultMatrixData, faultMatrixPage } from './fault-matrix.ts';
import { grownKeys } from './keys.ts';
import { writePage } from './markdown.ts';
import { operationsPage } from './operations-page.ts';
import { statesPage } from './states-page.ts';
import { labelsOfApp, recipeIndex, recipePage } from './recipe-pages.ts';

writePage('docs/operations.md', await operationsPage(app));
writePage('docs/editor.md', editorPage(editorForms(app)));
writePage('docs/errors.md', errorsTable());
const document = openApiDocument();
/** As `npm run format` leaves it. */
const pretty = (value: object) =>
  format(JSON.stringify(value), { parser: 'json', printWidth: 100 });
writePage('docs/openapi.json', await pretty(document));
writePage('docs/openapi-3.0.json', await pretty(openApi30(document)));
writePage('docs/swagger-2.0.json', await pretty(swagger20(document)));
writePage(
  'docs/power-automate/apiDefinition.swagger.json',
  await pretty(powerAutomateDefinition(document)),
);
writePage('docs/power-automate/apiProperties.json', await pretty(powerAutomateProperties()));
writePage('docs/states.md', statesPage());
writePage('test/keys.json', await pretty(grownKeys(app as never, keys)));
writePage('docs/recipes/README.md', recipeIndex(recipes, chains));
const labels = await labelsOfApp(app);
for (const recipe of recipes) {
  writePage(`docs/recipes/${recipe.key}.md`, recipePage(recipe, labels));
}

const cells = await faultMatrix();
writePage('docs/fault-matrix.md', faultMatrixPage(cells));
writePage('test/fault-matrix.tsv', faultMatrixData(cells));
const bad = badCells(cells);
bad.forEach((cell) => console.error(cell));
// The platform keeps a timer running.
process.exit(bad.length ? 1 : process.exitCode);
