import { defineCreate } from 'zapier-platform-core';

import { recordDecision } from '../api/client.ts';
import { caseField, caseOf } from '../fields/case.ts';
import { suggestions } from '../fields/choices.ts';
import { requiredText, toText } from '../fields/values.ts';

/** POST /applications/{id}/decisions */
export default defineCreate({
  key: 'record_decision',
  noun: 'Decision',
  display: {
    label: 'Record Decision',
    description: 'Creates the compliance decision of a case, for example approved.',
  },
  operation: {
    inputFields: [
      caseField('Case that is decided.'),
      () => [
        {
          key: 'decision',
          label: 'Decision',
          required: true,
          choices: suggestions('decisionStatuses'),
          helpText: 'A case with the risk level Forbidden cannot be approved.',
        },
        {
          key: 'text',
          label: 'Reason',
          type: 'text',
          helpText: 'Why it was decided so; kept with the decision for later audits.',
        },
      ],
    ],
    perform: async (z, { inputData, ...bundle }) => {
      const text = toText(inputData.text);
      const decision = await recordDecision({ z, bundle }, caseOf(inputData), {
        status: requiredText(inputData.decision, 'Decision'),
        ...(text && { text }),
      });
      return { id: decision.decision_id ?? decision.application_id, ...decision };
    },
    outputFields: [
      async () => [
        { key: 'id', label: 'ID' },
        { key: 'application_id', label: 'Case' },
        { key: 'status', label: 'Decision' },
        { key: 'text', label: 'Reason' },
      ],
    ],
    sample: {
      id: 'dec_0Qw3Ft6YrB',
      application_id: 'app_2Fq8Zt1MvXb4',
      status: 'approved',
    },
  },
});
