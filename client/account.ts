/**
 * What the account has set up, for the forms and outputs of the editor: its custom fields and the
 * documents it expects. Read once per editor session; a run of a step never asks for it.
 */
import { idText, isRecord } from './answer.ts';
import { readList } from './results.ts';
import { baseUrl } from './connection.ts';
import { recall, remember } from './once.ts';
import type { Run } from './run.ts';

/** Seconds for which a definition is remembered: a session in the editor, not a day of work. */
const session = 300;
/** Milliseconds an editor waits for a definition; then the form opens without it. */
const patience = 8000;
/** Longer definitions are read each time: the cache is for small things. */
const longest = 100_000;

/** The types of custom fields; `choice` and `choices` are dropdowns. */
export type CustomType =
  'text' | 'number' | 'boolean' | 'date' | 'choice' | 'choices' | 'country' | 'countries' | 'codes';

/** What a document or custom field may belong to: the case, or a related person or business. */
export type Target = 'application_id' | 'person_id' | 'business_id';

/** A custom field. */
export interface CustomField {
  /** Its key in `custom_fields`. */
  name: string;
  /** What it belongs to; left out where the account does not say so: the case. */
  targets?: Target[];
  label: string;
  help: string;
  type: CustomType;
  isRequired: boolean;
  /** Of a dropdown. */
  choices: { value: string; label: string }[];
}

/** A document the account asks for. */
export interface ExpectedDocument {
  id: string;
  label: string;
  /** What it may be attached to; undefined where the service does not say so in known words. */
  target?: Target;
}

/** A list of the account: its path, the name it may lie under, and how an entry is read. */
interface AccountList<T> {
  path: string | null;
  name: string;
  read: (entry: Record<string, unknown>) => T | undefined;
}

/**
 * The things in a list of the account; none where the service has no such path. None as well where
 * it cannot be read now, which is not remembered.
 */
async function readAccount<T>(run: Run, { path, name, read }: AccountList<T>): Promise<T[]> {
  if (path === null) return [];
  try {
    const identity = ['account', baseUrl(run), path];
    const noted = await recall(run, identity);
    if (Array.isArray(noted)) return noted as T[];
    const deadline = Math.min(run.deadline, Date.now() + patience);
    const endpoint = { method: 'GET' as const, path, about: 'address' };
    const found = await readList({ ...run, deadline }, endpoint, {}, [name]);
    const list = (found?.records ?? []).flatMap((entry) => read(entry) ?? []);
    if (JSON.stringify(list).length < longest) await remember(run, identity, list, session);
    return list;
  } catch {
    // The form must open all the same; the step itself says what is wrong with the connection.
    return [];
  }
}

/** Reads that have not ended: several forms of one process, as of an MCP server, share one. */
const underWay = new Map<string, Promise<unknown>>();

/** The same, read once however many forms ask for it at a time. */
function listOf<T>(run: Run, list: AccountList<T>): Promise<T[]> {
  const { base_url, api_key } = run.connection;
  const key = JSON.stringify([base_url, api_key, list.path]);
  const reading = underWay.get(key) ?? readAccount(run, list);
  underWay.set(key, reading);
  return (reading as Promise<T[]>).finally(() => underWay.delete(key));
}

/** The words of a service for its types -> the type; the first that fits. */
const types: [words: RegExp, one: CustomType, several?: CustomType][] = [
  [/^industry\b|^codes\b/, 'codes'],
  [/^countr/, 'country', 'countries'],
  [/^bool|^checkbox$/, 'boolean'],
  [/^(number|numeric|integer|int|float|double|decimal)\b/, 'number'],
  [/^date$/, 'date'],
  [/dropdown|select|choice|enum|list/, 'choice', 'choices'],
];

function typeOf(value: unknown, hasChoices: boolean): CustomType {
  const words = String(value ?? '')
    .toLowerCase()
    .replaceAll('_', ' ');
  const [, one = 'text', several] = types.find(([pattern]) => pattern.test(words)) ?? [];
  if (several && /multi|several/.test(words)) return several;
  // A dropdown of nothing, and a text with accepted values, are what they can be.
  if (one === 'choice' || one === 'text') return hasChoices ? 'choice' : 'text';
  return one;
}

/** `["Basic"]`, or objects with a value and perhaps a label. */
const choicesIn = (list: unknown): CustomField['choices'] =>
  (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    const record = isRecord(item) ? item : { value: item };
    const value = idText(record.value ?? record.id ?? record.name);
    const label = idText(record.label ?? record.display_name ?? record.name) ?? value;
    return value === undefined || label === undefined ? [] : [{ value, label }];
  });

function customFieldIn(entry: Record<string, unknown>): CustomField | undefined {
  const name = idText(entry.name);
  if (name === undefined) return undefined;
  const choices = choicesIn(entry.accepted_values);
  const targets = [entry.attached_to].flat().flatMap((attached) => targetOf(attached) ?? []);
  return {
    name,
    ...(targets.length && { targets }),
    label: idText(entry.display_name) ?? name,
    help: idText(entry.description) ?? '',
    type: typeOf(entry.type, choices.length > 0),
    isRequired: entry.is_required === true,
    choices,
  };
}

/**
 * The custom fields that cases have, or related persons or businesses, each name once; none where
 * the service does not list them.
 */
export async function customFields(
  run: Run,
  target: Target = 'application_id',
): Promise<CustomField[]> {
  const path = run.dialect.custom_fields;
  const all = await listOf(run, { path, name: 'custom_fields', read: customFieldIn });
  const own = all.filter(({ targets = ['application_id'] }) => targets.includes(target));
  return [...new Map(own.map((field) => [field.name, field])).values()];
}

/** `APPLICATION_BUSINESS` is the case, `RELATED_BUSINESS_DIRECTOR` a business, `PERSON_UBO` a person. */
function targetOf(attached: unknown): Target | undefined {
  const word = String(attached ?? '').toUpperCase();
  if (word.startsWith('APPLICATION')) return 'application_id';
  if (word.startsWith('RELATED_BUSINESS')) return 'business_id';
  return /^(PERSON|ACCOUNT_OWNER|RELATED_PERSON)/.test(word) ? 'person_id' : undefined;
}

function expectedDocumentIn(entry: Record<string, unknown>): ExpectedDocument | undefined {
  const id = idText(entry.id);
  if (id === undefined) return undefined;
  const label = idText(entry.name) ?? idText(entry.slug) ?? id;
  return { id, label, target: targetOf(entry.attached_to) };
}

/** The documents the account expects; none where the service does not list them. */
export const expectedDocuments = (run: Run): Promise<ExpectedDocument[]> =>
  listOf(run, {
    path: run.dialect.expected_documents,
    name: 'expected_documents',
    read: expectedDocumentIn,
  });
