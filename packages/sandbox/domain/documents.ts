/** Documents: an uploaded file attached to a case, a person or a business. */
import type { DocumentChange, NewDocument } from '../api/known.ts';
import type { Account } from './account.ts';
import type { Cases } from './cases.ts';
import type { Clock } from './clock.ts';
import { given } from './given.ts';
import type { Parties } from './parties.ts';
import { existing, fieldProblem } from './problem.ts';
import { newId, type Store } from './store.ts';

interface StoredFile {
  name: string;
  size: number;
  content_type: string;
}
export interface StoredDocument extends StoredFile {
  document_id: string;
  application_id: string;
  file_id: string;
  type: string;
  /** When and by whom; not of those of earlier versions. */
  attached_at?: string;
  attached_by?: string;
  [key: string]: unknown;
}
/** What the functions below work on. */
interface At {
  store: Store;
  clock: Clock;
  cases: Cases;
  parties: Parties;
  account: Account;
}

function fileOf({ store }: At, account: string, file_id: string, field: string): StoredFile {
  const file = store.get<StoredFile>`select name, size, content_type from files
    where file_id = ${file_id} and account = ${account}`;
  if (!file) throw fieldProblem(field, 'is not an uploaded file');
  return file;
}

/** The case of the one target that is given. @throws Problem 404, 422. */
function targetOf(at: At, { application_id, person_id, business_id }: NewDocument): string {
  if ([application_id, person_id, business_id].filter(Boolean).length !== 1) {
    throw fieldProblem('application_id', 'give one of application_id, person_id, business_id');
  }
  const party = person_id ?? business_id;
  if (!party) return application_id!;
  return existing(at.parties.caseOf(party), `There is no person or business ${party}.`);
}

/** The type of a document: as it says, or that of the document it is expected to be. */
function typeOf(at: At, account: string, { type, expected_document_id }: NewDocument): string {
  if (!expected_document_id) return type ?? 'OTHER';
  const expected = at.account.expectedDocument(account, expected_document_id);
  if (!expected) throw fieldProblem('expected_document_id', 'is not expected on this account');
  return type ?? expected.slug;
}

/** @throws Problem 404, 422. */
function attach(at: At, account: string, body: NewDocument, who: string): StoredDocument {
  return at.store.atomic(() => {
    const files = body.document_files ?? (body.file_id ? [{ file_id: body.file_id }] : []);
    if (!files.length) throw fieldProblem('document_files', 'must hold a file');
    const stored = files.map(({ file_id }, index) =>
      fileOf(at, account, file_id, body.document_files ? `document_files.${index}` : 'file_id'),
    );
    const application_id = targetOf(at, body);
    at.cases.find(account, application_id);
    const [first] = stored;
    const type = typeOf(at, account, body);
    const document_id = newId('doc');
    const document = {
      ...body,
      ...first!,
      id: document_id,
      document_id,
      application_id,
      type,
      name: body.name ?? first!.name,
      file_id: files[0]!.file_id,
      document_files: files.map((file, index) => ({ ...file, ...stored[index]! })),
      validity: 'unset' as const,
      validity_reason: null,
      attached_at: at.clock.iso(),
      attached_by: who,
    };
    at.store.insert('documents', { document_id, application_id, data: JSON.stringify(document) });
    at.cases.note(application_id, who, `Document attached: ${type} (${document.name})`);
    return document;
  });
}

const list = ({ store }: At, application_id: string): StoredDocument[] =>
  store.records`select data from documents where application_id = ${application_id} order by seq`;

/** @throws Problem 404 for a document that is not there, or belongs to another account. */
const find = ({ store }: At, account: string, document_id: string): StoredDocument =>
  existing(
    store.record<StoredDocument>`select d.data from documents d
      join cases c on c.application_id = d.application_id
      where d.document_id = ${document_id} and c.account = ${account}`,
    `There is no document ${document_id}.`,
  );

/** Changes what is given: its name, or whether it is valid and why. */
function change(at: At, account: string, id: string, to: DocumentChange, who: string) {
  return at.store.atomic(() => {
    const document = { ...find(at, account, id), ...to };
    at.store.run`update documents set data = ${JSON.stringify(document)} where document_id = ${id}`;
    const { application_id, name, validity, validity_reason: reason } = document;
    const because = reason ? `: ${String(reason)}` : '';
    at.cases.note(application_id, who, `Document ${name} is ${String(validity)}${because}`);
    return document;
  });
}

function remove(at: At, account: string, id: string, who: string) {
  return at.store.atomic(() => {
    const document = find(at, account, id);
    at.store.run`delete from documents where document_id = ${id}`;
    at.cases.note(document.application_id, who, `Document removed: ${document.name}`);
    return document;
  });
}

/** The files of a document; those of earlier versions had one. */
const filesIn = ({ document_files, file_id, name }: StoredDocument) =>
  (document_files as { file_id: string; name: string; side?: string; content_type?: string }[]) ?? [
    { file_id: String(file_id), name: String(name) },
  ];

/** Name and content of a file of a document; `side` 1 is the back. @throws Problem 404. */
function contentOf({ store }: At, application_id: string, document_id: string, side: number) {
  const document = store.record<StoredDocument>`select data from documents
    where application_id = ${application_id} and document_id = ${document_id}`;
  const file_id = (document && filesIn(document)[side]?.file_id) ?? '';
  const file = store.get<{ name: string; content_type: string; content: Buffer }>`
    select name, content_type, content from files where file_id = ${file_id}`;
  return existing(file, 'There is no such document.');
}

export const openDocuments = (store: Store, around: Omit<At, 'store'>) =>
  given({ store, ...around } as At, { attach, list, find, change, remove, file: contentOf });

export type Documents = ReturnType<typeof openDocuments>;
