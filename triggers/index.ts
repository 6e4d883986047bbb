/** All triggers, in the order of the menus. */
import caseCreated from './case_created.ts';
import caseReviewUpdated from './case_review_updated.ts';
import caseStatusUpdated from './case_status_updated.ts';
import caseSubmitted from './case_submitted.ts';
import caseUpdated from './case_updated.ts';
import collectClosed from './collect_closed.ts';
import collectOpened from './collect_opened.ts';
import eventReceived from './event_received.ts';

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
