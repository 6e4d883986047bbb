/** The account's custom fields and expected documents. An editor session reads them once. */
import { idText } from './exchange/answer.ts';
import { isRecord } from './basics/json.ts';
import { readList } from './exchange/list.ts';
import { recall, remember } from './memory/store.ts';
import type { Run } from './exchange/run.ts';
import { editorTimeout } from './basics/time.ts';

/** Seconds that definitions are remembered: about one session in the editor. */
const noteLifetime = 300;
/** Longer definitions are not cached: the cache is for small values. Nor are incomplete ones. */
const largestNote = 100_000;

/** The types of custom fields; `choice` and `choices` are dropdowns. */
export type CustomType =
  'text' | 'number' | 'boolean' | 'date' | 'choice' | 'choices' | 'country' | 'countries' | 'codes';

/** The possible owners of a document or a custom field. */
export type Target = 'application_id' | 'person_id' | 'business_id';

export interface CustomField {
  /** Its key in `custom_fields`. */
  name: string;
  /** Its owners. Absent if the account does not say: then the case owns it. */
  targets?: Target[];
  label: string;
  help: string;
  type: CustomType;
  isRequired: boolean;
  choices: { value: string; label: string }[];
}

export type ExpectedDocument = NonNullable<ReturnType<typeof expectedDocumentIn>>;

/** A list of the account: the key of its path in the dialect, and of its entries in an answer. */
type AccountList = 'custom_fields' | 'expected_documents';
type Parse<T> = (entry: Record<string, unknown>) => T | undefined;

/**
 * The entries of a list of the account. Empty without a connection, or if the service has no such
 * list. @throws the error of a failed request, which is not remembered.
 */
async function readAccount<T>(run: Run, name: AccountList, parse: Parse<T>): Promise<T[]> {
  const path = run.dialect[name];
  if (path === null || !run.connection.base_url) return [];
  const identity = ['account', path];
  const noted = await recall(run, identity);
  if (Array.isArray(noted)) return noted as T[];
  const deadline = Math.min(run.deadline, Date.now() + editorTimeout);
  const endpoint = { method: 'GET' as const, path, about: 'address' };
  const found = await readList({ ...run, deadline }, endpoint, {}, [name], true);
  const list = (found?.records ?? []).flatMap((entry) => parse(entry) ?? []);
  const isWhole = found?.more !== true && JSON.stringify(list).length < largestNote;
  if (isWhole) await remember(run, identity, list, noteLifetime);
  return list;
}

/** Reads in progress, which several forms of one process share. */
const reads = new Map<string, Promise<unknown>>();

/**
 * The list for a form, read once, even if several forms ask for it. Empty if the request fails: the
 * form must open, and the step itself reports a broken connection.
 */
function readForForm<T>(run: Run, name: AccountList, parse: Parse<T>): Promise<T[]> {
  const { base_url, api_key } = run.connection;
  const key = JSON.stringify([base_url, api_key, run.dialect[name]]);
  const reading = reads.get(key) ?? readAccount(run, name, parse);
  reads.set(key, reading);
  return (reading as Promise<T[]>).catch(() => []).finally(() => reads.delete(key));
}

/** Words of services for a type -> the type. The first match wins. */
const typeWords: [words: RegExp, one: CustomType, several?: CustomType][] = [
  [/^industry\b|^codes\b/i, 'codes'],
  [/^countr/i, 'country', 'countries'],
  [/^bool|^checkbox$/i, 'boolean'],
  [/^(number|numeric|integer|int|float|double|decimal)\b/i, 'number'],
  [/^date$/i, 'date'],
  [/dropdown|select|choice|enum|list/i, 'choice', 'choices'],
];

function typeOf(value: unknown, hasChoices: boolean): CustomType {
  const words = String(value ?? '').replaceAll('_', ' ');
  const [, one = 'text', several] = typeWords.find(([pattern]) => pattern.test(words)) ?? [];
  if (several && /multi|several/i.test(words)) return several;
  // A dropdown without choices is a text, and a text with accepted values is a dropdown.
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

/** The fields of cases, or of related persons or businesses. Each name appears once. */
function fieldsOf(all: CustomField[], target: Target = 'application_id'): CustomField[] {
  const ofTarget = all.filter(({ targets = ['application_id'] }) => targets.includes(target));
  return [...new Map(ofTarget.map((field) => [field.name, field])).values()];
}

/** The custom fields for a run, which waits for no other run. @throws the error of the request. */
export const listedFields = async (run: Run, target?: Target): Promise<CustomField[]> =>
  fieldsOf(await readAccount(run, 'custom_fields', customFieldIn), target);

/** The custom fields for a form. */
export const customFields = async (run: Run, target?: Target): Promise<CustomField[]> =>
  fieldsOf(await readForForm(run, 'custom_fields', customFieldIn), target);

/**
 * `APPLICATION_BUSINESS` -> the case, `RELATED_BUSINESS_DIRECTOR` -> a business, `PERSON_UBO` -> a
 * person.
 */
function targetOf(attached: unknown): Target | undefined {
  const word = String(attached ?? '').toUpperCase();
  if (word.startsWith('APPLICATION')) return 'application_id';
  if (word.startsWith('RELATED_BUSINESS')) return 'business_id';
  return /^(PERSON|ACCOUNT_OWNER|RELATED_PERSON)/.test(word) ? 'person_id' : undefined;
}

function expectedDocumentIn(entry: Record<string, unknown>) {
  const id = idText(entry.id);
  if (id === undefined) return undefined;
  const label = idText(entry.name) ?? idText(entry.slug) ?? id;
  // The owner is undefined if the service uses unknown words for it.
  return { id, label, target: targetOf(entry.attached_to) };
}

/** The documents that the account expects, for a form. Empty if the service does not list them. */
export const expectedDocuments = (run: Run): Promise<ExpectedDocument[]> =>
  readForForm(run, 'expected_documents', expectedDocumentIn);
