/** Upload Document sends a file, then attaches it to a case. */
import { service } from '../support/nock.ts';
import { useStep } from '../support/operations.ts';

const uploadDocument = useStep('upload_document', {
  application_id: 'app_1',
  file: 'plain text',
  type: 'ID',
});

it('sends the file, then the document that it belongs to', async () => {
  service().get('/api/applications/app_1').reply(200, { application_id: 'app_1' });
  service()
    .post('/api/files', /name="file"; filename="plain-text-c9ecf5e5.txt"[^]*plain text/)
    .reply(201, { file_id: 'fil_1' });
  service()
    .post('/api/documents', {
      application_id: 'app_1',
      type: 'ID',
      file_id: 'fil_1',
      name: 'plain-text-c9ecf5e5.txt',
      document_files: [{ file_id: 'fil_1', side: 'front' }],
    })
    .reply(201, { document_id: 'doc_1' });
  expect(await uploadDocument()).toMatchObject({ id: 'doc_1', file_id: 'fil_1', type: 'ID' });
});
