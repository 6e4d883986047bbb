import { defineCreate } from 'zapier-platform-core';

import { enrichCase } from '../client/client.ts';
import { newStep } from '../client/transport.ts';
import { caseField, caseLabels, caseOf, caseSample } from '../fields/case.ts';

/** POST /api/applications/{application_id}/enrich */
export default defineCreate({
  key: 'enrich_case',
  noun: 'Case',
  display: {
    label: 'Enrich Case',
    description:
      'Updates a case with its officers and owners from the official registry. Needs the case of a business; returns its ID, and the persons arrive some seconds later.',
  },
  operation: {
    inputFields: [
      caseField(
        'Case of a business. Its officers and owners arrive some seconds later; Find Related Persons then shows them.',
      ),
    ],
    perform: async (z, bundle) => {
      const application_id = caseOf(bundle.inputData);
      await enrichCase(newStep(z, bundle, caseLabels), application_id);
      return { id: application_id, application_id };
    },
    outputFields: [
      async () => [
        { key: 'id', label: 'ID' },
        { key: 'application_id', label: 'Case' },
      ],
    ],
    sample: { id: caseSample.id, application_id: caseSample.application_id },
  },
});
