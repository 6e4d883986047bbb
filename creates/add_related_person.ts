import { addParty } from '../client/related-parties.ts';
import { toCaseId } from '../fields/cases.ts';
import { withListedTypes } from '../fields/kinds/custom.ts';
import { relatedPerson } from '../fields/related-parties.ts';
import { alreadyExisted, notTaken } from '../fields/kinds/output.ts';
import { declareAction } from '../operation.ts';

/** POST /api/applications/{application_id}/persons */
export default declareAction({
  key: 'add_related_person',
  noun: 'Related Person',
  label: 'Add Related Person',
  description: 'Creates a director, owner or other person in a case.',
  labels: relatedPerson.labels,
  groups: ['client', 'reference', 'details', 'address', 'more'],
  input: relatedPerson.input,
  run: async (run, input) => {
    const application_id = toCaseId(input);
    const body = relatedPerson.toBody(input);
    const person = await withListedTypes(run, input, body, { target: 'person_id' });
    return relatedPerson.toOutput(
      application_id,
      await addParty(run, application_id, 'person', person),
    );
  },
  output: relatedPerson.outputWith(alreadyExisted, notTaken),
});
