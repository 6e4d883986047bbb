import { defineCreate, defineInputFields } from 'zapier-platform-core';

import { createCase } from '../client/client.ts';
import { noteTested } from '../client/last-case.ts';
import { newStep } from '../client/transport.ts';
import {
  caseLabels,
  newCaseFields,
  newCaseResource,
  subjectField,
  toCase,
  toNewCase,
  toWhenExists,
} from '../fields/case.ts';
import { ofAccount } from '../fields/custom.ts';
import { form } from '../fields/form.ts';
import { inputFieldGroups } from '../fields/groups.ts';

const inputFields = defineInputFields([
  subjectField,
  form((z, bundle) => ofAccount(z, bundle, (custom) => newCaseFields(bundle.inputData, custom))),
]);

/** POST /api/applications */
export default defineCreate({
  key: 'create_case',
  noun: 'Case',
  display: {
    label: 'Create Case',
    description:
      'Creates a case that verifies a business (KYB) or a person (KYC). Needs what names the client; returns the case with its ID, or the one that exists for the External Reference.',
  },
  operation: {
    resource: newCaseResource.key,
    inputFieldGroups,
    inputFields,
    perform: async (z, bundle) => {
      const step = newStep(z, bundle, caseLabels);
      const body = toNewCase(bundle.inputData);
      const when = toWhenExists(bundle.inputData, body);
      const { thing, existed } = await createCase(step, body, when);
      await noteTested(step, bundle, thing);
      return toCase(thing, { already_existed: existed });
    },
  },
});
