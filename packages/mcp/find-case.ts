/**
 * Find Case by external reference or name, for which the service has no search. Looks among the
 * cases that this server made or read, and among the connector's notes.
 */
import type { CaseNote } from '../../client/cases.ts';
import { halt } from '../../client/errors.ts';
import { recallNote } from '../../client/once.ts';
import type { Run } from '../../client/run.ts';
import { caseIdentity } from '../../client/when-exists.ts';
import { hasName, hasReference, plain, type Cases } from './seen-cases.ts';
import type { InputField } from './tools/fields.ts';
import type { Input } from './tools/input.ts';

export const findCase = 'find_case';

export const searchFields: InputField[] = [
  { key: 'external_reference', label: 'External Reference', helpText: '' },
  { key: 'name', label: 'Client Name', helpText: '' },
];

/** The most cases to read, because each needs a request. */
const mostRead = 10;

const limits =
  'The service cannot search cases. This server finds only cases that it has made or read.';
const none = `No case was found. ${limits} Ask the person for the ID of the case.`;

/** The case in the note of a reference, even if its step failed later. */
async function notedIds(run: Run, external_reference: string): Promise<string[]> {
  const bodies = [
    { business: {}, external_reference },
    { person: {}, external_reference },
  ];
  const notes = await Promise.all(
    bodies.map((body) => recallNote<CaseNote>(run, caseIdentity(body)!.parts)),
  );
  return notes.filter((note) => note !== undefined).map(({ id }) => id);
}

const textOf = (value: unknown, label: string): string => {
  if (typeof value !== 'string') throw halt(`${label} must be a text.`);
  if (!plain(value)) throw halt(`${label} is empty. Ask the person for it, or leave it out.`);
  return value.trim().normalize('NFC');
};

/** A way to look for cases. */
interface Lookup {
  /** One input per case to read. */
  inputs: Input[];
  /** True if the case still fits: it may have changed since the note. */
  fits: (found: Input) => boolean;
  /** The message if no case was found. */
  none?: string;
}

/** @throws a halt unless exactly one of ID, reference and name has a value. */
export async function lookupOf(
  { application_id, external_reference, name, ...rest }: Input,
  cases: Cases,
  run: Run,
): Promise<Lookup> {
  const filled = [application_id, external_reference, name].filter((value) => value !== undefined);
  if (filled.length !== 1) {
    throw halt('Fill in exactly one of Case, External Reference and Client Name.');
  }
  if (application_id !== undefined)
    return { inputs: [{ application_id, ...rest }], fits: () => true };
  const isByName = external_reference === undefined;
  const text = isByName
    ? textOf(name, 'Client Name')
    : textOf(external_reference, 'External Reference');
  const fits = isByName ? hasName(text) : hasReference(text);
  const ids = new Set([...cases.idsWhere(fits), ...(isByName ? [] : await notedIds(run, text))]);
  if (ids.size > mostRead) {
    throw halt(`Client Name: ${ids.size} cases have this name. Enter more of it, or the ID.`);
  }
  return { inputs: [...ids].map((id) => ({ application_id: id, ...rest })), fits, none };
}
