import { defineCreate } from 'zapier-platform-core';

import { createCase } from '../api/client.ts';
import { noteTested } from '../api/last-case.ts';
import { newStep } from '../api/transport.ts';
import {
  caseLabels,
  newCaseFields,
  newCaseResource,
  subjectField,
  toCase,
  toNewCase,
} from '../fields/case.ts';
import { ofAccount } from '../fields/custom.ts';
import { inputFieldGroups } from '../fields/groups.ts';

/** POST /api/applications */
export default defineCreate({
  key: 'create_case',
  noun: 'Case',
  display: {
    label: 'Create Case',
    description: 'Creates a case that verifies a business (KYB) or a person (KYC).',
  },
  operation: {
    resource: newCaseResource.key,
    inputFieldGroups,
    inputFields: [
      subjectField,
      (z, bundle) => ofAccount(z, bundle, (custom) => newCaseFields(bundle.inputData, custom)),
    ],
    perform: async (z, bundle) => {
      const step = newStep(z, bundle, caseLabels);
      const { thing, existed } = await createCase(step, toNewCase(bundle.inputData));
      await noteTested(step, bundle, thing);
      return toCase(thing, { already_existed: existed });
    },
  },
});
