import { findCase } from '../client/cases.ts';
import { noteTested } from '../client/last-case.ts';
import { caseIdField, caseLabels, caseResource, toCase } from '../fields/case.ts';
import { chaseFields, toChase } from '../fields/chase.ts';
import { toId } from '../fields/values.ts';
import { declareAction } from '../core/operation.ts';

/** GET /api/applications/{application_id} */
export default declareAction({
  key: 'find_case',
  noun: 'Case',
  label: 'Find Case',
  description:
    'Finds a case by its ID; returns its review status, risk and data, or nothing if there is no such case.',
  labels: caseLabels,
  output: caseResource,
  input: [caseIdField('Case to find. {{finds_nothing}}', false), chaseFields],
  run: async (run, input) => {
    const application_id = toId(input.application_id, 'Case');
    const { isWanted, reminder, portal_link } = toChase(run.dialect, input);
    if (!application_id) return [];
    const found = await findCase(run, application_id);
    await noteTested(run, found);
    const result = found && toCase(found, { occasion: { reminder, portal_link } });
    return result && isWanted(result.status_text) ? [result] : [];
  },
});
