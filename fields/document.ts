/** A document: what it is, what it belongs to, and the file in it. */
import type { AttachDocumentBody, Document, NewDocument } from '../api/contract.ts';
import { halt } from '../api/errors.ts';
import { suggestions } from './choices.ts';
import { inputFields, labelsOf, pick, readFields, type TableOf } from './table.ts';
import { required, toId, type Input } from './values.ts';

const documentTable: Omit<TableOf<typeof AttachDocumentBody>, 'file_id'> = {
  type: {
    label: 'Document Type',
    help: 'What the document is, for example ID. Your account may use further types.',
    kind: 'id',
    choices: () => suggestions('documentTypes'),
  },
  application_id: {
    label: 'Case',
    help: 'Case to which the document is attached. Fill in exactly one of Case, Person and Business.',
    kind: 'id',
  },
  person_id: {
    label: 'Person',
    help: 'Related person to whom it is attached: the ID that Add Related Person returns as "Person".',
    kind: 'id',
  },
  business_id: {
    label: 'Business',
    help: 'Related business to which it is attached: the ID that Add Related Business returns as "Business".',
    kind: 'id',
  },
};

export const documentLabels = { ...labelsOf(documentTable), file_id: 'File' };

export const documentFields = [
  {
    key: 'file',
    label: 'File',
    type: 'file' as const,
    required: true,
    helpText:
      'File from an earlier step, or the web address of one. A text with several words is sent as a text file; what only looks like a name, an address or an ID is refused.',
  },
  () =>
    inputFields(documentTable).map((field) =>
      field.key === 'type' ? { ...field, required: true } : field,
    ),
];

/** The file to send: a web address, or text. @throws HaltedError when there is none. */
export const sourceOf = (input: Input): string => required(toId(input.file, 'File'), 'File');

/**
 * What the document is and the one thing it belongs to.
 * @throws HaltedError for none or several.
 */
export function toTarget(input: Input): Omit<NewDocument, 'file_id'> {
  const targets = readFields(
    pick(documentTable, ['application_id', 'person_id', 'business_id']),
    input,
  );
  const count = Object.keys(targets ?? {}).length;
  if (count !== 1) {
    throw halt(
      `Fill in exactly one of Case, Person and Business; ${count || 'none'} of them ${count > 1 ? 'are' : 'is'} filled in.`,
    );
  }
  const { label } = documentTable.type;
  return { type: required(toId(input.type, label), label), ...targets };
}

/** What the step shows of a document. */
export const toDocument = (document: Document) => ({ id: document.document_id, ...document });

export const documentOutput = [
  async () => [
    { key: 'id', label: 'ID' },
    { key: 'document_id', label: 'Document' },
    { key: 'file_id', label: 'File' },
    ...Object.entries(documentLabels)
      .filter(([key]) => key !== 'file_id')
      .map(([key, label]) => ({ key, label })),
  ],
];

export const documentSample = {
  id: 'doc_4Bv7Ms2KqP',
  document_id: 'doc_4Bv7Ms2KqP',
  file_id: 'fil_1Ez9Ct5HxW',
  type: 'ID',
};
