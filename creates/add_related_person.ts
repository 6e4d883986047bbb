import { defineCreate } from 'zapier-platform-core';

import { addRelatedPerson } from '../api/client.ts';
import { caseOf } from '../fields/case.ts';
import {
  relatedPersonFields,
  relatedPersonOutput,
  relatedPersonSample,
  toRelatedPerson,
} from '../fields/related-party.ts';

/** POST /api/applications/{application_id}/persons */
export default defineCreate({
  key: 'add_related_person',
  noun: 'Related Person',
  display: {
    label: 'Add Related Person',
    description: 'Creates a director, owner or other person related to a case.',
  },
  operation: {
    inputFields: relatedPersonFields,
    perform: async (z, { inputData, ...bundle }) => {
      const application_id = caseOf(inputData);
      const person = toRelatedPerson(inputData);
      const added = await addRelatedPerson({ z, bundle }, application_id, person);
      return { id: added.person_id, application_id, ...added };
    },
    outputFields: relatedPersonOutput,
    sample: relatedPersonSample,
  },
});
