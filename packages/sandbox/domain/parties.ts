/** Persons and businesses related to a case ("Relationships"). */
import { clientName, type RelatedBusiness, type RelatedPerson } from '../../../service/contract.ts';
import { checkNamed, type Cases, type Kind } from './cases.ts';
import type { Actor } from './history.ts';
import { existing } from './problem.ts';
import { newId, type Store } from './store.ts';

export type Party = (RelatedPerson | RelatedBusiness) & Record<string, unknown>;

export class Parties {
  constructor(
    private readonly store: Store,
    private readonly cases: Cases,
  ) {}

  add(who: Actor, application_id: string, kind: Kind, body: Party) {
    return this.store.atomic(() => {
      this.cases.find(application_id);
      checkNamed(kind, body);
      const id = newId(kind === 'person' ? 'per' : 'biz');
      const party: Party = { roles: [], ...body, [`${kind}_id`]: id, id, application_id };
      this.store.insert('parties', { id, application_id, kind, data: JSON.stringify(party) });
      this.cases.index(application_id);
      this.cases.note(application_id, who, {
        kind: 'party_added',
        path: kind,
        after: clientName({ [kind]: body }),
      });
      return party;
    });
  }

  /** Changes a party, but not its IDs. @throws Problem 404 if the case has no such party. */
  change(
    who: Actor,
    application_id: string,
    id: string,
    body: RelatedPerson | RelatedBusiness,
  ): Party {
    return this.store.atomic(() => {
      this.cases.find(application_id);
      const row = this.store.get<{ kind: Kind; data: string }>`select kind, data from parties
        where id = ${id} and application_id = ${application_id}`;
      const { kind, data } = existing(row, `The case has no person or business ${id}.`);
      checkNamed(kind, body);
      const ids = { [`${kind}_id`]: id, id, application_id };
      const party = { ...JSON.parse(data), ...body, ...ids } as Party;
      this.store.run`update parties set data = ${JSON.stringify(party)} where id = ${id}`;
      this.cases.index(application_id);
      this.cases.note(application_id, who, {
        kind: 'party_corrected',
        path: kind,
        after: clientName({ [kind]: body }),
      });
      return party;
    });
  }

  list(application_id: string, kind: Kind): Party[] {
    return this.store.records`select data from parties
      where application_id = ${application_id} and kind = ${kind} order by seq`;
  }

  /** The case of a related party or a subject, by the party's ID. */
  caseOf(id: string): string | undefined {
    return this.store.get<{ id: string }>`select application_id as id from parties where id = ${id}
      union all select application_id from cases
      where ${id} in (json_extract(data, '$.person_id'), json_extract(data, '$.business_id'))`?.id;
  }
}
