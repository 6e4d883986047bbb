/** Uploads one small file and attaches one document: finds the form of the document. */
import { idIn, isGood, isUnclear, type Answer } from '../exchange.ts';
import { complaintsIn, valuesIn } from '../likely-names.ts';
import { call, note, problem, settle, unclear, type Visit } from '../visit.ts';

const pdf = '%PDF-1.1\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const isRefusal = ({ isApi, status }: Answer) => isApi && [400, 422].includes(status);

/** Uploads the file. @returns its ID. */
export async function uploadFile(visit: Visit): Promise<string | undefined> {
  const form = () => {
    const body = new FormData();
    body.append('file', new Blob([pdf], { type: 'application/pdf' }), 'doctor-check.pdf');
    return body;
  };
  const answer = await call(visit, { method: 'POST', path: '/api/files', form });
  const found = isGood(answer) ? idIn(answer.data, 'file_id') : undefined;
  if (found) note(visit, 'Id of a file', found.name, answer.line);
  else if (isUnclear(answer)) unclear(visit, 'Upload', answer.line);
  else problem(visit, 'Upload', 'no file is accepted', answer.line);
  return found?.id;
}

type Form = 'both' | 'files' | 'flat';
const bodies: Record<Form, (file_id: string, type: string) => object> = {
  both: (file_id, type) => ({ ...bodies.flat(file_id, type), ...bodies.files(file_id, type) }),
  files: (file_id) => ({ name: 'doctor-check.pdf', document_files: [{ file_id }] }),
  flat: (file_id, type) => ({ file_id, type }),
};

/** Valid values of the type, from a refusal. */
const typesIn = (answer: Answer): string[] =>
  complaintsIn(answer)
    .filter(({ place }) => place === 'type')
    .flatMap(({ text }) => valuesIn(text));

/** The form of which a service shows the keys: it may have dropped those of the other. */
function formShown(form: Form, answer: Record<string, unknown>): Form {
  if (answer.document_files && !answer.type) return 'files';
  return answer.file_id && !answer.document_files ? 'flat' : form;
}

/** Attaches the file in each form, the default first. */
export async function attachDocument(visit: Visit, application_id: string, file_id: string) {
  const point = 'Form of a document';
  const lines: string[] = [];
  let type = 'ID';
  const attach = async (form: Form): Promise<Answer> => {
    const json = { application_id, ...bodies[form](file_id, type) };
    const answer = await call(visit, { method: 'POST', path: '/api/documents', json });
    lines.push(answer.line);
    const types = isRefusal(answer) ? typesIn(answer) : [];
    if (!types.length || types.includes(type)) return answer;
    type = types[0]!;
    settle(visit, 'document_types', types, 'Types of a document', types.join(', '), answer.line);
    return attach(form);
  };
  for (const form of Object.keys(bodies) as Form[]) {
    const answer = await attach(form);
    if (isGood(answer) && idIn(answer.data, 'document_id')) {
      const shown = formShown(form, answer.data as Record<string, unknown>);
      settle(visit, 'documents', shown, point, shown, lines.join(', '));
      return;
    }
    if (isRefusal(answer)) continue;
    if (isUnclear(answer)) {
      unclear(visit, point, lines.join(', '));
      return;
    }
    break;
  }
  problem(visit, point, 'no document is accepted', lines.join(', '));
}
