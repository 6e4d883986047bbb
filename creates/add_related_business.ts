import { defineCreate } from 'zapier-platform-core';

import { addRelatedBusiness } from '../api/client.ts';
import { caseOf } from '../fields/case.ts';
import {
  relatedBusinessFields,
  relatedBusinessOutput,
  relatedBusinessSample,
  toRelatedBusiness,
} from '../fields/related-party.ts';

/** POST /api/applications/{application_id}/businesses */
export default defineCreate({
  key: 'add_related_business',
  noun: 'Related Business',
  display: {
    label: 'Add Related Business',
    description: 'Creates a shareholder company or other business related to a case.',
  },
  operation: {
    inputFields: relatedBusinessFields,
    perform: async (z, { inputData, ...bundle }) => {
      const application_id = caseOf(inputData);
      const business = toRelatedBusiness(inputData);
      const added = await addRelatedBusiness({ z, bundle }, application_id, business);
      return { id: added.business_id, application_id, ...added };
    },
    outputFields: relatedBusinessOutput,
    sample: relatedBusinessSample,
  },
});
