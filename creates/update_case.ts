import { updateCase } from '../client/cases.ts';
import { caseLabels, caseOf, changedCaseResource, toCase } from '../fields/case.ts';
import { caseChangeFields, toCaseChange } from '../fields/case-change.ts';
import { inputFieldGroups } from '../fields/groups.ts';
import { defineAction } from '../operation.ts';

/** PUT /api/applications/{application_id}; deprecated fields are never sent ("Versioning"). */
export default defineAction({
  key: 'update_case',
  noun: 'Case',
  label: 'Update Case',
  description:
    'Updates a case: only the fields that are filled in change. Needs the case; returns it as it is afterwards.',
  labels: caseLabels,
  output: changedCaseResource,
  groups: inputFieldGroups,
  input: caseChangeFields,
  run: async (run, input) => {
    const application_id = caseOf(input);
    return toCase(await updateCase(run, application_id, toCaseChange(run.dialect, input)));
  },
});
