import { defineCreate } from 'zapier-platform-core';

import { updateCase } from '../client/client.ts';
import { newStep } from '../client/transport.ts';
import { caseLabels, caseOf, changedCaseResource, toCase } from '../fields/case.ts';
import { caseChangeFields, toCaseChange } from '../fields/case-change.ts';
import { inputFieldGroups } from '../fields/groups.ts';

/** PUT /api/applications/{application_id}; deprecated fields are never sent ("Versioning"). */
export default defineCreate({
  key: 'update_case',
  noun: 'Case',
  display: {
    label: 'Update Case',
    description:
      'Updates a case: only the fields that are filled in change. Needs the case; returns it as it is afterwards.',
  },
  operation: {
    resource: changedCaseResource.key,
    inputFieldGroups,
    inputFields: caseChangeFields,
    perform: async (z, bundle) => {
      const step = newStep(z, bundle, caseLabels);
      const application_id = caseOf(bundle.inputData);
      return toCase(await updateCase(step, application_id, toCaseChange(bundle.inputData)));
    },
  },
});
