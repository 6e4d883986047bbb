import { defineCreate, defineInputFields } from 'zapier-platform-core';

import { startOnboarding } from '../client/onboarding.ts';
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
import { grouped, inputFieldGroups } from '../fields/groups.ts';
import { redirectFields, toRedirect } from '../fields/portal.ts';
import { partyGroups, partyLabels, toParties } from '../fields/related-party.ts';

const inputFields = defineInputFields([
  subjectField,
  form((z, bundle) =>
    ofAccount(z, bundle, (custom) => [
      ...newCaseFields(bundle.inputData, custom),
      ...partyGroups(),
      ...grouped('reference', redirectFields()),
    ]),
  ),
]);

/** POST /api/applications with related parties, then its portal ("Flow rules", 2). */
export default defineCreate({
  key: 'start_onboarding',
  noun: 'Case',
  display: {
    label: 'Start Onboarding',
    description:
      'Creates a case and the portal link for the client in one step. Needs what names the client; returns the case with its ID and link.',
  },
  operation: {
    resource: newCaseResource.key,
    inputFieldGroups,
    inputFields,
    perform: async (z, bundle) => {
      const body = toNewCase(bundle.inputData);
      const { labels, ...parties } = toParties(bundle.inputData);
      const step = newStep(z, bundle, { ...caseLabels, ...partyLabels, ...labels });
      const { thing, existed } = await startOnboarding(step, {
        body,
        when: toWhenExists(bundle.inputData, body),
        ...parties,
        ...toRedirect(bundle.inputData),
      });
      await noteTested(step, bundle, thing);
      return toCase(thing, { already_existed: existed });
    },
  },
});
