import { addParty } from '../client/related-parties.ts';
import { toCaseId } from '../fields/cases.ts';
import { withListedTypes } from '../fields/kinds/custom.ts';
import { relatedBusiness } from '../fields/related-parties.ts';
import { alreadyExisted, notTaken } from '../fields/kinds/output.ts';
import { declareAction } from '../operation.ts';

/** POST /api/applications/{application_id}/businesses */
export default declareAction({
  key: 'add_related_business',
  noun: 'Related Business',
  label: 'Add Related Business',
  description: 'Creates a shareholder or other business in a case.',
  labels: relatedBusiness.labels,
  groups: ['client', 'reference', 'details', 'address', 'more'],
  input: relatedBusiness.input,
  run: async (run, input) => {
    const application_id = toCaseId(input);
    const body = relatedBusiness.toBody(input);
    const business = await withListedTypes(run, input, body, { target: 'business_id' });
    return relatedBusiness.toOutput(
      application_id,
      await addParty(run, application_id, 'business', business),
    );
  },
  output: relatedBusiness.outputWith(alreadyExisted, notTaken),
});
