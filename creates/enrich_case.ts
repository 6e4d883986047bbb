import { enrichCase } from '../client/cases.ts';
import { caseField, caseLabels, caseOf, caseSample } from '../fields/case.ts';
import { defineAction } from '../operation.ts';

/** POST /api/applications/{application_id}/enrich */
export default defineAction({
  key: 'enrich_case',
  noun: 'Case',
  label: 'Enrich Case',
  description:
    'Updates a case with its officers and owners from the official registry. Needs the case of a business; returns its ID, and the persons arrive some seconds later.',
  labels: caseLabels,
  input: [
    caseField(
      'Case of a business. Its officers and owners arrive some seconds later; {{find_related_persons}} then shows them.',
    ),
  ],
  run: async (run, input) => {
    const application_id = caseOf(input);
    await enrichCase(run, application_id);
    return { id: application_id, application_id };
  },
  output: {
    outputFields: [
      async () => [
        { key: 'id', label: 'ID' },
        { key: 'application_id', label: 'Case' },
      ],
    ],
    sample: { id: caseSample.id, application_id: caseSample.application_id },
  },
});
