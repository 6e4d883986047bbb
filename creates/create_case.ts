import { defineCreate } from 'zapier-platform-core';

import { createCase } from '../api/client.ts';
import { caseResource, newCaseFields, subjectField, toCase, toNewCase } from '../fields/case.ts';

/** POST /api/applications */
export default defineCreate({
  key: 'create_case',
  noun: 'Case',
  display: {
    label: 'Create Case',
    description: 'Creates a case that verifies a business (KYB) or a person (KYC).',
  },
  operation: {
    resource: caseResource.key,
    inputFields: [subjectField, (_z, { inputData }) => newCaseFields(inputData)],
    perform: async (z, bundle) => {
      const context = { z, bundle };
      return toCase(context, await createCase(context, toNewCase(bundle.inputData)));
    },
  },
});
