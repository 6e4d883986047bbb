import { defineCreate } from 'zapier-platform-core';

import { createCase } from '../api/client.ts';
import { caseOutput, caseSample, newCaseFields, toCase, toNewCase } from '../fields/case.ts';

/** POST /api/applications */
export default defineCreate({
  key: 'create_case',
  noun: 'Case',
  display: {
    label: 'Create Case',
    description: 'Creates a case that verifies a business (KYB) or a person (KYC).',
  },
  operation: {
    inputFields: newCaseFields,
    perform: async (z, bundle) => {
      const context = { z, bundle };
      return toCase(context, await createCase(context, toNewCase(bundle.inputData)));
    },
    outputFields: caseOutput,
    sample: { ...caseSample, status_review: 'pending', portal_link: null },
  },
});
