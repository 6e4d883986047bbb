import { defineCreate } from 'zapier-platform-core';

import { createCase, createPortal } from '../api/client.ts';
import { caseResource, newCaseFields, subjectField, toCase, toNewCase } from '../fields/case.ts';
import { redirectUrlField } from '../fields/portal.ts';
import { addParties, partyLines, toParties } from '../fields/party-lines.ts';
import { toUrl, type Input } from '../fields/values.ts';

/**
 * POST /api/applications, related parties if any, POST /api/portals ("Flow rules", 2). A run
 * that failed half-way continues when replayed: each call is recognised by its idempotency key.
 */
export default defineCreate({
  key: 'start_onboarding',
  noun: 'Case',
  display: {
    label: 'Start Onboarding',
    description: 'Creates a case and the portal link for the client in one step.',
  },
  operation: {
    resource: caseResource.key,
    inputFields: [
      subjectField,
      (_z, { inputData }) => [...newCaseFields(inputData), ...partyLines(), redirectUrlField],
    ],
    perform: async (z, bundle) => {
      const context = { z, bundle };
      const inputData: Input = bundle.inputData;
      const redirect_url = toUrl(inputData.redirect_url, 'Redirect URL');
      const parties = toParties(inputData);
      const created = await createCase(context, toNewCase(inputData));
      const { application_id } = created;
      await addParties(context, application_id, parties);
      const portal = await createPortal(context, {
        application_id,
        ...(redirect_url && { redirect_url }),
      });
      return toCase(context, created, { portal_link: portal.link });
    },
  },
});
