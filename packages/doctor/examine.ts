/** One visit: runs the probes in order. Each uses the results of the earlier ones. */
import { findDecisions, rejectDraft } from './probes/decisions.ts';
import { attachDocument, uploadFile } from './probes/document.ts';
import { createDraft, readDraft } from './probes/draft.ts';
import { findKey } from './probes/key.ts';
import { findPortal } from './probes/portal-link.ts';
import { readSubmitted } from './probes/submitted.ts';
import { findCountryCodes, findWebhooks, readLists } from './probes/reads.ts';
import { findUpdate } from './probes/update.ts';
import { masked, startVisit, Stop, type Options, type Visit } from './visit.ts';

/** Probes that only read. */
async function read(visit: Visit): Promise<void> {
  visit.progress('form of the key');
  await findKey(visit);
  visit.progress('country codes');
  await findCountryCodes(visit);
  visit.progress('custom fields and documents');
  await readLists(visit);
  visit.progress('registration of webhooks');
  await findWebhooks(visit);
  await readSubmitted(visit);
}

/** Makes one case, document and portal, and reads them back. */
async function write(visit: Visit): Promise<void> {
  visit.progress('a draft case with one related person');
  const draft = await createDraft(visit);
  const first = await readDraft(visit, draft);
  visit.progress('an update');
  await findUpdate(visit, draft, first);
  visit.progress('a file and a document');
  const file = await uploadFile(visit);
  if (file) await attachDocument(visit, draft.application_id, file);
  visit.progress('a portal');
  await findPortal(visit, draft.application_id);
  visit.progress('decisions');
  const decisions = await findDecisions(visit);
  if (decisions && visit.decide) await rejectDraft(visit, decisions, draft.application_id);
}

/** Examines a service. `problems` of the result says what stopped it early. */
export async function examine(options: Options): Promise<Visit> {
  const visit = startVisit(options);
  try {
    await read(visit);
    if (visit.write) await write(visit);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    visit.problems.push(masked(options, error.message));
  }
  return visit;
}
