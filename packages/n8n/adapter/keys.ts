/** The field with the case of an operation. */
export const caseKey = 'application_id';

/** The parameter with the account's custom fields, in actions and filters. */
export const accountKey = 'account_fields';
