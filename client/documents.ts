/** Documents: files are uploaded, then attached to a case, person or business ("Documents"). */
import { endpoints, type Document, type NewDocument } from '../service/contract.ts';
import type { Dialect } from '../service/dialect.ts';

import { idIn, idText, isReplay, isSuccess, type Labels } from './answer.ts';
import { formOf, type File } from './download.ts';
import { errorOfRefusal, halt, withText } from './errors.ts';
import { hold, makeOnce, promptly } from './once.ts';
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
  [front, back]: [front: Uploaded, back?: Uploaded],
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
  'Where the service takes documents in one form only, whoever manages this integration can set documents in its dialect to flat or files.';

/**
 * POST /api/documents, as often as it is called. A service that refuses the keys of one form as
 * unknown (422) gets the document in the other, where that has a place for all of its files.
 */
async function postDocument(
  run: Run,
  sides: [front: Uploaded, back?: Uploaded],
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
  const taken = asNotTaken([...missing, ...typeLeftOut(target, form, run.labels)]);
  const thing = { file_id: sides[0].file_id, ...sentOf(target, form), ...attached, ...taken };
  return { thing, existed: isReplay(answer) };
}

/** What is remembered of a document: its id, and what tells its files from others. */
interface DocumentNote {
  id: string;
  digest: string;
}

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
  const identity: Identity = {
    parts: ['document', target, ...files.map(({ name }) => name)],
    conflict:
      'An earlier run may have attached this file: look for the document in the service before you repeat the {{step}}.',
  };
  const [claim, uploads] = await Promise.allSettled([
    hold<DocumentNote>(run, identity),
    settleAll(files.map((file) => uploadFile(run, file))),
  ]);
  if (claim.status === 'rejected') throw claim.reason;
  const held = claim.value;
  const isOwn = held.known === undefined;
  if (uploads.status === 'rejected') {
    if (isOwn) await held.end();
    throw uploads.reason;
  }
  const [front, back] = uploads.value as [Uploaded, Uploaded?];
  const digest = uploads.value.map((file) => file.digest).join(' ');
  const existing = ({ id }: DocumentNote) => ({
    file_id: front.file_id,
    ...sentOf(target, run.dialect.documents),
    ...(id && { document_id: id }),
    ...asNotTaken(typeLeftOut(target, run.dialect.documents, run.labels)),
  });
  const note = (attached: Document) => ({ id: idIn(attached, 'document_id') ?? '', digest });
  const make = (attempt: Identity) => postDocument(run, [front, back], target, attempt);
  const withDigest = ({ parts, ...rest }: Identity) => ({ ...rest, parts: [...parts, digest] });
  if (held.known?.digest === digest) return existing(held.known);
  if (!isOwn) {
    // Other content under the same names: a document of its own.
    const find = async (earlier: DocumentNote) => existing(earlier);
    const other = withDigest(identity);
    return (
      await makeOnce<Document & Partial<NotTaken>, DocumentNote>(run, other, { make, note, find })
    ).thing;
  }
  try {
    const { thing } = await make(withDigest(held.identity));
    await promptly(run, [{ identity: identity.parts, value: note(thing) }]);
    return thing;
  } catch (error) {
    await held.fail(error);
    throw error;
  }
}
