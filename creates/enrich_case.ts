import { enrichCase } from '../client/enrichments.ts';
import { caseField, caseLabels, toCaseId } from '../fields/cases.ts';
import { enrichmentOutput, toEnrichment } from '../fields/enrichments.ts';
import { declareAction } from '../operation.ts';

/** POST /api/applications/{application_id}/enrich */
export default declareAction({
  key: 'enrich_case',
  noun: 'Case',
  label: 'Enrich Case',
  description:
    'Updates the case of a business with officers and owners from the official registry.',
  updates: true,
  labels: caseLabels,
  input: [
    caseField(
      'Case of a business. If the registry adds persons later, {{find_related_persons}} finds them.',
    ),
  ],
  run: async (run, input) => {
    const application_id = toCaseId(input);
    return toEnrichment(run, application_id, await enrichCase(run, application_id));
  },
  output: enrichmentOutput,
});
