import { defineCreate } from 'zapier-platform-core';

import { attachDocument, uploadFile } from '../api/client.ts';
import { documentFields, toForm, toTarget } from '../fields/document.ts';
import { requiredText, type Input } from '../fields/values.ts';

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
      const inputData: Input = bundle.inputData;
      const target = toTarget(inputData);
      const type = requiredText(inputData.type, 'Document Type');
      const { file_id } = await uploadFile({ z, bundle }, await toForm(z, inputData));
      const document = await attachDocument({ z, bundle }, { file_id, type, ...target });
      return { id: document.document_id, ...document };
    },
    outputFields: [
      async () => [
        { key: 'id', label: 'ID' },
        { key: 'document_id', label: 'Document' },
        { key: 'file_id', label: 'File' },
        { key: 'type', label: 'Document Type' },
        { key: 'application_id', label: 'Case' },
        { key: 'person_id', label: 'Person' },
        { key: 'business_id', label: 'Business' },
      ],
    ],
    sample: {
      id: 'doc_4Bv7Ms2KqP',
      document_id: 'doc_4Bv7Ms2KqP',
      file_id: 'fil_1Ez9Ct5HxW',
      type: 'ID',
    },
  },
});
