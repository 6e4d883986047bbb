/** Enrichment: the registry's data about a business arrive in its case after some seconds. */
import { endpoints } from '../service/contract.ts';

import { idText, isSuccess } from './exchange/answer.ts';
import { recordOf } from './basics/json.ts';
import { getCase } from './cases.ts';
import { partiesOfCase, withPartyId, type Parties, type PartyKind } from './related-parties.ts';
import { notOffered } from './exchange/answer-errors.ts';
import { dataOf, refuseOther } from './exchange/answer-body.ts';
import type { Run } from './exchange/run.ts';
import { delays } from './basics/time.ts';
import { send } from './exchange/transport.ts';

/** The parties of a case after the registry's data arrived or the time ran out. */
export interface Enrichment extends Parties {
  hasArrived: boolean;
}

/** Milliseconds to keep for the end of the step. */
const reserve = 2000;

async function partiesNow(run: Run, application_id: string) {
  const found = await getCase(run, application_id);
  const partiesOf = async (kind: PartyKind) =>
    ((await partiesOfCase(run, found, kind))?.records ?? []).map((one) => withPartyId(kind, one));
  const [persons, businesses] = await Promise.all([partiesOf('person'), partiesOf('business')]);
  return { persons, businesses };
}

/** POST …/enrich */
async function requestData(run: Run, application_id: string): Promise<void> {
  const path = { application_id };
  const body = { force_fetch_official_data: true };
  const answer = await send(run, endpoints.enrichCase, { path, body, accept: [404] });
  // The case exists: it was read just before.
  if (!isSuccess(answer)) throw notOffered(answer);
  const { application_id: other } = recordOf(dataOf(run, answer));
  refuseOther(idText(other), application_id);
}

/** Requests the registry's data and waits until the parties change. A failed look is no failure. */
export async function enrichCase(run: Run, application_id: string): Promise<Enrichment> {
  const before = await partiesNow(run, application_id);
  await requestData(run, application_id);
  let now = before;
  for (let look = 0; look < delays.polls; look++) {
    if (Date.now() + delays.poll > run.deadline - reserve) break;
    await run.host.clock.wait(delays.poll);
    now = await partiesNow(run, application_id).catch(() => now);
    if (JSON.stringify(now) !== JSON.stringify(before)) return { ...now, hasArrived: true };
  }
  return { ...now, hasArrived: false };
}
