/** The field that says which case an operation is about. */
export const caseKey = 'application_id';

/** The parameter with the custom fields that the account defines, in actions and as filters. */
export const accountKey = 'account_fields';
