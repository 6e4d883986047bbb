import { submitCase } from '../client/cases.ts';
import { caseField, caseLabels, toCaseId, caseResource, toCase } from '../fields/cases.ts';
import { declareAction } from '../operation.ts';

/** PUT /api/applications/{application_id}/submit ("States and transitions"). */
export default declareAction({
  key: 'submit_case',
  noun: 'Case',
  label: 'Submit Case',
  description: 'Updates a draft by submitting it to the compliance workflow.',
  updates: true,
  labels: caseLabels,
  input: [caseField('Draft to submit. Its data must be complete.')],
  run: async (run, input) => {
    return toCase(await submitCase(run, toCaseId(input)));
  },
  output: caseResource,
});
