/** Documents: files are uploaded, then attached to a case, person or business ("Documents"). */
import { endpoints, type Document, type NewDocument } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';

import { idIn, idText, isReplay, isSuccess, type Labels } from './answer.ts';
import { formOf, type File } from './download.ts';
import { errorOfRefusal, halt, withOutcome, withText, type OperationError } from './errors.ts';
import { makeOnce } from './once.ts';
import { documentFormLeft } from './refusals.ts';
import { identified, refuseOther } from './results.ts';
import type { Run } from './run.ts';
import { notTaken, asNotTaken, type NotTaken } from './not-taken.ts';
import { settleAll } from './time.ts';
import { errorFromRefusal, send, subjectOf, type Identity } from './transport.ts';

/** An uploaded file: its id at the service, and what tells it from others. */
interface Uploaded {
  file_id: string;
  name: string;
  /** Of its content. */
  digest: string;
}

/** POST /api/files: streams the file through in constant memory. */
async function uploadFile(run: Run, file: File): Promise<Uploaded> {
  const form = formOf(run, file);
  const sent = send(run, endpoints.uploadFile, { form });
  const answer = await sent.finally(() => file.close());
  // Of some files the length is known only now; nothing is attached yet.
  if (!form.bytes()) throw halt('File is empty.');
  const { file_id } = identified<{ file_id: string }>(run, endpoints.uploadFile, answer, 'file_id');
  return { file_id, name: file.name, digest: form.digest() };
}

/** The files of a document at the service, and what tells them from others. */
interface Uploads {
  sides: [front: Uploaded, back?: Uploaded];
  digest: string;
}

/** Uploads all files at once. @throws the first failure, after which no document was made. */
async function uploadAll(run: Run, files: File[]): Promise<Uploads> {
  try {
    const sides = await settleAll(files.map((file) => uploadFile(run, file)));
    const digest = sides.map((file) => file.digest).join(' ');
    return { sides: sides as Uploads['sides'], digest };
  } catch (error) {
    throw withOutcome(error as OperationError, 'nothing');
  }
}

/** What a document is and belongs to, without its files. */
export type DocumentTarget = Omit<NewDocument, 'file_id' | 'document_files'>;

/** What a document may belong to. */
const targets = { application_id: 'case', person_id: 'person', business_id: 'business' };

type DocumentForm = Dialect['documents'];

/** The error for a back that has no place in the service's form of a document. */
export const oneFileOnly = (): Error =>
  halt(
    'Back File: the service takes one file per document. Empty it, and send the back by {{upload_document}} in a {{step}} of its own.',
  );

/**
 * The body in the form the service takes: `file_id` and `type`, `document_files` and `name`, or both.
 * A document without a name goes by its file's, or by its type where that has no field of its own.
 */
function documentBody(
  [front, back]: Uploads['sides'],
  target: DocumentTarget,
  form: DocumentForm,
): NewDocument {
  const { type, ...rest } = target as { type?: string; name?: string };
  const name = rest.name ?? (form === 'files' ? type : front.name);
  return {
    ...(form !== 'files' && { file_id: front.file_id, type }),
    ...rest,
    ...(form !== 'flat' && {
      name,
      document_files: [
        { file_id: front.file_id, side: 'front' as const },
        ...(back ? [{ file_id: back.file_id, side: 'back' as const }] : []),
      ],
    }),
  };
}

/** The form with a name alone has no place for the type beside it. */
const hasNoType = (target: DocumentTarget, form: DocumentForm) =>
  form === 'files' && target.name !== undefined;

const typeLeftOut = (target: DocumentTarget, form: DocumentForm, labels: Labels) =>
  hasNoType(target, form) ? [labels.type ?? 'Document Type'] : [];

/** What is sent of a document. */
const sentOf = (target: DocumentTarget, form: DocumentForm): DocumentTarget =>
  hasNoType(target, form) ? { ...target, type: undefined } : target;

const oneFormOnly =
  'If the service takes documents in one form only, whoever manages this integration can set documents in its dialect to flat or files.';

/**
 * POST /api/documents, as often as it is called. A service that refuses the keys of one form as
 * unknown (422) gets the document in the other, where that has a place for all of its files.
 */
async function postDocument(
  run: Run,
  sides: Uploads['sides'],
  target: DocumentTarget,
  identity: Identity,
  form: DocumentForm = run.dialect.documents,
): Promise<{ thing: Document & NotTaken; existed: boolean }> {
  const endpoint = endpoints.attachDocument;
  const body = documentBody(sides, target, form);
  const accept = form === 'both' ? [400, 422] : [];
  const answer = await send(run, endpoint, { body, identity, accept });
  if (!isSuccess(answer)) {
    const left = answer.status === 422 ? documentFormLeft(answer) : undefined;
    if (!left) {
      const error = errorFromRefusal(answer, identity, subjectOf(run, endpoint));
      throw errorOfRefusal(withText(error, oneFormOnly), answer);
    }
    if (left === 'flat' && sides[1]) throw oneFileOnly();
    const again = { ...identity, parts: [...identity.parts, left] };
    return postDocument(run, sides, target, again, left);
  }
  const attached = identified<Document>(run, endpoint, answer, 'document_id', true);
  for (const [key, noun] of Object.entries(targets)) {
    const own = idText(target[key]);
    if (own !== undefined) refuseOther(idText(attached[key]), own, noun);
  }
  // Files in one form or the other: the service need not show both.
  const missing = notTaken(body, attached, run.labels, ['file_id', 'document_files']);
  const leftOut = asNotTaken([...missing, ...typeLeftOut(target, form, run.labels)]);
  const thing = { file_id: sides[0].file_id, ...sentOf(target, form), ...attached, ...leftOut };
  return { thing, existed: isReplay(answer) };
}

/** What is remembered of a document: its id, and what tells its files from others. */
interface DocumentNote {
  id: string;
  digest: string;
}

/** A document that is there, and the digest of its files. */
interface Attached {
  document: Document & NotTaken;
  digest: string;
}

/** How the files are attached once they are uploaded; a document that is there already stays. */
const attaching = (run: Run, uploading: Promise<Uploads>, target: DocumentTarget) => ({
  async make(identity: Identity) {
    const { sides, digest } = await uploading;
    const { thing, existed } = await postDocument(run, sides, target, identity);
    return { thing: { document: thing, digest }, existed };
  },
  note: ({ document, digest }: Attached): DocumentNote => ({
    id: idIn(document, 'document_id') ?? '',
    digest,
  }),
  async find({ id }: DocumentNote): Promise<Attached> {
    const { sides, digest } = await uploading;
    const form = run.dialect.documents;
    const document = {
      file_id: sides[0].file_id,
      ...sentOf(target, form),
      ...(id && { document_id: id }),
      ...asNotTaken(typeLeftOut(target, form, run.labels)),
    };
    return { document, digest };
  },
  isPrompt: true as const,
});

/**
 * POST /api/files, then POST /api/documents. The same files are attached to the same thing once:
 * the document is claimed by its target and the names of its files while they are sent, and is the
 * same where their content is.
 * @param files the front, and the back where there is one.
 */
export async function uploadDocument(
  run: Run,
  files: File[],
  target: DocumentTarget,
): Promise<Document & Partial<NotTaken>> {
  const uploading = uploadAll(run, files);
  // It may fail before anybody waits for it.
  uploading.catch(() => undefined);
  const attach = attaching(run, uploading, target);
  const withDigest = async ({ parts, ...rest }: Identity): Promise<Identity> => ({
    ...rest,
    parts: [...parts, (await uploading).digest],
  });
  const identity: Identity = {
    parts: ['document', target, ...files.map(({ name }) => name)],
    conflict:
      'An earlier run may have attached this file: look for the document in the service before you repeat the {{step}}.',
  };
  try {
    const { thing } = await makeOnce<Attached, DocumentNote>(run, identity, {
      ...attach,
      make: async (attempt) => attach.make(await withDigest(attempt)),
      async find(earlier) {
        if (earlier.digest === (await uploading).digest) return attach.find(earlier);
        // Other content under the same names: a document of its own.
        return (await makeOnce(run, await withDigest(identity), attach)).thing;
      },
    });
    return thing.document;
  } finally {
    // Where another run has the claim, the files are still on their way.
    await uploading.catch(() => undefined);
  }
}
