/** Reads a case whose client has submitted its portal: a service may keep it a draft. */
import { recordOf } from '../../../client/basics/json.ts';
import { isGood } from '../exchange.ts';
import { call, casePath, limit, note, unclear, type Visit } from '../visit.ts';

const point = 'Draft after the client submits';

export async function readSubmitted(visit: Visit): Promise<void> {
  if (visit.submittedCase === undefined) {
    const found =
      'not seen; make a draft, submit its portal as the client does, and run the doctor again with --submitted-case and the ID of the case';
    note(visit, point, found, 'only a client can submit a portal');
    return;
  }
  const parameters = { application_id: visit.submittedCase };
  const read = await call(visit, { path: casePath, parameters });
  const { is_draft } = recordOf(read.data);
  if (!isGood(read) || typeof is_draft !== 'boolean') unclear(visit, point, read.line);
  else if (!is_draft) note(visit, point, 'a case leaves the draft', read.line);
  else {
    const found = 'a case stays a draft; run Submit Case when the client has submitted';
    limit(visit, point, found, read.line);
  }
}
