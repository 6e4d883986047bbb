/** Persons and businesses related to a case ("Relationships"). */
import { clientName, type RelatedBusiness, type RelatedPerson } from '../../../service/contract.ts';
import { checkNamed, partiesIn, type Cases, type Kind, type Party } from './cases.ts';
import type { Actor } from './history.ts';
import { existing } from './problem.ts';
import { newId, type Store } from './store.ts';

const kindOf = (party: Party): Kind => (party.business_id ? 'business' : 'person');

export class Parties {
  private readonly all;
  constructor(
    private readonly store: Store,
    private readonly cases: Cases,
  ) {
    this.all = partiesIn(store);
  }

  /** Stores a party with its IDs, whatever its data say. */
  private save(who: Actor, party: Party, verb: 'added' | 'corrected'): Party {
    const kind = kindOf(party);
    const application_id = String(party.application_id);
    this.all.put(String(party.id), party);
    this.cases.index(application_id);
    const after = clientName({ [kind]: party });
    this.cases.note(application_id, who, { kind: `party_${verb}`, path: kind, after });
    return party;
  }

  add(who: Actor, application_id: string, kind: Kind, body: Party): Party {
    return this.store.atomic(() => {
      this.cases.find(application_id);
      checkNamed(kind, body);
      const id = newId(kind === 'person' ? 'per' : 'biz');
      const ids = { [`${kind}_id`]: id, id, application_id };
      return this.save(who, { roles: [], ...body, ...ids }, 'added');
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
      const found = this.all.get(id);
      const own = found?.application_id === application_id ? found : undefined;
      const party = existing(own, `The case has no person or business ${id}.`);
      const kind = kindOf(party);
      checkNamed(kind, body);
      const ids = { [`${kind}_id`]: id, id, application_id };
      return this.save(who, { ...party, ...body, ...ids }, 'corrected');
    });
  }

  list(application_id: string, kind: Kind): Party[] {
    return this.all.list({ ref: application_id }).filter((party) => kindOf(party) === kind);
  }

  /** The case of a related party or a subject, by the party's ID. */
  caseOf(id: string): string | undefined {
    return (this.all.get(id)?.application_id as string | undefined) ?? this.cases.ofSubject(id);
  }
}
