/** The app's operations as tools: names, texts, schemas, and their levels. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';

import type { Run } from '../../../client/exchange/run.ts';
import type { Action } from '../../../operation.ts';
import { creates } from '../../../creates/index.ts';
import { searches } from '../../../searches/index.ts';
import { inWords } from '../adapter/words.ts';
import type { Level } from '../levels.ts';
import { toolTexts } from '../texts.ts';
import { inputFieldsOf, type InputField } from './fields.ts';
import { onboarding } from './onboarding.ts';
import { inputSchema, outputSchema, type Schema } from './schema.ts';

/** Actions that need more than `write`. */
const special: Record<string, Level> = { record_decision: 'decide', call_api: 'raw' };

const { create_case: _, ...actions } = { ...creates, start_onboarding: onboarding };

/** The operation of each tool with its level. A search only reads. */
export const operationLevels: readonly (readonly [Action, Level | undefined])[] = [
  ...Object.values(searches).map((action) => [action, undefined] as const),
  ...Object.values(actions).map((action) => [action, special[action.key] ?? 'write'] as const),
];

/** Actions whose result is what they were called for. */
const whole = ['enrich_case', 'call_api'];

/** Unchecked input may contain a decision, so it needs `raw`. */
export const uncheckedField = 'additional_fields';

export interface Tool {
  name: string;
  title: string;
  description: string;
  /** Undefined for a tool that only reads. */
  level?: Level;
  action: Action;
  fields: InputField[];
  /** Keys of the fields that take a file. */
  files: string[];
  inputSchema: Schema;
  outputSchema: Schema;
  /** A search returns any number of results, an action one. */
  isSearch: boolean;
  /** It returns what is new alone (result.ts). */
  isShort: boolean;
  annotations: ToolAnnotations;
}

/** The schemas of results contain no field of the account. */
const withoutAccount = (run: Run): Run => ({ ...run, connection: {} });

/** Reads and updates are idempotent. An update also destroys the old value. */
function annotationsOf({ label, updates = false }: Action, level: Level | undefined) {
  return {
    title: label,
    readOnlyHint: !level,
    destructiveHint: Boolean(level) && (updates || level !== 'write'),
    idempotentHint: !level || updates,
    // Every tool acts on a web service, which asks registries and clients.
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
  const fields = (await inputFieldsOf(action, run)).filter(
    (field) => field.key !== uncheckedField || allowed.has('raw'),
  );
  const isShort = Boolean(level) && !whole.includes(key);
  return {
    name: key,
    title: label,
    description: toolTexts[key] ?? inWords(description),
    level,
    action,
    fields,
    files: fields.filter(({ type }) => type === 'file').map((field) => field.key),
    inputSchema: inputSchema(fields),
    outputSchema: outputSchema(await action.output.fields(withoutAccount(run)), !level, isShort),
    isSearch: !level,
    isShort,
    annotations: annotationsOf(action, level),
  };
}

/** The allowed tools. `run` reads the account's own fields. */
export async function toolsFor(allowed: Set<Level>, run: Run): Promise<Tool[]> {
  return Promise.all(
    operationLevels
      .filter(([, level]) => !level || allowed.has(level))
      .map(([action, level]) => toolOf(action, level, allowed, run)),
  );
}
