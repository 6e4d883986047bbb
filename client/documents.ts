/** Documents: uploads files and attaches them to a case, person or business ("Documents"). */
import { endpoints, type Document, type NewDocument } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';

import { idIn, idText, isReplay, isSuccess, unknownKeysIn } from './exchange/answer.ts';
import { getCase } from './cases.ts';
import { openFiles, uploadBodyOf, type File, type FileInput } from './files.ts';
import { halt, withText } from './basics/errors.ts';
import { withoutNulls } from './basics/json.ts';
import type { Labels } from './basics/labels.ts';
import { makeOnce } from './memory/once.ts';
import { resourceWithId, refuseOther } from './exchange/answer-body.ts';
import type { Run } from './exchange/run.ts';
import { toSuggestion } from './exchange/suggestions.ts';
import { asNotTaken, differencesIn, type NotTaken } from './comparison/not-taken.ts';
import { settleAll } from './basics/time.ts';
import { errorFromRefusal, send, type Identity } from './exchange/transport.ts';

/** An uploaded file: its ID at the service, its name and the digest of its content. */
interface Upload {
  file_id: string;
  name: string;
  digest: string;
}

/** POST /api/files. Streams the file in constant memory. */
async function uploadFile(run: Run, file: File): Promise<Upload> {
  const form = uploadBodyOf(file);
  const answer = await send(run, endpoints.uploadFile, { form }).finally(() => file.close());
  const { file_id } = resourceWithId<{ file_id: string }>(run, answer, 'file_id');
  return { file_id, name: file.name, digest: form.digest() };
}

type Sides = [front: Upload, back?: Upload];

/** The properties and owner of a document, without its files. */
export type DocumentTarget = Omit<NewDocument, 'file_id' | 'document_files'>;

/** The possible owners of a document, by the key of their ID. */
export const targets = { application_id: 'case', person_id: 'person', business_id: 'business' };

type DocumentShape = Dialect['documents'];

/** The error for a back in a shape that has room for one file only. */
const oneFileError = (): Error =>
  halt(
    'Back File: the service takes one file per document. Empty this field, and send the back side with {{upload_document}} in another {{step}}.',
  );

/** The body in the service's shape. Its name is the file's, or the type where that has no place. */
function documentBody(
  [front, back]: Sides,
  target: DocumentTarget,
  shape: DocumentShape,
): NewDocument {
  const { type, ...rest } = target as { type?: string; name?: string };
  const name = rest.name ?? (shape === 'files' ? type : front.name);
  return {
    ...(shape !== 'files' && { file_id: front.file_id, type }),
    ...rest,
    ...(shape !== 'flat' && {
      name,
      document_files: [
        { file_id: front.file_id, side: 'front' as const },
        ...(back ? [{ file_id: back.file_id, side: 'back' as const }] : []),
      ],
    }),
  };
}

const typeLabel = ({ type = 'Document Type' }: Labels): string => type;

/** The properties that the shape sends. The shape with a name only has no room for a type. */
function fitTo(shape: DocumentShape, target: DocumentTarget, labels: Labels) {
  if (shape !== 'files' || target.name === undefined) return { sent: target, leftOut: [] };
  const typeLeftOut = { label: typeLabel(labels), sent: target.type };
  return { sent: { ...target, type: undefined }, leftOut: [typeLeftOut] };
}

const oneShapeOnly =
  'For your engineer: if the service takes documents in one form only, set "documents" in the dialect to "flat" or "files".';

/** The shape without the key that the service refuses as unknown. */
const shapeWithout = (unknown: string[]): DocumentShape | undefined =>
  unknown.includes('document_files') ? 'flat' : unknown.includes('file_id') ? 'files' : undefined;

/**
 * POST /api/documents without protection against repeats. If the service refuses the keys of one
 * shape as unknown (422), tries the other shape, provided all files fit.
 */
async function postDocument(
  run: Run,
  sides: Sides,
  target: DocumentTarget,
  identity: Identity,
  shape: DocumentShape = run.dialect.documents,
): Promise<{ resource: Document & NotTaken; existed: boolean }> {
  const body = documentBody(sides, target, shape);
  const accept = shape === 'both' ? [400, 422] : [];
  const answer = await send(run, endpoints.attachDocument, { body, identity, accept });
  if (!isSuccess(answer)) {
    const otherShape = answer.status === 422 ? shapeWithout(unknownKeysIn(answer)) : undefined;
    if (!otherShape) {
      throw withText(errorFromRefusal(answer, identity), oneShapeOnly);
    }
    if (otherShape === 'flat' && sides[1]) throw oneFileError();
    const again = { ...identity, parts: [...identity.parts, otherShape] };
    return postDocument(run, sides, target, again, otherShape);
  }
  const attached = resourceWithId<Document>(run, answer, 'document_id', true);
  for (const [key, noun] of Object.entries(targets)) {
    const id = idText(target[key]);
    if (id !== undefined) refuseOther(idText(attached[key]), id, noun);
  }
  const beside = ['file_id', 'document_files'];
  // The admin wrote no name.
  if (shape === 'both' && !target.name && !Object.hasOwn(attached, 'name')) beside.push('name');
  const missing = differencesIn(body, attached, run.labels, beside);
  // A service that drops the keys of one shape shows those of the other, or shows these as empty.
  const isOneFile = attached.file_id && !attached.document_files;
  if (sides[1] && isOneFile) missing.push({ label: 'Back File', sent: sides[1].name });
  const { sent, leftOut } = fitTo(shape, target, run.labels);
  const notTaken = asNotTaken([...missing, ...leftOut]);
  const resource = { file_id: sides[0].file_id, ...sent, ...withoutNulls(attached), ...notTaken };
  return { resource, existed: isReplay(answer) };
}

/**
 * POST /api/files, then POST /api/documents. Attaches the same content to the same owner only once.
 * @param inputs the front, and perhaps the back.
 * @throws a halt for a back if the service's shape has no room for it.
 */
export async function uploadDocument(
  run: Run,
  inputs: FileInput[],
  wanted: DocumentTarget,
): Promise<Document & Partial<NotTaken> & { already_existed: boolean }> {
  if (inputs[1] && run.dialect.documents === 'flat') throw oneFileError();
  const type = toSuggestion(run.dialect.document_types, wanted.type, typeLabel(run.labels));
  const target = { ...wanted, type };
  const caseId = wanted.application_id;
  // Without the case a file would belong to nothing.
  const files = await openFiles(run, inputs, async () => caseId && getCase(run, String(caseId)));
  const sides = (await settleAll(files.map((file) => uploadFile(run, file)))) as Sides;
  const digests = sides.map((side) => side?.digest).join(' ');
  const { sent, leftOut } = fitTo(run.dialect.documents, target, run.labels);
  const identity: Identity = {
    parts: ['document', target, ...files.map(({ name }) => name), digests],
    conflict:
      'An earlier {{run}} may have attached this file: look for the document in the service before you {{replay}}.',
  };
  const { resource, existed } = await makeOnce<Document & NotTaken, string>(run, identity, {
    make: (attempt) => postDocument(run, sides, target, attempt),
    note: (document) => idIn(document, 'document_id') ?? '',
    find: async (id) => ({
      file_id: sides[0].file_id,
      ...sent,
      ...(id && { document_id: id }),
      ...asNotTaken(leftOut),
    }),
  });
  return { ...resource, already_existed: existed };
}
