/** One small file and one document: the field of the upload, the form of the document. */
import { idIn, isGood, isRecord, type Answer } from '../http.ts';
import { blamed } from '../names.ts';
import { call, note, problem, settle, type Visit } from '../visit.ts';

/** Likely names of the multipart field, the default first. */
const fields = ['file', 'upload', 'document', 'files', 'content', 'attachment', 'data'];
const pdf = '%PDF-1.1\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** Uploads under the likely names, and those a refusal speaks of. @returns the id of the file. */
export async function uploadFile(visit: Visit): Promise<string | undefined> {
  const waiting = [...fields];
  const tried = new Set<string>();
  let answer: Answer | undefined;
  while (waiting.length && tried.size < 10) {
    const field = waiting.shift()!;
    if (tried.has(field)) continue;
    tried.add(field);
    const form = new FormData();
    form.append(field, new Blob([pdf], { type: 'application/pdf' }), 'doctor-check.pdf');
    answer = await call(visit, { method: 'POST', path: '/api/files', form });
    const found = isGood(answer) ? idIn(answer.data, 'file_id') : undefined;
    if (found) {
      settle(visit, 'fileField', field, 'Field of the upload', field, answer.line);
      note(visit, 'Id of a file', found.name, answer.line);
      return found.id;
    }
    if (!answer.isApi || ![400, 422].includes(answer.status)) break;
    const detail = isRecord(answer.data) && Array.isArray(answer.data.detail);
    if (detail) waiting.unshift(...blamed(answer).filter((name) => /^[\w-]+$/.test(name)));
  }
  problem(visit, 'Upload', 'no file is taken', answer!.line);
  return undefined;
}

type Form = 'both' | 'files' | 'flat';
const bodies: Record<Form, (file_id: string) => object> = {
  both: (file_id) => ({ ...bodies.flat(file_id), ...bodies.files(file_id) }),
  files: (file_id) => ({ name: 'doctor-check.pdf', document_files: [{ file_id }] }),
  flat: (file_id) => ({ file_id, type: 'ID' }),
};

/** Attaches the file in the forms, the default first. */
export async function attachDocument(visit: Visit, application_id: string, file_id: string) {
  const point = 'Form of a document';
  const answers: string[] = [];
  for (const form of Object.keys(bodies) as Form[]) {
    const json = { application_id, ...bodies[form](file_id) };
    const answer = await call(visit, { method: 'POST', path: '/api/documents', json });
    answers.push(answer.line);
    if (isGood(answer) && idIn(answer.data, 'document_id')) {
      settle(visit, 'documentForm', form, point, form, answers.join(', '));
      return;
    }
    if (!answer.isApi || ![400, 422].includes(answer.status)) break;
  }
  problem(visit, point, 'no document is taken', answers.join(', '));
}
