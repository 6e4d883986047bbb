/** Changes one field of the draft: finds out whether an update replaces what it does not name. */
import { recordOf } from '../../../client/basics/json.ts';
import { isGood, isUnclear } from '../exchange.ts';
import { bodyAt, readBackFrom } from '../likely-names.ts';
import { call, casePath, limit, note, problem, unclear, type Visit } from '../visit.ts';
import { ofCase, ownOf, readCase, type Draft } from './draft.ts';

const point = 'Update of a case';

/** The fields of the business that a case shows as they were sent, with their names. */
const fieldsIn = ({ fields, candidates }: Draft, shown: unknown) =>
  readBackFrom(fields.business, candidates, ownOf(shown)).filter(({ name }) => name !== undefined);

/** What a case shows as it was sent. */
function kept(draft: Draft, shown: unknown): string[] {
  const { external_reference, is_draft } = recordOf(shown);
  return [
    ...fieldsIn(draft, shown).map(({ likely }) => likely.path),
    ...(external_reference === draft.reference ? ['external_reference'] : []),
    ...(is_draft === true ? ['is_draft'] : []),
  ];
}

/** Sends one field of the business again. @param first the draft before any update. */
export async function findUpdate(visit: Visit, draft: Draft, first: unknown): Promise<void> {
  const { data } = await readCase(visit, draft);
  const { external_reference, is_draft } = recordOf(first);
  const before = { ...recordOf(data), external_reference, is_draft };
  const places = fieldsIn(draft, before).map(({ name }) => `business.${name}`);
  const one = draft.candidates.find(({ place, forms }) => places.includes(place) && forms.length);
  // A service that shows no field has a worse problem.
  if (!one) return;
  const json = { business: bodyAt('business', [one]) };
  const request = { path: casePath, parameters: ofCase(draft), json };
  const changed = await call(visit, { ...request, method: 'PUT' });
  if (isUnclear(changed)) return unclear(visit, point, changed.line);
  if (!isGood(changed)) return limit(visit, point, 'is refused: Update Case fails', changed.line);
  const read = await readCase(visit, draft);
  if (!isGood(read)) return unclear(visit, point, read.line);
  const still = kept(draft, read.data);
  const lost = kept(draft, before).filter((path) => !still.includes(path));
  const evidence = `${changed.line}, ${read.line}`;
  if (!lost.length) return note(visit, point, 'keeps what it does not name', evidence);
  const found = `replaces what it does not name: ${lost.join(', ')}; do not use Update Case`;
  return problem(visit, point, found, evidence);
}
