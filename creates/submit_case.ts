import { defineCreate } from 'zapier-platform-core';

import { submitCase } from '../client/client.ts';
import { newStep } from '../client/transport.ts';
import { caseField, caseLabels, caseOf, caseResource, toCase } from '../fields/case.ts';

/** PUT /api/applications/{application_id}/submit ("States and transitions"). */
export default defineCreate({
  key: 'submit_case',
  noun: 'Case',
  display: {
    label: 'Submit Case',
    description:
      'Updates a draft so that it enters the compliance workflow. Needs the case, its data complete; returns the case.',
  },
  operation: {
    resource: caseResource.key,
    inputFields: [caseField('Draft to submit; its data must be complete.')],
    perform: async (z, bundle) => {
      const step = newStep(z, bundle, caseLabels);
      return toCase(await submitCase(step, caseOf(bundle.inputData)));
    },
  },
});
