import { defineSearch } from 'zapier-platform-core';

import { findRelatedPersons } from '../client/client.ts';
import { newStep } from '../client/transport.ts';
import { caseField, caseOf } from '../fields/case.ts';
import {
  foundPersonOutput,
  foundPersonSample,
  relatedPersonLabels,
  toPerson,
} from '../fields/related-party.ts';

/** GET /api/applications/{application_id}/persons, or the persons of the case where it is not there. */
export default defineSearch({
  key: 'find_related_persons',
  noun: 'Related Person',
  display: {
    label: 'Find Related Persons',
    description:
      'Finds the directors, owners and other persons of a case. Needs the case; returns each with ID, roles and share.',
  },
  operation: {
    inputFields: [caseField('Case whose persons are looked for.')],
    perform: async (z, bundle) => {
      const step = newStep(z, bundle, relatedPersonLabels);
      const application_id = caseOf(bundle.inputData);
      const { persons, more } = await findRelatedPersons(step, application_id);
      return persons.map((person) => ({
        ...toPerson(application_id, person),
        more_exist: more,
      }));
    },
    outputFields: foundPersonOutput,
    sample: foundPersonSample,
  },
});
