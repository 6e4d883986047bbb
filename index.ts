/** The app as Zapier loads it: registers the operations, nothing else. */
import { defineApp, version as platformVersion } from 'zapier-platform-core';

import packageJson from './package.json' with { type: 'json' };
import authentication from './authentication.ts';
import addRelatedBusiness from './creates/add_related_business.ts';
import addRelatedPerson from './creates/add_related_person.ts';
import callApi from './creates/call_api.ts';
import createCase from './creates/create_case.ts';
import createPortal from './creates/create_portal.ts';
import enrichCase from './creates/enrich_case.ts';
import recordDecision from './creates/record_decision.ts';
import startOnboarding from './creates/start_onboarding.ts';
import submitCase from './creates/submit_case.ts';
import updateCase from './creates/update_case.ts';
import uploadDocument from './creates/upload_document.ts';
import findCase from './searches/find_case.ts';
import findRelatedPersons from './searches/find_related_persons.ts';
import getCompany from './searches/get_company.ts';
import searchCompanies from './searches/search_companies.ts';
import { withoutHidden } from './client/hidden.ts';
import { caseResource, changedCaseResource, newCaseResource } from './fields/case.ts';
import { companyResource } from './fields/company.ts';
import { checkSettings } from './client/settings.ts';
import caseCreated from './triggers/case_created.ts';
import caseReviewUpdated from './triggers/case_review_updated.ts';
import caseStatusUpdated from './triggers/case_status_updated.ts';
import caseSubmitted from './triggers/case_submitted.ts';
import caseUpdated from './triggers/case_updated.ts';
import collectClosed from './triggers/collect_closed.ts';
import collectOpened from './triggers/collect_opened.ts';
import eventReceived from './triggers/event_received.ts';

// A setting that cannot be right is said at once, and not by the first step that needs it.
checkSettings();

const app = defineApp({
  version: packageJson.version,
  platformVersion,
  authentication,
  // The client maps every status itself and needs values as the user left them.
  flags: { skipThrowForStatus: true, throwForThrottlingEarly: false, cleanInputData: false },
  resources: {
    [caseResource.key]: caseResource,
    [changedCaseResource.key]: changedCaseResource,
    [newCaseResource.key]: newCaseResource,
    [companyResource.key]: companyResource,
  },
  triggers: {
    [caseSubmitted.key]: caseSubmitted,
    [caseReviewUpdated.key]: caseReviewUpdated,
    [collectOpened.key]: collectOpened,
    [collectClosed.key]: collectClosed,
    [caseCreated.key]: caseCreated,
    [caseUpdated.key]: caseUpdated,
    [caseStatusUpdated.key]: caseStatusUpdated,
    [eventReceived.key]: eventReceived,
  },
  creates: {
    [startOnboarding.key]: startOnboarding,
    [createCase.key]: createCase,
    [createPortal.key]: createPortal,
    [addRelatedPerson.key]: addRelatedPerson,
    [addRelatedBusiness.key]: addRelatedBusiness,
    [enrichCase.key]: enrichCase,
    [uploadDocument.key]: uploadDocument,
    [updateCase.key]: updateCase,
    [submitCase.key]: submitCase,
    [recordDecision.key]: recordDecision,
    [callApi.key]: callApi,
  },
  searches: {
    [findCase.key]: findCase,
    [findRelatedPersons.key]: findRelatedPersons,
    [searchCompanies.key]: searchCompanies,
    [getCompany.key]: getCompany,
  },
  searchOrCreates: {
    find_case: {
      key: 'find_case',
      display: {
        label: 'Find or Create Case',
        description: 'Finds a case, or creates one where there is none yet.',
      },
      search: 'find_case',
      create: 'create_case',
    },
  },
});

export default withoutHidden(app);
