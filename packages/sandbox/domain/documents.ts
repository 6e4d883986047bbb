/** Documents: an uploaded file attached to a case, a person or a business. */
import * as z from 'zod/mini';

import { AttachDocumentBody } from '../../../service/contract.ts';
import type { Account } from './account.ts';
import type { Cases } from './cases.ts';
import type { Clock } from './clock.ts';
import { filesIn } from './files.ts';
import type { Actor } from './history.ts';
import type { Parties } from './parties.ts';
import { checkFields, existing, fieldProblem, Problem } from './problem.ts';
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

export interface StoredDocument {
  name: string;
  size: number;
  content_type: string;
  document_id: string;
  application_id: string;
  file_id: string;
  type: string;
  /** Time and person of the attachment. */
  attached_at?: string;
  attached_by?: string;
  [key: string]: unknown;
}

export class Documents {
  private readonly all;
  private readonly files;
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly cases: Cases,
    private readonly parties: Parties,
    private readonly account: Account,
  ) {
    this.files = filesIn(store);
    this.all = store.collection<StoredDocument>('documents', ({ application_id }) => ({
      ref: application_id,
    }));
  }

  private fileOf(file_id: string, field: string) {
    const file = this.files.get(file_id);
    if (!file) throw fieldProblem(field, 'is not an uploaded file');
    const { name, size, content_type } = file;
    return { name, size, content_type };
  }

  /** The case of the document's only owner. @throws Problem 404, 422. */
  private targetOf({ application_id, person_id, business_id }: NewDocument): string {
    if ([application_id, person_id, business_id].filter(Boolean).length !== 1) {
      throw fieldProblem('application_id', 'give one of application_id, person_id, business_id');
    }
    const party = person_id ?? business_id;
    if (!party) return application_id!;
    return existing(this.parties.caseOf(party), `There is no person or business ${party}.`);
  }

  /** The type of a document: its own, or its expected document's. */
  private typeOf({ type, expected_document_id }: NewDocument): string {
    if (!expected_document_id) return type ?? 'OTHER';
    const expected = this.account.expectedDocument(expected_document_id);
    if (!expected) throw fieldProblem('expected_document_id', 'is not expected on this account');
    return type ?? expected.slug;
  }

  /** @throws Problem 404, 422. */
  attach(who: Actor, body: NewDocument): StoredDocument {
    return this.store.atomic(() => {
      const files = body.document_files ?? (body.file_id ? [{ file_id: body.file_id }] : []);
      if (!files.length) throw fieldProblem('document_files', 'must contain a file');
      const stored = files.map(({ file_id }, index) =>
        this.fileOf(file_id, body.document_files ? `document_files.${index}` : 'file_id'),
      );
      const application_id = this.targetOf(body);
      this.cases.find(application_id);
      const [first] = stored;
      const type = this.typeOf(body);
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
        attached_at: this.clock.iso(),
        attached_by: who,
      };
      this.all.put(document_id, document);
      this.cases.note(application_id, who, {
        kind: 'document_attached',
        path: type,
        after: document.name,
      });
      return document;
    });
  }

  list(application_id: string): StoredDocument[] {
    return this.all.list({ ref: application_id });
  }

  read(document_id: string): StoredDocument | undefined {
    return this.all.get(document_id);
  }

  /** @throws Problem 404 for a missing document. */
  find(document_id: string): StoredDocument {
    return existing(this.read(document_id), `There is no document ${document_id}.`);
  }

  /** @throws Problem 404 for a document that the case does not have. */
  ofCase(application_id: string, document_id: string): StoredDocument {
    const document = this.find(document_id);
    if (document.application_id === application_id) return document;
    throw new Problem(404, `The case has no document ${document_id}.`);
  }

  /** Changes the name, or the validity and its reason. @throws Problem 404, 422 without any field. */
  change(who: Actor, id: string, to: DocumentChange) {
    return this.store.atomic(() => {
      const found = this.find(id);
      checkFields(to);
      const document = { ...found, ...to };
      this.all.put(id, document);
      const { application_id, name, validity, validity_reason: reason } = document;
      this.cases.note(application_id, who, {
        kind: 'document_judged',
        path: name,
        after: validity,
        text: reason as string | null,
      });
      return document;
    });
  }

  remove(who: Actor, id: string) {
    return this.store.atomic(() => {
      const document = this.find(id);
      this.all.remove(id);
      this.cases.note(document.application_id, who, {
        kind: 'document_removed',
        before: document.name,
      });
      return document;
    });
  }

  /** Name and content of a document's file. `side` 1 is the back. @throws Problem 404. */
  file(application_id: string, document_id: string, side: number) {
    const document = this.ofCase(application_id, document_id);
    const files = document.document_files as { file_id: string }[];
    const { file_id } = existing(files[side], 'There is no such document.');
    const { name, content_type } = this.files.get(file_id)!;
    return { name, content_type, content: this.files.content(file_id)! };
  }
}
