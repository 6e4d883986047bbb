/** All operations, in the order of the menus. */
import addRelatedBusiness from '../creates/add_related_business.ts';
import addRelatedPerson from '../creates/add_related_person.ts';
import callApi from '../creates/call_api.ts';
import createCase from '../creates/create_case.ts';
import createPortal from '../creates/create_portal.ts';
import enrichCase from '../creates/enrich_case.ts';
import recordDecision from '../creates/record_decision.ts';
import startOnboarding from '../creates/start_onboarding.ts';
import submitCase from '../creates/submit_case.ts';
import updateCase from '../creates/update_case.ts';
import uploadDocument from '../creates/upload_document.ts';
import findCase from '../searches/find_case.ts';
import findRelatedPersons from '../searches/find_related_persons.ts';
import getCompany from '../searches/get_company.ts';
import searchCompanies from '../searches/search_companies.ts';
import caseCreated from '../triggers/case_created.ts';
import caseReviewUpdated from '../triggers/case_review_updated.ts';
import caseStatusUpdated from '../triggers/case_status_updated.ts';
import caseSubmitted from '../triggers/case_submitted.ts';
import caseUpdated from '../triggers/case_updated.ts';
import collectClosed from '../triggers/collect_closed.ts';
import collectOpened from '../triggers/collect_opened.ts';
import eventReceived from '../triggers/event_received.ts';

export const triggers = {
  case_submitted: caseSubmitted,
  case_review_updated: caseReviewUpdated,
  collect_opened: collectOpened,
  collect_closed: collectClosed,
  case_created: caseCreated,
  case_updated: caseUpdated,
  case_status_updated: caseStatusUpdated,
  event_received: eventReceived,
};

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

export const searches = {
  find_case: findCase,
  find_related_persons: findRelatedPersons,
  search_companies: searchCompanies,
  get_company: getCompany,
};

/** The keys of all actions and searches. */
export type ActionKey = keyof typeof creates | keyof typeof searches;
