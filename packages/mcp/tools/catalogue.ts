/** The operations of the app as tools: names, texts, schemas, and who must allow them. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';

import type { Method } from '../../../hosts/definition.ts';
import app from '../../../index.ts';
import { inWords } from '../adapter/words.ts';
import type { Level } from '../levels.ts';
import {
  inputFieldsOf,
  outputFieldsOf,
  type Ask,
  type InputField,
  type Operation,
} from './fields.ts';
import { inputSchema, resultSchema, type Schema } from './schema.ts';

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
  perform: Method;
  fields: InputField[];
  /** Keys of those that take a file. */
  files: string[];
  inputSchema: Schema;
  /** Of one result. */
  resultSchema: Schema;
  /** A search returns any number of results, an action one. */
  isSearch: boolean;
  annotations: ToolAnnotations;
}

const searches = Object.values(app.searches) as unknown as Operation[];
const creates = Object.values(app.creates) as unknown as Operation[];
const resources = app.resources as unknown as Parameters<typeof outputFieldsOf>[1];

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
  operation: Operation,
  level: Level | undefined,
  allowed: Set<Level>,
  ask: Ask,
): Promise<Tool> {
  const { key, display } = operation;
  const fields = (await inputFieldsOf(operation, ask)).filter(
    (field) => field.key !== uncheckedField || allowed.has('raw'),
  );
  return {
    name: key,
    title: display.label,
    description: inWords(display.description),
    level,
    perform: operation.operation.perform,
    fields,
    files: fields.filter(({ type }) => type === 'file').map((field) => field.key),
    inputSchema: inputSchema(fields),
    resultSchema: resultSchema(await outputFieldsOf(operation, resources)),
    isSearch: !level,
    annotations: annotationsOf(display.label, display.description, level),
  };
}

/** The tools that are allowed. `ask` gives what fields that depend on the account are made with. */
export async function toolsFor(allowed: Set<Level>, ask: Ask): Promise<Tool[]> {
  const all = [
    ...searches.map((operation) => ({ operation, level: undefined })),
    ...creates.map((operation) => ({
      operation,
      level: special[operation.key] ?? ('write' as const),
    })),
  ].filter(({ operation, level }) => !operation.display.hidden && (!level || allowed.has(level)));
  return Promise.all(all.map(({ operation, level }) => toolOf(operation, level, allowed, ask)));
}
