import { recordDecision } from '../client/decisions.ts';
import { caseField, toCaseId } from '../fields/cases.ts';
import {
  decisionFields,
  decisionLabels,
  decisionOutput,
  toDecision,
  toNewDecision,
} from '../fields/decisions.ts';
import { declareAction } from '../operation.ts';

/** POST /applications/{id}/decisions */
export default declareAction({
  key: 'record_decision',
  noun: 'Decision',
  label: 'Record Decision',
  description: 'Creates a decision on a case, such as an approval.',
  labels: decisionLabels,
  groups: ['more'],
  input: [caseField('Case to decide.'), decisionFields],
  run: async (run, input) => {
    const application_id = toCaseId(input);
    const decision = toNewDecision(input);
    return toDecision(await recordDecision(run, application_id, decision));
  },
  output: decisionOutput,
});
