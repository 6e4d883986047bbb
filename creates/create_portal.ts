import { defineCreate } from 'zapier-platform-core';

import { createPortal } from '../client/portal.ts';
import { newStep } from '../client/transport.ts';
import {
  portalFields,
  portalLabels,
  portalOutput,
  portalSample,
  toNewPortal,
  toPortal,
} from '../fields/portal.ts';

/** POST /api/applications/{application_id}/portals, or for a new case POST /api/portals. */
export default defineCreate({
  key: 'create_portal',
  noun: 'Portal',
  display: {
    label: 'Create Portal Link',
    description:
      "Creates the link to the page on which the client fills in the case. Takes a case, or none where the client's submission is to make one; returns the link.",
  },
  operation: {
    inputFields: portalFields,
    perform: async (z, bundle) => {
      const step = newStep(z, bundle, portalLabels);
      return toPortal(await createPortal(step, toNewPortal(bundle.inputData)));
    },
    outputFields: portalOutput,
    sample: portalSample,
  },
});
