import { defineCreate } from 'zapier-platform-core';

import { attachDocument, uploadFile } from '../api/client.ts';
import { openFile } from '../api/download.ts';
import { newStep } from '../api/transport.ts';
import {
  documentFields,
  documentLabels,
  documentOutput,
  documentSample,
  sourceOf,
  toDocument,
  toTarget,
} from '../fields/document.ts';

/** POST /api/files, then POST /api/documents; nothing is attached when the upload failed. */
export default defineCreate({
  key: 'upload_document',
  noun: 'Document',
  display: {
    label: 'Upload Document',
    description: 'Creates a document from a file and attaches it to a case, person or business.',
  },
  operation: {
    inputFields: documentFields,
    perform: async (z, bundle) => {
      const step = newStep(z, bundle, documentLabels);
      const target = toTarget(bundle.inputData);
      const file = await uploadFile(step, await openFile(step, sourceOf(bundle.inputData)));
      return toDocument(await attachDocument(step, file, target));
    },
    outputFields: documentOutput,
    sample: documentSample,
  },
});
