/** Documents: an uploaded file attached to a case, a person or a business. */
import * as z from 'zod/mini';

import { AttachDocumentBody } from '../../../service/contract.ts';

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
