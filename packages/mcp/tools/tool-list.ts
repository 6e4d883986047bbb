/** The operations of the app as tools: names, texts, schemas, and who must allow them. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';

import type { Run } from '../../../client/run.ts';
import { outputFieldsOf, type Action } from '../../../operation.ts';
import { creates, searches } from '../../../operations.ts';
import { inWords } from '../adapter/words.ts';
import { findCase, searchFields } from '../find-case.ts';
import type { Level } from '../levels.ts';
import { toolTexts } from '../texts.ts';
import { inputFieldsOf, type InputField } from './fields.ts';
import { inputSchema, outputSchema, type Schema } from './schema.ts';

/** Actions that need more than `write`. */
const special: Record<string, Level> = { record_decision: 'decide', call_api: 'raw' };

/** Input that reaches the service unchecked, and so may hold a decision: it needs `raw`. */
export const uncheckedField = 'additional_fields';

export interface Tool {
  name: string;
  title: string;
  description: string;
  /** Undefined where it only reads. */
  level?: Level;
  action: Action;
  fields: InputField[];
  /** Keys of those that take a file. */
  files: string[];
  inputSchema: Schema;
  outputSchema: Schema;
  /** A search returns any number of results, an action one. */
  isSearch: boolean;
  annotations: ToolAnnotations;
}

/** The schemas of results name no field of the account. */
const withoutAccount = (run: Run): Run => ({ ...run, connection: {} });

/** Reads again and updates do the same when done twice; the rest of an update is lost for good. */
function annotationsOf(title: string, description: string, level: Level | undefined) {
  const updates = description.startsWith('Updates');
  return {
    title,
    readOnlyHint: !level,
    destructiveHint: Boolean(level) && (updates || level !== 'write'),
    idempotentHint: !level || updates,
    // Each acts on a service on the web, which asks registries and clients.
    openWorldHint: true,
  };
}

async function toolOf(
  action: Action,
  level: Level | undefined,
  allowed: Set<Level>,
  run: Run,
): Promise<Tool> {
  const { key, label, description } = action;
  const own = (await inputFieldsOf(action, run)).filter(
    (field) => field.key !== uncheckedField || allowed.has('raw'),
  );
  const fields = key === findCase ? [...own, ...searchFields] : own;
  return {
    name: key,
    title: label,
    description: toolTexts[key] ?? inWords(description),
    level,
    action,
    fields,
    files: fields.filter(({ type }) => type === 'file').map((field) => field.key),
    inputSchema: inputSchema(fields),
    outputSchema: outputSchema(await outputFieldsOf(action.output, withoutAccount(run)), !level),
    isSearch: !level,
    annotations: annotationsOf(label, description, level),
  };
}

/** The tools that are allowed. `run` asks the account for fields of its own. */
export async function toolsFor(allowed: Set<Level>, run: Run): Promise<Tool[]> {
  const all: [Action, Level | undefined][] = [
    ...Object.values(searches).map((action): [Action, undefined] => [action, undefined]),
    ...Object.values(creates).map((action): [Action, Level] => [
      action,
      special[action.key] ?? 'write',
    ]),
  ];
  const { hide } = run.installation;
  return Promise.all(
    all
      .filter(([{ key }, level]) => !hide.includes(key) && (!level || allowed.has(level)))
      .map(([action, level]) => toolOf(action, level, allowed, run)),
  );
}
