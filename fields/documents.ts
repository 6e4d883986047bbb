/** A document: its type, its owner and its file. */
import { expectedDocuments, type ExpectedDocument, type Target } from '../client/account.ts';
import { targets, type DocumentTarget } from '../client/documents.ts';
import type { AttachDocumentBody, Document } from '../service/contract.ts';
import { isHostFile, type FileInput } from '../client/files.ts';
import { halt } from '../client/basics/errors.ts';
import type { NotTaken } from '../client/comparison/not-taken.ts';
import { additionalFieldsField, withAdditional } from './kinds/additional.ts';
import { caseOffer, sampleCase } from './cases.ts';
import { choice } from './kinds/choices.ts';
import { fieldList, form } from './kinds/form.ts';
import { inputFields, inputLabels, labelsOf, parseFields, type TableOf } from './kinds/table.ts';
import { outputWith, type OutputNote } from './kinds/output.ts';
import { isEmpty, required, toSingle, type Input } from './kinds/values.ts';

const documentTable = {
  type: {
    label: 'Document Type',
    help: 'Kind of document. An identity document has the type "ID". Your account may have other types.',
    kind: 'id',
    suggestions: 'document_types',
    required: true,
  },
  name: {
    label: 'Document Name',
    help: 'Name of the document in the service. If empty, the service uses the file name.',
    kind: 'id',
  },
  expected_document_id: {
    label: 'Expected Document',
    help: 'ID of the document that your account expects.',
    kind: 'id',
  },
  application_id: {
    label: 'Case',
    help: 'Case to attach the document to. Fill in only one of Case, Person and Business.',
    kind: 'id',
    ...caseOffer,
  },
  person_id: {
    label: 'Person',
    help: 'Related person to attach the document to. {{Map}} "Person" from {{add_related_person}}.',
    kind: 'id',
    dynamic: 'last_case_persons.id.name',
  },
  business_id: {
    label: 'Business',
    help: 'Related business to attach the document to. {{Map}} "Business" from {{add_related_business}}.',
    kind: 'id',
    dynamic: 'last_case_businesses.id.name',
  },
} satisfies Omit<TableOf<typeof AttachDocumentBody>, 'file_id' | 'document_files'>;

export const documentLabels = {
  ...labelsOf(documentTable),
  file_id: 'File',
  document_files: 'File',
};

const targetKeys = Object.keys(targets) as Target[];

/** The documents that the account expects, with their owners. */
export const documentChoices = (expected: ExpectedDocument[]) =>
  expected.map(({ id, label, target }) =>
    choice(id, target ? `${label} (${targets[target]})` : label),
  );

/** The expected documents for the chosen owner; all of them before the choice. */
function expectedChoices(input: Input<Target>, expected: ExpectedDocument[]) {
  const owners = targetKeys.filter((key) => !isEmpty(input[key]));
  const fits = ({ target }: ExpectedDocument) =>
    owners.length !== 1 || target === undefined || target === owners[0];
  return documentChoices(expected.filter(fits));
}

/** The fields below the file. The expected documents are a dropdown. */
const belowFile = form(async (run, input) => {
  const choices = expectedChoices(input, await expectedDocuments(run));
  return [
    {
      key: 'back_file' as const,
      label: 'Back File',
      type: 'file' as const,
      helpText: 'Back side of the document, for example of an ID card, if it is a separate file.',
    },
    ...inputFields(run.dialect, documentTable, { expected_document_id: choices }),
    additionalFieldsField,
  ];
});

export const documentFields = fieldList([
  {
    key: 'file',
    label: 'File',
    type: 'file',
    required: true,
    helpText:
      'File from {{earlier_step}}, or the web address of a file. Text of several words becomes a text file. A single word, such as a name or ID, is refused.',
  },
  belowFile,
]);

/** A platform's file, or the text of an input; undefined for an empty input. */
function fileOf(value: unknown, label: string): FileInput | undefined {
  const source = isHostFile(value) ? value : toSingle(value, label);
  return source === undefined ? undefined : { label, source };
}

/** The files to send, the front first. @throws a halt without a front. */
export function filesOf(input: Input<'file' | 'back_file'>): FileInput[] {
  const front = required(fileOf(input.file, 'File'), 'File');
  return [front, fileOf(input.back_file, 'Back File') ?? []].flat();
}

/** The document's properties and its owner. @throws a halt for no owner or several. */
export function toTarget(input: Input<'type' | 'additional_fields'>): DocumentTarget {
  const { type, ...values } = parseFields(documentTable, input) ?? {};
  const count = targetKeys.filter((key) => values[key] !== undefined).length;
  if (count !== 1) {
    throw halt(
      `Fill in exactly one of Case, Person and Business; ${count || 'none'} of them ${count > 1 ? 'are' : 'is'} filled in.`,
    );
  }
  const target = { type: required(type, documentTable.type.label), ...values };
  const files = { file_id: '', document_files: '' };
  const whole = withAdditional({ ...files, ...target }, input.additional_fields, documentLabels);
  const { file_id: _, document_files: __, ...withoutFiles } = whole;
  return withoutFiles;
}

export const toDocument = (document: Document & Partial<NotTaken>) => ({
  id: document.document_id,
  ...document,
});

const outputFields = [
  { key: 'id', label: 'ID' },
  { key: 'document_id', label: 'Document' },
  { key: 'file_id', label: 'File' },
  ...Object.entries(inputLabels(documentTable)).map(([key, label]) => ({ key, label })),
];

/** The output fields in an event. */
export const eventDocumentOutput = outputFields.map(({ key, label }) => ({
  key: `document__${key}`,
  label: `Document: ${label}`,
}));

/** The output fields and the sample, with notes on the run. */
export const documentOutput = (...notes: OutputNote[]) =>
  outputWith(
    () => outputFields,
    () => ({
      id: 'doc_4Bv7Ms2KqP',
      document_id: 'doc_4Bv7Ms2KqP',
      file_id: 'fil_1Ez9Ct5HxW',
      type: 'ID',
      application_id: sampleCase.application_id,
    }),
    ...notes,
  );
