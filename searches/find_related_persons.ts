import { findParties } from '../client/related-parties.ts';
import { caseField, toCaseId } from '../fields/cases.ts';
import { relatedPerson } from '../fields/related-parties.ts';
import { moreExist } from '../fields/kinds/output.ts';
import { declareSearch } from '../operation.ts';

/** GET /api/applications/{application_id}/persons; without that list, the persons of the case. */
export default declareSearch({
  key: 'find_related_persons',
  noun: 'Related Person',
  label: 'Find Related Persons',
  description: 'Finds the directors, owners and other persons of a case.',
  labels: relatedPerson.labels,
  input: [caseField('Case whose related persons you need.')],
  run: async (run, input) => {
    const application_id = toCaseId(input);
    const { parties, more } = await findParties(run, application_id, 'person');
    return parties.map((person) => ({
      ...relatedPerson.toOutput(application_id, person),
      more_exist: more,
    }));
  },
  output: relatedPerson.outputWith(moreExist),
});
