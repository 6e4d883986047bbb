/** The tools of assistants, with all levels switched on. */
import { levels } from '../../packages/mcp/levels.ts';
import { toolsFor } from '../../packages/mcp/tools/tool-list.ts';
import { noAccount } from '../../scripts/publish/run.ts';
import { formsOfSchema } from './forms.ts';

export async function mcp() {
  const tools = await toolsFor(new Set(levels), noAccount());
  return Object.fromEntries(
    tools.map(({ name, level = 'read', annotations, inputSchema, outputSchema }) => {
      const { title: _, ...hints } = annotations;
      const input = formsOfSchema(inputSchema);
      return [name, { level, ...hints, input, output: formsOfSchema(outputSchema) }];
    }),
  );
}
