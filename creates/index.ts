/** All actions, in the order of the menus. */
import addRelatedBusiness from './add_related_business.ts';
import addRelatedPerson from './add_related_person.ts';
import callApi from './call_api.ts';
import createCase from './create_case.ts';
import createPortal from './create_portal.ts';
import enrichCase from './enrich_case.ts';
import recordDecision from './record_decision.ts';
import startOnboarding from './start_onboarding.ts';
import submitCase from './submit_case.ts';
import updateCase from './update_case.ts';
import uploadDocument from './upload_document.ts';

export const creates = {
  start_onboarding: startOnboarding,
  create_case: createCase,
  create_portal: createPortal,
  add_related_person: addRelatedPerson,
  add_related_business: addRelatedBusiness,
  enrich_case: enrichCase,
  upload_document: uploadDocument,
  update_case: updateCase,
  submit_case: submitCase,
  record_decision: recordDecision,
  call_api: callApi,
};
export type CreateKey = keyof typeof creates;
