/**
 * What docs/editor.md says of a form, by key of the operation: when to take it, and what to mind. A
 * new operation may do without until there is something to say that its help does not.
 */
export const formNotes: Record<string, string> = {
  case_submitted:
    'Start here what follows the client, such as a task for the reviewer. *Skip Drafts* is not needed: what a client has submitted is no draft any more. What else a client changed comes with *Case Updated*.',
  case_review_updated:
    'For everything that waits for the decision. Choose the statuses in *Only Review Status*: the Zap then does not run, and costs no task, for any other. For the values a service uses, test the trigger once with it empty.',
  collect_opened:
    'Send the client *Portal Link* from this trigger: it leads to what is missing, and is fresh each time somebody asks.',
  collect_closed:
    'Stop reminders here, for example by a date on the deal that *Information Requested* set and this one clears.',
  case_created:
    'Runs for every case, also those of staff and of imports. Where Zaps create cases themselves, *Only Custom Fields* keeps this one from running for them.',
  case_updated:
    'Runs often: each change of a field, a person or a document is an event. Take *Case Review Updated* where only the decision counts.',
  case_status_updated:
    'About the work on the case, not its decision: with `done` in *Only Execution Status* it tells the reviewers that the case is ready for a decision.',
  event_received:
    'For events without a trigger of their own, and to see what the service sends at all. *Only Events* takes the names as the service writes them; the case, where the event has one, is read and shown as well.',
  start_onboarding:
    'The one step most Zaps need. Choose *Subject* first: the form then shows the fields of a business or of a person. *External Reference* keeps a second run from making a second case. It is unique in the account: use the ID of the deal with `-kyb` behind it for a business, `-kyc` for a person. Persons and businesses that go with the client have one line each under *Related Parties*.',
  create_case:
    'As *Start Onboarding*, without portal and related parties: for a case whose data you hold completely, or whose link another Zap sends.',
  create_portal:
    'With *Case*: the link for that case; a link that is open already is returned with *Already Existed*. Without: a link that makes a case when the client submits it, for a Zap that knows nothing of the client yet. Put the ID of the deal into *Default Custom Fields*, so that the events lead back to it.',
  add_related_person:
    'One person for each run; take Zapier\'s looping for a list, or the lines of *Start Onboarding*. *Roles* takes several with commas, a share 25, 12.5 or "12,5 %". The same person again under the same case is found, not doubled.',
  add_related_business:
    'As *Add Related Person*, for shareholder companies. The name or the registration number is enough; both find an existing one better.',
  enrich_case:
    'Needs country and registration number on the case. The persons arrive some seconds later: put a delay in front of *Find Related Persons*.',
  upload_document:
    'Map the file itself, not its name or link text. Exactly one of *Case*, *Person* and *Business* says whose document it is. An identity card has its other side in *Back File*.',
  update_case:
    'Only what is filled in changes; an empty field keeps its value. To empty one on purpose, choose it in *Clear Fields*. *Subject* narrows the form only, it changes nothing.',
  submit_case:
    'For drafts whose client fills in no portal. Its data must be complete; what the service finds missing is named in the message.',
  record_decision:
    'For decisions that are made elsewhere, such as in your own tool. Reviewers who decide in the service need no such step. *Reason* is kept for audits.',
  call_api:
    'The way out where no action fits. It sends what you write, unchecked, with the key of the connection; *Path* stays on the Base URL.',
  find_case:
    'By the ID of the case, which the first Zap stored on the deal. It finds nothing, instead of failing, where there is no such case; *Find or Create* then makes one.',
  find_related_persons:
    'Everybody named on a case, by a client, the registry or a step. Zapier hands each on as a line of its own.',
  search_companies:
    'Several may fit a name: use it where a person chooses, and *Find Company by Registration Number* where a Zap must be sure.',
  get_company:
    'One company or none. Map its values into *Start Onboarding*, so that the client need not type them.',
};
