import { getCase } from '../client/cases.ts';
import { uploadDocument } from '../client/documents.ts';
import { openFiles } from '../client/files.ts';
import {
  documentFields,
  documentLabels,
  documentOutput,
  filesOf,
  toDocument,
  toTarget,
} from '../fields/documents.ts';
import { inputFieldGroups } from '../fields/kinds/groups.ts';
import { alreadyExisted, notTaken } from '../fields/kinds/output.ts';
import { declareAction } from '../operation.ts';

/** POST /api/files, then POST /api/documents. A failed upload attaches nothing. */
export default declareAction({
  key: 'upload_document',
  noun: 'Document',
  label: 'Upload Document',
  description: 'Creates a document of a case, person or business from a file.',
  labels: documentLabels,
  groups: inputFieldGroups,
  input: documentFields,
  run: async (run, input) => {
    const target = toTarget(run.dialect, input);
    const files = await openFiles(run, filesOf(run.dialect, input));
    try {
      // A file for an unknown case would stay at the service, attached to nothing.
      if (target.application_id) await getCase(run, String(target.application_id));
    } catch (error) {
      files.forEach((file) => file.close());
      throw error;
    }
    return toDocument(await uploadDocument(run, files, target));
  },
  output: documentOutput(alreadyExisted, notTaken),
});
