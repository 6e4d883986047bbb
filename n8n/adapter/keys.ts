/** The field that says which case an operation is about. */
export const caseKey = 'application_id';
