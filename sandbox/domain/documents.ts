/** Documents: an uploaded file attached to a case, a person or a business. */
import type { infer as Infer } from 'zod/mini';

import type { AttachDocumentBody } from '../../api/contract.ts';
import type { Cases } from './cases.ts';
import type { Parties } from './parties.ts';
import { fieldProblem, Problem } from './problem.ts';
import { newId, type Store } from './store.ts';

export interface StoredDocument {
  document_id: string;
  application_id: string;
  file_id: string;
  type: string;
  name: string;
  size: number;
  content_type: string;
  [key: string]: unknown;
}
interface StoredFile {
  name: string;
  size: number;
  content_type: string;
}

export function openDocuments(store: Store, cases: Cases, parties: Parties) {
  return {
    attach(account: string, body: Infer<typeof AttachDocumentBody>, who: string): StoredDocument {
      return store.atomic(() => {
        const front = body.document_files?.find(({ side }) => side !== 'back');
        const file_id = body.file_id ?? front?.file_id ?? '';
        const type = body.type ?? body.name ?? '';
        if (!type) throw fieldProblem('type', 'must not be empty');
        const file = store.get<StoredFile>(
          'select name, size, content_type from files where file_id = ? and account = ?',
          file_id,
          account,
        );
        if (!file) throw fieldProblem('file_id', 'is not an uploaded file');
        const targets = [body.application_id, body.person_id, body.business_id].filter(Boolean);
        if (targets.length !== 1) {
          throw fieldProblem(
            'application_id',
            'give one of application_id, person_id, business_id',
          );
        }
        const party = body.person_id ?? body.business_id;
        const application_id = party ? parties.caseOf(party) : body.application_id;
        if (!application_id) throw new Problem(404, `There is no person or business ${party}.`);
        cases.find(account, application_id);
        const document = {
          ...body,
          file_id,
          type,
          document_id: newId('doc'),
          application_id,
          ...file,
        };
        store.run(
          'insert into documents (document_id, application_id, data) values (?,?,?)',
          document.document_id,
          application_id,
          JSON.stringify(document),
        );
        cases.note(application_id, who, `Document attached: ${type} (${file.name})`);
        return document;
      });
    },

    list: (application_id: string): StoredDocument[] =>
      store.records(
        'select data from documents where application_id = ? order by seq',
        application_id,
      ),

    /** Name and content of the file in a document. */
    file(application_id: string, document_id: string) {
      const document = store.record<StoredDocument>(
        'select data from documents where application_id = ? and document_id = ?',
        application_id,
        document_id,
      );
      const file =
        document &&
        store.get<{ name: string; content_type: string; content: Buffer }>(
          'select name, content_type, content from files where file_id = ?',
          document.file_id,
        );
      if (!file) throw new Problem(404, 'There is no such document.');
      return file;
    },
  };
}

export type Documents = ReturnType<typeof openDocuments>;
