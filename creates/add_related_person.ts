import { addRelatedPerson } from '../client/parties.ts';
import { toCaseId } from '../fields/case.ts';
import { inputFieldGroups } from '../fields/groups.ts';
import {
  relatedPersonFields,
  relatedPersonLabels,
  relatedPersonOutput,
  relatedPersonSample,
  toPerson,
  toRelatedPerson,
} from '../fields/related-party.ts';
import { declareAction } from '../core/operation.ts';

/** POST /api/applications/{application_id}/persons */
export default declareAction({
  key: 'add_related_person',
  noun: 'Related Person',
  label: 'Add Related Person',
  description:
    'Creates a director, owner or other person in a case. Needs the case and a last name or e-mail; returns the person with its ID.',
  labels: relatedPersonLabels,
  groups: inputFieldGroups,
  input: relatedPersonFields,
  run: async (run, input) => {
    const application_id = toCaseId(input);
    const person = toRelatedPerson(run.dialect, input);
    return toPerson(application_id, await addRelatedPerson(run, application_id, person));
  },
  output: { outputFields: relatedPersonOutput, sample: relatedPersonSample },
});
