import { defineCreate } from 'zapier-platform-core';

import { addRelatedBusiness } from '../client/client.ts';
import { newStep } from '../client/transport.ts';
import { caseOf } from '../fields/case.ts';
import { inputFieldGroups } from '../fields/groups.ts';
import {
  relatedBusinessFields,
  relatedBusinessLabels,
  relatedBusinessOutput,
  relatedBusinessSample,
  toBusiness,
  toRelatedBusiness,
} from '../fields/related-party.ts';

/** POST /api/applications/{application_id}/businesses */
export default defineCreate({
  key: 'add_related_business',
  noun: 'Related Business',
  display: {
    label: 'Add Related Business',
    description:
      'Creates a shareholder company or other business of a case. Needs the case and a name or registration number; returns the business with its ID.',
  },
  operation: {
    inputFieldGroups,
    inputFields: relatedBusinessFields,
    perform: async (z, bundle) => {
      const step = newStep(z, bundle, relatedBusinessLabels);
      const application_id = caseOf(bundle.inputData);
      const business = toRelatedBusiness(bundle.inputData);
      return toBusiness(application_id, await addRelatedBusiness(step, application_id, business));
    },
    outputFields: relatedBusinessOutput,
    sample: relatedBusinessSample,
  },
});
