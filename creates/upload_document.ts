import { uploadDocument } from '../client/documents.ts';
import {
  documentFields,
  documentLabels,
  documentOutput,
  filesOf,
  toDocument,
  toTarget,
} from '../fields/documents.ts';
import { alreadyExisted, notTaken } from '../fields/kinds/output.ts';
import { declareAction } from '../operation.ts';

/** POST /api/files, then POST /api/documents. A failed upload attaches nothing. */
export default declareAction({
  key: 'upload_document',
  noun: 'Document',
  label: 'Upload Document',
  description: 'Creates a document of a case, person or business from a file.',
  labels: documentLabels,
  groups: ['more'],
  input: documentFields,
  run: async (run, input) => {
    const target = toTarget(input);
    return toDocument(await uploadDocument(run, filesOf(input), target));
  },
  output: documentOutput(alreadyExisted, notTaken),
});
