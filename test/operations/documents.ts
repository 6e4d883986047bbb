/** What Upload Document does. */
import { aCase, get, id, post, type Rows } from './table.ts';

const passport = { file: 'https://files.example/passport.pdf', type: 'ID' };

export const upload_document: Rows = {
  usual: {
    input: { application_id: id, file: 'plain text', type: 'ID' },
    requests: [
      get(`/api/applications/${id}`, aCase),
      post('/api/files', /name="file"; filename="[^]*plain text/, { file_id: 'fil_1' }),
      post(
        '/api/documents',
        {
          application_id: id,
          type: 'ID',
          file_id: 'fil_1',
          name: 'plain-text-c9ecf5e5.txt',
          document_files: [{ file_id: 'fil_1', side: 'front' }],
        },
        { document_id: 'doc_1' },
      ),
    ],
    returns: { id: 'doc_1', file_id: 'fil_1', type: 'ID' },
  },
  'required fields alone': {
    input: passport,
    halts: 'Fill in exactly one of Case, Person and Business; none of them is filled in.',
  },
  'owners that a tool left as null': {
    input: { ...passport, application_id: 'null', person_id: 'undefined', business_id: '"null"' },
    halts: 'Fill in exactly one of Case, Person and Business; none of them is filled in.',
  },
  'a document for two at once': {
    input: { ...passport, application_id: id, person_id: 'per_1' },
    halts: 'Fill in exactly one of Case, Person and Business; 2 of them are filled in.',
  },
};
