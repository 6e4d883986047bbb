import { defineCreate } from 'zapier-platform-core';

import { uploadDocument } from '../client/client.ts';
import { openFiles } from '../client/download.ts';
import { newStep } from '../client/transport.ts';
import {
  documentFields,
  documentLabels,
  documentOutput,
  documentSample,
  sourcesOf,
  toDocument,
  toTarget,
} from '../fields/document.ts';
import { takenOutput, takenSample } from '../fields/taken.ts';

/** POST /api/files, then POST /api/documents; nothing is attached when the upload failed. */
export default defineCreate({
  key: 'upload_document',
  noun: 'Document',
  display: {
    label: 'Upload Document',
    description:
      'Creates a document from a file and attaches it to a case, person or business. Needs the file, its type and one of the three; returns the document with its ID.',
  },
  operation: {
    inputFields: documentFields,
    perform: async (z, bundle) => {
      const step = newStep(z, bundle, documentLabels);
      const target = toTarget(bundle.inputData);
      const files = await openFiles(step, sourcesOf(bundle.inputData));
      return toDocument(await uploadDocument(step, files, target));
    },
    outputFields: [...documentOutput, async () => takenOutput],
    sample: { ...documentSample, ...takenSample },
  },
});
