/**
 * The dropdowns of cases and parties: hidden triggers that the editor runs. No endpoint lists
 * cases, so the lists hold the recent cases of this connection and the parties of the newest one.
 * Fields with such a list also offer a search step.
 */
import { idIn } from '../client/exchange/answer.ts';
import { findParties, type Party } from '../client/related-parties.ts';
import { recentCases } from '../client/recent-cases.ts';
import type { Run } from '../client/exchange/run.ts';
import { clientName } from '../service/contract.ts';
import { step } from './adapter.ts';

interface Entry {
  id: string;
  name: string;
}

/** A hidden trigger that lists entries. */
const dropdown = (key: string, noun: string, entries: (run: Run) => Promise<Entry[]>) => ({
  key,
  noun,
  display: { hidden: true },
  operation: { perform: step((run) => entries(run)) },
});

const cases = async (run: Run) =>
  (await recentCases(run)).map((one) => {
    const id = one.application_id;
    return { id, name: clientName(one) || id };
  });

/** The parties of the newest case. If the list fails, the user can still enter an ID. */
const parties = (kind: Party['kind']) => async (run: Run) => {
  const [found] = await recentCases(run, 1);
  const listing = found && findParties(run, found.application_id, kind);
  const listed = await listing?.catch(() => undefined);
  return (listed?.parties ?? []).flatMap((party) => {
    const id = idIn(party, `${kind}_id`);
    return id ? [{ id, name: clientName({ [kind]: party }) || id }] : [];
  });
};

export const lists = {
  last_case: dropdown('last_case', 'Case', cases),
  last_case_persons: dropdown('last_case_persons', 'Person', parties('person')),
  last_case_businesses: dropdown('last_case_businesses', 'Business', parties('business')),
};
