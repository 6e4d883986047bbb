import { createPortal } from '../client/portals.ts';
import {
  portalFields,
  portalLabels,
  portalOutput,
  toPortal,
  toPortalWish,
} from '../fields/portals.ts';
import { declareAction } from '../operation.ts';

/** POST /api/applications/{application_id}/portals; without a case POST /api/portals. */
export default declareAction({
  key: 'create_portal',
  noun: 'Portal',
  label: 'Create Portal Link',
  description: 'Creates a link to the portal page on which a client fills in a case.',
  labels: portalLabels,
  groups: ['reference', 'portal', 'more'],
  input: portalFields,
  run: async (run, input) => toPortal(await createPortal(run, await toPortalWish(run, input))),
  output: portalOutput,
});
