import { updateCase } from '../client/cases.ts';
import { caseLabels, toCaseId, changedCaseResource, toCase } from '../fields/cases.ts';
import { caseChangeFields, toCaseChange } from '../fields/case-change.ts';
import { withListedTypes } from '../fields/kinds/custom.ts';
import { declareAction } from '../operation.ts';

/** PUT /api/applications/{application_id}; deprecated fields are never sent ("Versioning"). */
export default declareAction({
  key: 'update_case',
  noun: 'Case',
  label: 'Update Case',
  description: 'Updates the fields of a case that you fill in.',
  updates: true,
  labels: caseLabels,
  groups: ['client', 'reference', 'details', 'address', 'more'],
  hasUsual: true,
  input: caseChangeFields,
  run: async (run, input) => {
    const application_id = toCaseId(input);
    const change = await withListedTypes(run, input, toCaseChange(input));
    return toCase(await updateCase(run, application_id, change));
  },
  output: changedCaseResource,
});
