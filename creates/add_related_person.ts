import { defineCreate } from 'zapier-platform-core';

import { addRelatedPerson } from '../client/client.ts';
import { newStep } from '../client/transport.ts';
import { caseOf } from '../fields/case.ts';
import { inputFieldGroups } from '../fields/groups.ts';
import {
  relatedPersonFields,
  relatedPersonLabels,
  relatedPersonOutput,
  relatedPersonSample,
  toPerson,
  toRelatedPerson,
} from '../fields/related-party.ts';

/** POST /api/applications/{application_id}/persons */
export default defineCreate({
  key: 'add_related_person',
  noun: 'Related Person',
  display: {
    label: 'Add Related Person',
    description:
      'Creates a director, owner or other person of a case. Needs the case and a last name or e-mail; returns the person with its ID.',
  },
  operation: {
    inputFieldGroups,
    inputFields: relatedPersonFields,
    perform: async (z, bundle) => {
      const step = newStep(z, bundle, relatedPersonLabels);
      const application_id = caseOf(bundle.inputData);
      const person = toRelatedPerson(bundle.inputData);
      return toPerson(application_id, await addRelatedPerson(step, application_id, person));
    },
    outputFields: relatedPersonOutput,
    sample: relatedPersonSample,
  },
});
