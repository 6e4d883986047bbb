import { defineSearch } from 'zapier-platform-core';

import { findCase } from '../client/client.ts';
import { noteTested } from '../client/last-case.ts';
import { newStep } from '../client/transport.ts';
import { caseIdField, caseLabels, caseResource, toCase } from '../fields/case.ts';
import { toId } from '../fields/values.ts';

/** GET /api/applications/{application_id} */
export default defineSearch({
  key: 'find_case',
  noun: 'Case',
  display: {
    label: 'Find Case',
    description:
      'Finds a case by its ID; returns its review status, risk and data, or nothing where there is no such case.',
  },
  operation: {
    resource: caseResource.key,
    inputFields: [
      caseIdField(
        'Case to read. Empty finds nothing, so that "Find or Create" creates one.',
        false,
      ),
    ],
    perform: async (z, bundle) => {
      const application_id = toId(bundle.inputData.application_id, 'Case');
      if (!application_id) return [];
      const step = newStep(z, bundle, caseLabels);
      const found = await findCase(step, application_id);
      await noteTested(step, bundle, found);
      return found ? [toCase(found)] : [];
    },
  },
});
