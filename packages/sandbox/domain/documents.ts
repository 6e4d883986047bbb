/** Documents: an uploaded file attached to a case, a person or a business. */
import * as z from 'zod/mini';

import { AttachDocumentBody } from '../../../service/contract.ts';
import type { Account } from './account.ts';
import type { Cases } from './cases.ts';
import type { Clock } from './clock.ts';
import { bind } from './bind.ts';
import type { Parties } from './parties.ts';
import { checkFields, existing, fieldProblem } from './problem.ts';
import { newId, type Store } from './store.ts';

const text = z.string('must be text');
const identifier = text.check(z.minLength(1, 'must not be empty'), z.maxLength(200));
const DocumentFile = z.looseObject({
  file_id: identifier,
  side: z.nullish(z.enum(['front', 'back'], 'must be front or back')),
});
/** A document with several files, expected or not. A single file may be at the top. */
export const NewDocument = z.extend(AttachDocumentBody, {
  file_id: z.optional(identifier),
  type: z.optional(identifier),
  name: z.nullish(identifier),
  expected_document_id: z.nullish(identifier),
  document_files: z.nullish(z.array(DocumentFile, 'must be a list')),
});
export type NewDocument = z.infer<typeof NewDocument>;
export const DocumentChange = z.looseObject({
  name: z.optional(identifier),
  validity: z.optional(z.enum(['valid', 'invalid', 'unset'], 'must be valid, invalid or unset')),
  validity_reason: z.nullish(text),
});
export type DocumentChange = z.infer<typeof DocumentChange>;

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
  /** Time and person of the attachment. */
  attached_at?: string;
  attached_by?: string;
  [key: string]: unknown;
}
/** The context of these functions. */
interface Context {
  store: Store;
  clock: Clock;
  cases: Cases;
  parties: Parties;
  account: Account;
}

function fileOf({ store }: Context, account: string, file_id: string, field: string): StoredFile {
  const file = store.get<StoredFile>`select name, size, content_type from files
    where file_id = ${file_id} and account = ${account}`;
  if (!file) throw fieldProblem(field, 'is not an uploaded file');
  return file;
}

/** The case of the document's only owner. @throws Problem 404, 422. */
function targetOf(
  context: Context,
  { application_id, person_id, business_id }: NewDocument,
): string {
  if ([application_id, person_id, business_id].filter(Boolean).length !== 1) {
    throw fieldProblem('application_id', 'give one of application_id, person_id, business_id');
  }
  const party = person_id ?? business_id;
  if (!party) return application_id!;
  return existing(context.parties.caseOf(party), `There is no person or business ${party}.`);
}

/** The type of a document: its own, or its expected document's. */
function typeOf(
  context: Context,
  account: string,
  { type, expected_document_id }: NewDocument,
): string {
  if (!expected_document_id) return type ?? 'OTHER';
  const expected = context.account.expectedDocument(account, expected_document_id);
  if (!expected) throw fieldProblem('expected_document_id', 'is not expected on this account');
  return type ?? expected.slug;
}

/** @throws Problem 404, 422. */
function attach(context: Context, account: string, body: NewDocument, who: string): StoredDocument {
  return context.store.atomic(() => {
    const files = body.document_files ?? (body.file_id ? [{ file_id: body.file_id }] : []);
    if (!files.length) throw fieldProblem('document_files', 'must contain a file');
    const stored = files.map(({ file_id }, index) =>
      fileOf(
        context,
        account,
        file_id,
        body.document_files ? `document_files.${index}` : 'file_id',
      ),
    );
    const application_id = targetOf(context, body);
    context.cases.find(account, application_id);
    const [first] = stored;
    const type = typeOf(context, account, body);
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
      attached_at: context.clock.iso(),
      attached_by: who,
    };
    context.store.insert('documents', {
      document_id,
      application_id,
      data: JSON.stringify(document),
    });
    context.cases.note(application_id, who, {
      kind: 'document_attached',
      path: type,
      after: document.name,
    });
    return document;
  });
}

const list = ({ store }: Context, application_id: string): StoredDocument[] =>
  store.records`select data from documents where application_id = ${application_id} order by seq`;

/** @throws Problem 404 for a missing document, or another account's. */
const find = ({ store }: Context, account: string, document_id: string): StoredDocument =>
  existing(
    store.record<StoredDocument>`select d.data from documents d
      join cases c on c.application_id = d.application_id
      where d.document_id = ${document_id} and c.account = ${account}`,
    `There is no document ${document_id}.`,
  );

/** Changes the name, or the validity and its reason. @throws Problem 404, 422 without any field. */
function change(context: Context, account: string, id: string, to: DocumentChange, who: string) {
  return context.store.atomic(() => {
    find(context, account, id);
    checkFields(to);
    const document = { ...find(context, account, id), ...to };
    context.store
      .run`update documents set data = ${JSON.stringify(document)} where document_id = ${id}`;
    const { application_id, name, validity, validity_reason: reason } = document;
    context.cases.note(application_id, who, {
      kind: 'document_judged',
      path: name,
      after: validity,
      text: reason as string | null,
    });
    return document;
  });
}

function remove(context: Context, account: string, id: string, who: string) {
  return context.store.atomic(() => {
    const document = find(context, account, id);
    context.store.run`delete from documents where document_id = ${id}`;
    context.cases.note(document.application_id, who, {
      kind: 'document_removed',
      before: document.name,
    });
    return document;
  });
}

/** The files of a document. */
const filesIn = ({ document_files }: StoredDocument) =>
  document_files as { file_id: string; name: string; side?: string; content_type?: string }[];

/** Name and content of a document's file. `side` 1 is the back. @throws Problem 404. */
function contentOf({ store }: Context, application_id: string, document_id: string, side: number) {
  const document = store.record<StoredDocument>`select data from documents
    where application_id = ${application_id} and document_id = ${document_id}`;
  const file_id = (document && filesIn(document)[side]?.file_id) ?? '';
  const file = store.get<{ name: string; content_type: string; content: Buffer }>`
    select name, content_type, content from files where file_id = ${file_id}`;
  return existing(file, 'There is no such document.');
}

export const openDocuments = (store: Store, around: Omit<Context, 'store'>) =>
  bind({ store, ...around } as Context, { attach, list, find, change, remove, file: contentOf });

export type Documents = ReturnType<typeof openDocuments>;
