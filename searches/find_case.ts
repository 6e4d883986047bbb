import { defineSearch } from 'zapier-platform-core';

import { getCase } from '../api/client.ts';
import { isMissing } from '../api/errors.ts';
import { caseField, caseResource, toCase } from '../fields/case.ts';
import { toText } from '../fields/values.ts';

/** GET /api/applications/{application_id} */
export default defineSearch({
  key: 'find_case',
  noun: 'Case',
  display: {
    label: 'Find Case',
    description: 'Finds a case and reads its review status, risk and data.',
  },
  operation: {
    resource: caseResource.key,
    inputFields: [
      caseField('Case to read. Empty finds nothing, so that "Find or Create" creates one.', false),
    ],
    perform: async (z, bundle) => {
      const context = { z, bundle };
      const application_id = toText(bundle.inputData.application_id);
      if (!application_id) return [];
      try {
        return [toCase(context, await getCase(context, application_id))];
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
  },
});
