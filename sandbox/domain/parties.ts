/** Persons and businesses related to a case ("Relationships"). */
import { clientName, type RelatedBusiness, type RelatedPerson } from '../../api/contract.ts';
import { checkNamed, type Cases, type Kind } from './cases.ts';
import { Problem } from './problem.ts';
import { newId, type Store } from './store.ts';

export type Party = (RelatedPerson | RelatedBusiness) & Record<string, unknown>;

/** Corrects a party; its ids stay. @throws Problem 404 where the case has none of that id. */
export function changeParty(
  { store, cases }: { store: Store; cases: Cases },
  account: string,
  application_id: string,
  id: string,
  body: RelatedPerson | RelatedBusiness,
  who: string,
): Party {
  return store.atomic(() => {
    cases.find(account, application_id);
    const row = store.get<{ kind: Kind; data: string }>`select kind, data from parties
      where id = ${id} and application_id = ${application_id}`;
    if (!row) throw new Problem(404, `The case has no person or business ${id}.`);
    const { kind } = row;
    checkNamed(kind, body);
    const ids = { [`${kind}_id`]: id, id, application_id };
    const party = { ...JSON.parse(row.data), ...body, ...ids } as Party;
    store.run`update parties set data = ${JSON.stringify(party)} where id = ${id}`;
    cases.note(application_id, who, `Related ${kind} corrected: ${clientName({ [kind]: body })}`);
    return party;
  });
}

export function openParties(store: Store, cases: Cases) {
  return {
    add(account: string, application_id: string, kind: Kind, body: Party, who: string): Party {
      return store.atomic(() => {
        cases.find(account, application_id);
        checkNamed(kind, body);
        const id = newId(kind === 'person' ? 'per' : 'biz');
        const party = { roles: [], ...body, [`${kind}_id`]: id, id, application_id };
        store.insert('parties', { id, application_id, kind, data: JSON.stringify(party) });
        const name = clientName({ [kind]: body });
        cases.note(application_id, who, `Related ${kind} added: ${name}`);
        return party;
      });
    },

    change: (
      account: string,
      application_id: string,
      id: string,
      body: RelatedPerson | RelatedBusiness,
      who: string,
    ): Party => changeParty({ store, cases }, account, application_id, id, body, who),

    list: (application_id: string, kind: Kind): Party[] =>
      store.records`select data from parties
        where application_id = ${application_id} and kind = ${kind} order by seq`,

    /** The case of a related party, or of the subject of a case, by its id. */
    caseOf(id: string): string | undefined {
      const row =
        store.get<{
          application_id: string;
        }>`select application_id from parties where id = ${id}` ??
        store.get<{ application_id: string }>`select application_id from cases
          where ${id} in (json_extract(data, '$.person_id'), json_extract(data, '$.business_id'))`;
      return row?.application_id;
    },
  };
}

export type Parties = ReturnType<typeof openParties>;
