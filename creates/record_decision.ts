import { defineCreate } from 'zapier-platform-core';

import { recordDecision } from '../client/client.ts';
import { newStep } from '../client/transport.ts';
import { caseField, caseOf } from '../fields/case.ts';
import {
  decisionFields,
  decisionLabels,
  decisionOutput,
  decisionSample,
  toDecision,
  toNewDecision,
} from '../fields/decision.ts';

/** POST /applications/{id}/decisions */
export default defineCreate({
  key: 'record_decision',
  noun: 'Decision',
  display: {
    label: 'Record Decision',
    description:
      'Creates the compliance decision of a case, for example approved. Needs the case and the decision; returns the decision as it was recorded.',
  },
  operation: {
    inputFields: [caseField('Case that is decided.'), decisionFields],
    perform: async (z, bundle) => {
      const step = newStep(z, bundle, decisionLabels);
      const application_id = caseOf(bundle.inputData);
      const decision = toNewDecision(bundle.inputData);
      return toDecision(await recordDecision(step, application_id, decision));
    },
    outputFields: decisionOutput,
    sample: decisionSample,
  },
});
